// Everyone arrives, the caller waits for all of them and lets them go.
//
// Where each worker can have a CPU of its own they spin, and so start together; where there are more workers than CPUs
// a spinner would only keep the others from arriving, so they sleep. Coroutines wait without a thread.
// SPDX-License-Identifier: Apache-2.0
using System.Threading;
using System.Threading.Tasks;

sealed class Gate {
    const int SpinsBeforeYield = 100;

    public readonly int Wanted; // arrivals to wait for before opening; 0 = no gate, everyone passes
    readonly bool spin;
    readonly ManualResetEvent allHere = new ManualResetEvent(false);
    readonly ManualResetEvent opening = new ManualResetEvent(false);
    readonly TaskCompletionSource<bool> opened =
        new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
    int arrived;
    volatile bool open;

    public Gate(int wanted, bool spin) {
        Wanted = wanted;
        this.spin = spin;
    }

    public void Pass() {
        if (Wanted == 0)
            return;
        Arrive();
        if (!spin)
            opening.WaitOne();
        for (int spins = 1; !open; spins++) {
            if (spins % SpinsBeforeYield == 0)
                Thread.Yield(); // the caller that opens may need this CPU
            else
                Thread.SpinWait(1);
        }
    }

    public Task PassAsync() {
        if (Wanted > 0)
            Arrive();
        return Wanted > 0 ? opened.Task : Task.FromResult(true);
    }

    void Arrive() {
        if (Interlocked.Increment(ref arrived) == Wanted)
            allHere.Set();
    }

    // Waits until all have arrived.
    public void Await() {
        allHere.WaitOne();
    }

    public void Open() {
        open = true;
        opening.Set();
        opened.TrySetResult(true);
    }
}
