// Computations of 1, 2, 3, ... units of length in a given order: each is so many steps of one recurrence, which reads
// no clock and gives nothing back before its end, and after it a sleep where only a share is to be computing.
// SPDX-License-Identifier: Apache-2.0

final class Workload implements Work {
    // Not final: of constants Java's compiler makes one multiplication for many steps.
    private static long factor = 6364136223846793005L, summand = 1442695040888963407L;
    private static final int TRIES = 5;
    private static final long SHORTEST_TRY_NS = 2_000_000;
    private static final long WARM_UP_NS = 150_000_000; // by then Java has compiled the loop as well as it ever will

    private Computation[] computations;
    private long sweeps;
    private long kept; // so that what is only timed is computed too

    /** One task's; written once, at its end. */
    private static final class Computation {
        long size, steps, pauseNs;
        long x, done;
    }

    private static long recur(long x, long steps) {
        long times = factor, plus = summand;
        for (long i = 0; i < steps; i++)
            x = x * times + plus;
        return x;
    }

    /** The same by squaring: two steps are one step with another factor and summand. */
    private static long recurAtOnce(long x, long steps) {
        long times = factor, plus = summand;
        for (long left = steps; left > 0; left /= 2) {
            if (left % 2 == 1)
                x = x * times + plus;
            plus *= times + 1;
            times *= times;
        }
        return x;
    }

    private long timed(long steps) {
        long start = System.nanoTime();
        kept = recur(kept, steps);
        return System.nanoTime() - start;
    }

    /** Steps in a microsecond, by the fastest of a few tries, so that whoever else runs does not count. */
    private double calibrate() {
        long steps = 10_000, fastest = Long.MAX_VALUE, start = System.nanoTime();
        for (long time = 0; time < SHORTEST_TRY_NS || System.nanoTime() - start < WARM_UP_NS; time = timed(steps))
            if (time < SHORTEST_TRY_NS)
                steps *= 2;
        for (int i = 0; i < TRIES; i++)
            fastest = Math.min(fastest, timed(steps));
        return steps * 1000.0 / fastest;
    }

    private static void setSizes(Task[] tasks, String order, long x) {
        for (Task task : tasks)
            task.size = order.equals("descending") ? tasks.length - task.index : task.index + 1;
        for (int i = tasks.length - 1; order.equals("random") && i > 0; i--) {
            x = recur(x, 1);
            int other = (int) ((x >>> 33) % (i + 1));
            long size = tasks[i].size;
            tasks[i].size = tasks[other].size;
            tasks[other].size = size;
        }
    }

    @Override
    public void prepare(Words words, Task[] tasks, int degree) {
        long unitUs = words.integer("unit_us", 5000, 1), percent = words.integer("cpu_percent", 100, 0);
        double loopsPerUs = words.integer("loops_per_us", 0, 0);
        if (percent > 100)
            throw new Refused("cpu_percent: expected 100 or less, found " + percent);
        setSizes(tasks, words.oneOf("order", "descending", "ascending", "random"), words.integer("seed", 1));
        sweeps = words.integer("steps", 1);
        if (loopsPerUs == 0)
            loopsPerUs = calibrate();
        computations = new Computation[tasks.length];
        for (Task task : tasks) {
            Computation one = computations[task.index] = new Computation();
            one.size = task.size;
            one.steps = (long) (task.size * unitUs * loopsPerUs * percent / 100);
            one.pauseNs = task.size * unitUs * (100 - percent) * 10;
        }
    }

    @Override
    public void operate(Task task, Meter meter) throws InterruptedException {
        Computation one = computations[task.index];
        one.x = recur(one.size, one.steps);
        if (one.pauseNs > 0)
            meter.sleep(one.pauseNs);
        one.done++;
        meter.ops += task.size;
    }

    @Override
    public Answer check() {
        int right = 0;
        for (Computation one : computations) {
            right += one.done == sweeps && one.x == recurAtOnce(one.size, one.steps) ? 1 : 0;
            one.x = one.done = 0;
        }
        return new Answer(computations.length + " computations right", right + " computations right");
    }
}
