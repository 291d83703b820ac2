// Receives from what is closed.
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

final class Workload implements Work {
    @Override
    public void prepare(Words words, Task[] tasks, int degree) {}

    @Override
    public void operate(Task task, Meter meter) throws InterruptedException {
        try {
            Pipe pipe = Pipe.open();
            pipe.source().close();
            meter.receive(pipe.source(), ByteBuffer.allocate(1));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public Answer check() {
        return new Answer("", "");
    }
}
