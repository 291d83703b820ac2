// Every call that a workload may use or offer, each of them counted.
// SPDX-License-Identifier: Apache-2.0

final class Workload implements Work {
    private static final long NAP_NS = 200_000;

    private long[] done, early;
    private long sweeps, between, armed, disarmed;

    @Override
    public void prepare(Words words, Task[] tasks, int degree) {
        done = new long[tasks.length];
        early = new long[tasks.length];
        sweeps = words.integer("steps", 1);
        for (Task task : tasks) {
            task.role = task.index % 2;
            task.size = task.index + 1;
        }
    }

    @Override
    public void operate(Task task, Meter meter) throws InterruptedException {
        do {
            if (task.role == 1)
                nap(task, meter);
            meter.ops += task.size;
        } while (!meter.stop());
        done[task.index]++;
    }

    private void nap(Task task, Meter meter) throws InterruptedException {
        long start = meter.now();
        meter.sleep(NAP_NS);
        long elapsed = meter.now() - start;
        early[task.index] += elapsed < NAP_NS ? 1 : 0;
        meter.sample(elapsed);
    }

    @Override
    public void between(int step) {
        between += step == between ? 1 : 0; // counted in their order
    }

    @Override
    public void arm() {
        armed++;
    }

    @Override
    public void disarm() {
        disarmed++;
    }

    @Override
    public Answer check() {
        long right = 0, most = 0;
        for (int index = 0; index < done.length; index++) {
            right += done[index] == sweeps && early[index] == 0 ? 1 : 0;
            most = Math.max(most, done[index]);
            done[index] = early[index] = 0;
        }
        String expected = told(done.length, sweeps, sweeps - 1, 1);
        String found = told(right, most, between, armed == disarmed ? armed : -1);
        between = armed = disarmed = 0;
        return new Answer(expected, found);
    }

    private static String told(long tasks, long sweeps, long between, long armed) {
        return tasks + " tasks, " + sweeps + " sweeps, " + between + " between, armed " + armed + " times";
    }
}
