// What a workload in C# offers, as a class of its own named Workload, and what it is given. What its tasks share are
// its fields. The harness owns words, workers, clock and output.
// SPDX-License-Identifier: Apache-2.0
using System.Threading.Tasks;

// One task of the batch that is measured; .NET has the word Task for what runs it.
sealed class Piece {
    public readonly int Index; // from 0
    public int Role = 0; // 0 unless the workload has several
    public long Size = 0; // in the workload's own unit

    public Piece(int index) {
        Index = index;
    }
}

struct Answer {
    public string Expected, Found;

    public bool Ok {
        get { return Expected == Found; }
    }
}

abstract class Work {
    // What Operate returns where nothing is left to wait for.
    protected static readonly Task Done = Task.FromResult(true);

    // Once, before the first iteration.
    public abstract void Prepare(Words words, Piece[] pieces, int degree);

    // In the caller, just before the opening of an iteration, and after its last task.
    public virtual void Arm() {}
    public virtual void Disarm() {}

    // The work; adds its units to the meter's Ops. Written once, as `async` where it waits.
    public abstract Task Operate(Piece piece, Meter meter);

    // In the caller, after each sweep but the last.
    public virtual void Between(int step) {}

    // In the caller, after each iteration, not timed; clears the answers for the next one.
    public abstract Answer Check();
}
