// What every harness understands, whatever the workload; see docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0

final class Options {
    final Kind kind;
    final String workload, implementation, gate, stamps, pin;
    final int workers, tasks, iterations, warmup, steps, windowMs;
    final boolean hold, mark;

    Options(Words words) {
        kind = Kind.of(words);
        implementation = words.oneOf("implementation", kind.implementations);
        workload = words.text("workload", "");
        gate = words.oneOf("gate", "before_create", "after_create");
        stamps = words.oneOf("stamps", "task", "worker", "none");
        pin = words.oneOf("pin", "none", "each", "same");
        workers = words.count("workers", 1, 1);
        tasks = words.count("tasks", workers, 1);
        iterations = words.count("iterations", 1, 1);
        warmup = words.count("warmup", 0, 0);
        steps = words.count("steps", 1, 1);
        windowMs = words.count("window_ms", 0, 0);
        hold = words.oneOf("hold", "0", "1").equals("1");
        mark = words.oneOf("mark", "0", "1").equals("1");
        words.integer("seed", 1); // every harness takes a seed, also where the workload draws nothing
        if (hold && !kind.makesWorkers)
            throw new Refused("hold: model " + kind.word() + " makes no workers in an iteration");
        if (hold && workers < tasks)
            throw new Refused("hold: expected a worker for each task, found " + workers + " workers for " + tasks
                    + " tasks");
    }

    boolean afterCreate() {
        return gate.equals("after_create");
    }

    boolean stamped() {
        return !stamps.equals("none");
    }

    boolean pinned() {
        return !pin.equals("none");
    }

    /** The first part of a conversation's first message. */
    Line putInto(Line hello) {
        return hello.put("workload", workload).put("model", kind.word()).put("implementation", implementation)
                .put("workers", workers).put("tasks", tasks).put("iterations", iterations).put("warmup", warmup)
                .put("gate", gate).put("stamps", stamps).put("steps", steps).put("window_ms", windowMs)
                .put("hold", hold ? 1 : 0).put("pin", pin).put("mark", mark ? 1 : 0);
    }
}
