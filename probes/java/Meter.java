// How a task touches the world outside; one for each task and sweep.
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.ForkJoinPool;

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

    /** Fills the buffer from a pipe or socket; gives how many bytes came, fewer only where the stream ended. */
    int receive(ReadableByteChannel stream, ByteBuffer buffer) throws InterruptedException {
        int before = buffer.position();
        ForkJoinPool.managedBlock(new Reading(stream, buffer));
        return buffer.position() - before;
    }

    /** Where a pool of Java's own keeps a thread that waits, it may have another one take its place. */
    private record Reading(ReadableByteChannel stream, ByteBuffer buffer) implements ForkJoinPool.ManagedBlocker {
        @Override
        public boolean isReleasable() {
            return !buffer.hasRemaining();
        }

        @Override
        public boolean block() {
            try {
                while (buffer.hasRemaining() && stream.read(buffer) >= 0)
                    continue;
            } catch (IOException failure) {
                throw new UncheckedIOException("cannot receive: " + failure, failure);
            }
            return true;
        }
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
