// Nothing at all: each task only marks that it was there.
// SPDX-License-Identifier: Apache-2.0

import java.util.Arrays;

final class Workload implements Work {
    private long[] done;
    private long sweeps;

    @Override
    public void prepare(Words words, Task[] tasks, int degree) {
        done = new long[tasks.length];
        sweeps = words.integer("steps", 1);
    }

    @Override
    public void operate(Task task, Meter meter) {
        done[task.index]++;
        meter.ops++;
    }

    @Override
    public Answer check() {
        int right = 0;
        for (long times : done)
            right += times == sweeps ? 1 : 0;
        Arrays.fill(done, 0);
        return new Answer(told(done.length), told(right));
    }

    private String told(int tasks) {
        return tasks + " tasks done " + (sweeps == 1 ? "once" : sweeps + " times");
    }
}
