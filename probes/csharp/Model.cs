// How tasks are executed. A model is made before the first iteration, outside the timed part, with those of its workers
// that are made once. It knows nothing of workloads.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Threading;

abstract class Model {
    protected readonly Run run;

    protected Model(Run run) {
        this.run = run;
    }

    public static Model Of(Run run) {
        switch (run.Options.Model) {
        case "thread":
            return new FreshThreads(run);
        case "pool":
            return new TaskPool(run);
        case "coroutine":
            return new Coroutines(run);
        default:
            return new Serial(run);
        }
    }

    // Does every task once. Workers that are to be held are still there when it returns.
    public abstract void Sweep();

    // Lets the workers go that were held, and waits until they are gone.
    public virtual void Dismiss() {}

    // How many workers wait between Sweep and Dismiss.
    public abstract int Waiting { get; }

    // After the last iteration.
    public virtual void Stop() {}
}

// In the caller, one task after the other.
sealed class Serial : Model {
    public Serial(Run run) : base(run) {
        run.PinWorker(0);
    }

    public override void Sweep() {
        run.Open();
        for (int index = 0; index < run.Pieces.Length; index++) {
            run.DoTask(index);
            run.NothingBefore(index);
        }
    }

    public override int Waiting {
        get { return 0; }
    }
}

// A fresh thread for each task, at most `workers` alive.
sealed class FreshThreads : Model {
    SemaphoreSlim room;
    Gate start, leave;
    Thread[] threads;

    public FreshThreads(Run run) : base(run) {}

    public override void Sweep() {
        start = run.StartGate(true);
        leave = run.LeaveGate();
        room = new SemaphoreSlim(run.Options.Workers);
        threads = new Thread[run.Pieces.Length];
        if (start.Wanted == 0)
            run.Open();
        for (int index = 0; index < threads.Length; index++) {
            room.Wait();
            Make(index);
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

    void Make(int index) {
        run.Submitted(index);
        threads[index] = new Thread(Body) { IsBackground = true };
        threads[index].Start(index);
        run.Accepted(index);
    }

    void Body(object index) {
        run.PinWorker((int)index);
        start.Pass();
        run.DoTask((int)index);
        leave.Pass();
        room.Release();
    }

    void Join() {
        foreach (Thread thread in threads)
            thread.Join();
    }

    public override int Waiting {
        get { return run.Options.Hold ? threads.Length : 0; }
    }

    public override void Dismiss() {
        leave.Open();
        Join();
    }
}
