// How tasks are executed. A model is made before the first iteration, outside the timed part, with those of its workers
// that are made once. It knows nothing of workloads.
// SPDX-License-Identifier: Apache-2.0
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
