// How a task touches the world outside; one for each task and sweep.
// SPDX-License-Identifier: Apache-2.0

final class Meter {
    private static final long MILLISECOND = 1_000_000;

    long ops; // units of work done: the workload adds to it
    private final Run run;
    private Samples samples; // none yet

    Meter(Run run) {
        this.run = run;
    }

    /** Nanoseconds, on a clock that never goes back. */
    long now() {
        return System.nanoTime();
    }

    /** Never shorter than asked for. */
    void sleep(long ns) throws InterruptedException {
        long until = now() + ns;
        for (long left = ns; left > 0; left = until - now())
            Thread.sleep(left / MILLISECOND, (int) (left % MILLISECOND));
    }

    /** Whether windowed work is to end. */
    boolean stop() {
        return run.windowIsOver();
    }

    /** A time that the workload took itself, in nanoseconds. */
    void sample(long ns) {
        if (samples == null)
            samples = new Samples();
        samples.add(ns);
    }

    Samples samples() {
        return samples;
    }
}
