// Each task sends its number around through all tasks, and hands on what it receives until its own is back.
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

final class Workload implements Work {
    private static final long NAP_NS = 200_000;

    private Pipe[] pipes;
    private int[] right;
    private long sweeps;

    @Override
    public void prepare(Words words, Task[] tasks, int degree) {
        pipes = new Pipe[tasks.length];
        right = new int[tasks.length];
        sweeps = words.integer("steps", 1);
        try {
            for (int index = 0; index < pipes.length; index++)
                pipes[index] = Pipe.open();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void operate(Task task, Meter meter) throws InterruptedException {
        Pipe own = pipes[task.index], next = pipes[(task.index + 1) % pipes.length];
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES).putLong(0, task.index);
        int received = 0;
        meter.sleep(NAP_NS);
        try {
            for (int hop = 0; hop < pipes.length; hop++) {
                next.sink().write(number.clear());
                received += meter.receive(own.source(), number.clear());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        boolean back = received == pipes.length * Long.BYTES && number.getLong(0) == task.index;
        right[task.index] += back ? 1 : 0;
        meter.ops++;
    }

    @Override
    public Answer check() {
        long found = 0;
        for (int index = 0; index < right.length; index++) {
            found += right[index];
            right[index] = 0;
        }
        return new Answer(right.length * sweeps + " numbers", found + " numbers");
    }
}
