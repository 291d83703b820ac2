// What only the kernel knows or does. From version 22 on Java calls it directly (ForeignKernel); an older one reads
// what it can in /proc.
// SPDX-License-Identifier: Apache-2.0

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

class Kernel {
    static Kernel find() {
        try {
            return (Kernel) Class.forName("ForeignKernel").getDeclaredConstructor().newInstance();
        } catch (ClassNotFoundException tooOld) {
            return new Kernel();
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** The number of the kernel thread that calls; of a virtual thread, that of its carrier. */
    int thread() {
        try { // the link leads to PID/task/TID
            return Integer.parseInt(Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString());
        } catch (IOException noProc) {
            throw new UncheckedIOException(noProc);
        }
    }

    /** Processor time of this process so far, in nanoseconds; -1 where it cannot be known. */
    long processorTime() {
        return -1;
    }

    /** Numbers of the CPUs that the calling thread may use. */
    int[] allowedCpus() {
        throw new Refused("pin: expected Java 22 or newer, which can call the kernel, found " + Runtime.version());
    }

    /** Ties the calling thread to one CPU. */
    void pin(int cpu) {
        throw new UnsupportedOperationException();
    }

    /** Kernel threads of this process, the runtime's own among them; -1 where there is no /proc. */
    static int threads() {
        String[] numbers = new File("/proc/self/task").list();
        return numbers == null ? -1 : numbers.length;
    }
}
