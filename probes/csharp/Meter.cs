// How a task touches the world outside; one for each task and sweep.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.IO;
using System.Threading.Tasks;

sealed class Meter {
    const long Millisecond = 1000000;
    static readonly Task Slept = Task.FromResult(true);

    public long Ops; // units of work done: the workload adds to it
    public Samples Samples; // none yet
    readonly Run run;
    readonly bool blocks; // the model drives a task to its end in one thread, which then sleeps

    public Meter(Run run, bool blocks) {
        this.run = run;
        this.blocks = blocks;
    }

    // Nanoseconds, on a clock that never goes back.
    public long Now() {
        return Kernel.Now();
    }

    // Never shorter than asked for. Without a thread of its own it ends with a tick of .NET's timer, of a millisecond.
    public Task Sleep(long ns) {
        long until = Now() + ns;
        if (!blocks)
            return Delay(until);
        Kernel.SleepUntil(until);
        return Slept;
    }

    async Task Delay(long until) {
        for (long left = until - Now(); left > 0; left = until - Now())
            await Task.Delay((int)((left + Millisecond - 1) / Millisecond));
    }

    // Fills the buffer from a stream; gives how many bytes came, fewer only where the stream ended. That no thread is
    // kept by it holds for sockets, not for pipes: .NET itself lets a thread of its pool wait for those.
    public async Task<int> Receive(Stream stream, byte[] buffer) {
        int filled = 0;
        try {
            for (int count = -1; filled < buffer.Length && count != 0; filled += count) {
                int room = buffer.Length - filled;
                count = blocks ? stream.Read(buffer, filled, room) : await stream.ReadAsync(buffer, filled, room);
            }
        } catch (Exception failure) when (failure is IOException || failure is ObjectDisposedException) {
            throw new IOException("cannot receive: " + failure.Message, failure);
        }
        return filled;
    }

    // Whether windowed work is to end.
    public bool Stop() {
        return run.WindowIsOver();
    }

    // A time that the workload took itself, in nanoseconds.
    public void Sample(long ns) {
        if (Samples == null)
            Samples = new Samples();
        Samples.Add(ns);
    }
}
