// The kernel's own calls, through the C library. Compiled from Java 22 on, where calling other languages' functions
// needs no leave to preview.
// SPDX-License-Identifier: Apache-2.0

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

final class ForeignKernel extends Kernel {
    private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
    private static final long SECOND = 1_000_000_000;

    private static final MethodHandle GETTID = call("gettid", FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle CLOCK_GETTIME =
            call("clock_gettime", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));

    private final MemorySegment timespec = Arena.global().allocate(2 * JAVA_LONG.byteSize(), JAVA_LONG.byteSize());

    /** SAFETY: each descriptor is that of the C library's header. */
    private static MethodHandle call(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), descriptor);
    }

    @Override
    int thread() {
        try {
            return (int) GETTID.invokeExact();
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Only for the caller: there is one place for the answer. */
    @Override
    long processorTime() {
        try {
            int failed = (int) CLOCK_GETTIME.invokeExact(CLOCK_PROCESS_CPUTIME_ID, timespec);
            if (failed != 0)
                return -1;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
        return timespec.get(JAVA_LONG, 0) * SECOND + timespec.get(JAVA_LONG, JAVA_LONG.byteSize());
    }

    @Override
    int[] allowedCpus() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(Affinity.BYTES);
            if ((int) Affinity.GET.invokeExact(0, Affinity.BYTES, mask) < 0)
                throw new IllegalStateException("cannot read the CPUs allowed");
            int[] cpus = new int[(int) Affinity.BYTES * 8];
            int found = 0;
            for (int cpu = 0; cpu < cpus.length; cpu++)
                if ((mask.get(JAVA_BYTE, cpu / 8) >> cpu % 8 & 1) == 1)
                    cpus[found++] = cpu;
            return Arrays.copyOf(cpus, found);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    void pin(int cpu) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(Affinity.BYTES);
            mask.set(JAVA_BYTE, cpu / 8, (byte) (1 << cpu % 8));
            if ((int) Affinity.SET.invokeExact(0, Affinity.BYTES, mask) != 0)
                throw new IllegalStateException("cannot tie a worker to its CPU");
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** A class of its own, so that it is made only where somebody pins. */
    private static final class Affinity {
        private static final long BYTES = 1024; // of a mask: for 8192 CPUs
        private static final FunctionDescriptor CALL = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
        private static final MethodHandle GET = call("sched_getaffinity", CALL);
        private static final MethodHandle SET = call("sched_setaffinity", CALL);
    }
}
