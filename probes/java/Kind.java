// The models there are, and who makes each of them.
// SPDX-License-Identifier: Apache-2.0

import java.util.Locale;

enum Kind {
    SERIAL(false, "std"),
    THREAD(true, "std"),
    POOL(false, "std"),
    STEALING(false, "forkjoin"),
    VIRTUAL(true, "std"),
    COROUTINE(true, "executor", "default");

    final boolean makesWorkers; // in each sweep, so that they can be held
    final String[] implementations;

    Kind(boolean makesWorkers, String... implementations) {
        this.makesWorkers = makesWorkers;
        this.implementations = implementations;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Kind of(Words words) {
        String[] known = new String[values().length];
        for (Kind kind : values())
            known[kind.ordinal()] = kind.word();
        return valueOf(words.oneOf("model", known).toUpperCase(Locale.ROOT));
    }

    Model make(Run run) {
        return switch (this) {
            case SERIAL -> new Serial(run);
            case THREAD -> FreshThreads.ofPlatform(run);
            case POOL -> new FixedPool(run);
            case STEALING -> new Stealing(run);
            case VIRTUAL -> FreshThreads.ofVirtual(run);
            case COROUTINE -> new Futures(run);
        };
    }
}
