// Every call that a workload may use or offer, each of them counted.
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

final class Workload implements Work {
    private static final long NAP_NS = 200_000;
    private static final int REST = 3;

    private long[] done, early, garbled;
    private long sweeps, between, armed, disarmed;

    @Override
    public void prepare(Words words, Task[] tasks, int degree) {
        done = new long[tasks.length];
        early = new long[tasks.length];
        garbled = new long[tasks.length];
        sweeps = words.integer("steps", 1);
        for (Task task : tasks) {
            task.role = task.index % 2;
            task.size = task.index + 1;
        }
    }

    @Override
    public void operate(Task task, Meter meter) throws InterruptedException {
        do {
            if (task.role == 1) {
                nap(task, meter);
                post(task, meter);
            }
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

    /** Its number and a little more, through a pipe that then ends. */
    private void post(Task task, Meter meter) throws InterruptedException {
        ByteBuffer first = ByteBuffer.allocate(Long.BYTES), second = ByteBuffer.allocate(Long.BYTES);
        int whole, rest;
        try {
            Pipe pipe = Pipe.open();
            pipe.sink().write(ByteBuffer.allocate(Long.BYTES + REST).putLong(0, task.index));
            pipe.sink().close();
            whole = meter.receive(pipe.source(), first);
            rest = meter.receive(pipe.source(), second);
            pipe.source().close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        boolean right = whole == Long.BYTES && first.getLong(0) == task.index && rest == REST;
        garbled[task.index] += right ? 0 : 1;
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
            right += done[index] == sweeps && early[index] + garbled[index] == 0 ? 1 : 0;
            most = Math.max(most, done[index]);
            done[index] = early[index] = garbled[index] = 0;
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
