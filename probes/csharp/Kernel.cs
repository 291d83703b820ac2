// What only the kernel knows or does, through the C library, on Mono and .NET alike.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;

static class Kernel {
    const string Library = "libc.so.6";
    const int ClockMonotonic = 1, ClockProcessCpu = 2, AbsoluteTime = 1;
    const long Second = 1000000000;
    const int MaskBytes = 1024; // for 8192 CPUs

    [StructLayout(LayoutKind.Sequential)]
    struct Timespec {
        public long Seconds, Nanoseconds;
    }

    [DllImport(Library)]
    static extern int gettid();

    [DllImport(Library)]
    static extern int clock_gettime(int clock, out Timespec now);

    [DllImport(Library)]
    static extern int clock_nanosleep(int clock, int flags, ref Timespec until, IntPtr left);

    [DllImport(Library)]
    static extern int sched_getaffinity(int process, IntPtr bytes, byte[] mask);

    [DllImport(Library)]
    static extern int sched_setaffinity(int process, IntPtr bytes, byte[] mask);

    // The number of the kernel thread that calls.
    public static int Thread() {
        return gettid();
    }

    public static long Now() {
        return Read(ClockMonotonic);
    }

    // Processor time of this process so far, in nanoseconds.
    public static long ProcessorTime() {
        return Read(ClockProcessCpu);
    }

    static long Read(int clock) {
        Timespec now;
        clock_gettime(clock, out now);
        return now.Seconds * Second + now.Nanoseconds;
    }

    public static void SleepUntil(long instant) {
        var until = new Timespec { Seconds = instant / Second, Nanoseconds = instant % Second };
        while (clock_nanosleep(ClockMonotonic, AbsoluteTime, ref until, IntPtr.Zero) != 0)
            continue; // a signal, of the garbage collector's for instance
    }

    // Numbers of the CPUs that the calling thread may use.
    public static int[] AllowedCpus() {
        var mask = new byte[MaskBytes];
        if (sched_getaffinity(0, (IntPtr)MaskBytes, mask) < 0)
            throw new InvalidOperationException("cannot read the CPUs allowed");
        var cpus = new List<int>();
        for (int cpu = 0; cpu < MaskBytes * 8; cpu++)
            if ((mask[cpu / 8] >> cpu % 8 & 1) == 1)
                cpus.Add(cpu);
        return cpus.ToArray();
    }

    // Ties the calling thread to one CPU.
    public static void Pin(int cpu) {
        var mask = new byte[MaskBytes];
        mask[cpu / 8] = (byte)(1 << cpu % 8);
        if (sched_setaffinity(0, (IntPtr)MaskBytes, mask) != 0)
            throw new InvalidOperationException("cannot tie a worker to its CPU");
    }

    // Kernel threads of this process, the runtime's own among them.
    public static int Threads() {
        return Directory.GetDirectories("/proc/self/task").Length;
    }
}
