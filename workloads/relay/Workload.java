// Each task writes its number into the next one's pipe, and receives its neighbour's from its own.
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
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES).putLong(task.index).flip();
        ByteBuffer received = ByteBuffer.allocate(Long.BYTES);
        meter.sleep(NAP_NS);
        try {
            pipes[(task.index + 1) % pipes.length].sink().write(number);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        int count = meter.receive(pipes[task.index].source(), received);
        long expected = (task.index + pipes.length - 1) % pipes.length;
        right[task.index] += count == Long.BYTES && received.getLong(0) == expected ? 1 : 0;
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
