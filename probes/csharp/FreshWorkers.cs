// A fresh worker for each task, at most `workers` of them in flight.
// SPDX-License-Identifier: Apache-2.0
using System.Threading;

abstract class FreshWorkers : Model {
    readonly bool maySpin; // at the gate, where each has a thread of its own
    protected SemaphoreSlim room;
    protected Gate start, leave;

    protected FreshWorkers(Run run, bool maySpin) : base(run) {
        this.maySpin = maySpin;
    }

    // The worker of that task, on its way.
    protected abstract void Make(int index);

    // Waits until all are gone.
    protected abstract void Join();

    public override void Sweep() {
        int tasks = run.Pieces.Length;
        start = run.StartGate(maySpin);
        leave = run.LeaveGate();
        room = new SemaphoreSlim(run.Options.Workers);
        if (start.Wanted == 0)
            run.Open();
        for (int index = 0; index < tasks; index++) {
            room.Wait();
            run.Submitted(index);
            Make(index);
            run.Accepted(index);
            if (index + 1 != start.Wanted)
                continue;
            start.Await();
            run.Open();
            start.Open();
        }
        if (run.Options.Hold)
            leave.Await();
        else
            Join();
    }

    public override int Waiting {
        get { return run.Options.Hold ? run.Pieces.Length : 0; }
    }

    public override void Dismiss() {
        leave.Open();
        Join();
    }
}

// Threads.
sealed class FreshThreads : FreshWorkers {
    readonly Thread[] threads;

    public FreshThreads(Run run) : base(run, true) {
        threads = new Thread[run.Pieces.Length];
    }

    protected override void Make(int index) {
        threads[index] = new Thread(Body) { IsBackground = true };
        threads[index].Start(index);
    }

    void Body(object index) {
        run.PinWorker((int)index);
        start.Pass();
        run.DoTask((int)index);
        leave.Pass();
        room.Release();
    }

    protected override void Join() {
        foreach (Thread thread in threads)
            thread.Join();
    }
}
