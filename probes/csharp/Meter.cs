// How a task touches the world outside; one for each task and sweep.
// SPDX-License-Identifier: Apache-2.0
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
