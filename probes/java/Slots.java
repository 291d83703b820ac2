// What is noted of each task. A task's slot lies two cache lines away from the next, so that workers that write at
// the same time do not share one. With several sweeps over the tasks: the first time it was submitted, accepted and
// started, the last time it ended.
// SPDX-License-Identifier: Apache-2.0

final class Slots {
    static final int SUBMITTED = 0, ACCEPTED = 1, STARTED = 2, ENDED = 3, WORKER = 4, OPS = 5;
    private static final int STRIDE = 16; // longs, 128 bytes

    private final int tasks;
    private final long[] cells;

    Slots(int tasks) {
        this.tasks = tasks;
        this.cells = new long[Math.multiplyExact(Math.addExact(tasks, 1), STRIDE)]; // one more: nobody else's line
    }

    long get(int task, int column) {
        return cells[task * STRIDE + column];
    }

    void put(int task, int column, long value) {
        cells[task * STRIDE + column] = value;
    }

    long sum(int column) {
        long sum = 0;
        for (int task = 0; task < tasks; task++)
            sum += get(task, column);
        return sum;
    }

    long most(int column) {
        long most = Long.MIN_VALUE;
        for (int task = 0; task < tasks; task++)
            most = Math.max(most, get(task, column));
        return most;
    }

    long[] column(int column) {
        long[] values = new long[tasks];
        for (int task = 0; task < tasks; task++)
            values[task] = get(task, column);
        return values;
    }
}
