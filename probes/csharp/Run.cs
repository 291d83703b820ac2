// One iteration as the models see it.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Threading.Tasks;

sealed class Run {
    const long Millisecond = 1000000;

    public readonly Options Options;
    public readonly Piece[] Pieces;
    public readonly Slots Slots;
    public readonly Samples Samples = new Samples();
    readonly Work work;
    readonly int[] cpus; // allowed when the probe started; only where workers are pinned
    readonly bool stamped;

    // Set by the caller before a worker can see them: the models hand tasks over in ways that make them visible.
    public bool Warm; // this iteration counts
    public int Step; // the sweep under way
    public long Opened;

    volatile Exception failure;

    public Run(Options options, Work work) {
        Options = options;
        this.work = work;
        stamped = options.Stamped;
        cpus = options.Pinned ? Kernel.AllowedCpus() : null;
        Slots = new Slots(options.Tasks);
        Pieces = new Piece[options.Tasks];
        for (int index = 0; index < Pieces.Length; index++)
            Pieces[index] = new Piece(index);
    }

    // The opening, in the first sweep; called by the model just before a worker can begin.
    public void Open() {
        if (Step > 0)
            return;
        work.Arm();
        Opened = Kernel.Now();
    }

    public bool WindowIsOver() {
        return Options.WindowMs == 0 || Kernel.Now() - Opened >= Options.WindowMs * Millisecond;
    }

    // Does a task in the calling thread, which waits where the task does.
    public void DoTask(int index) {
        var meter = new Meter(this, true);
        Begin(index);
        try {
            work.Operate(Pieces[index], meter).GetAwaiter().GetResult();
        } catch (Exception thrown) {
            failure = thrown;
        }
        End(index, meter);
    }

    // Does a task as a coroutine, which may go on in another thread after it has waited.
    public async Task DoTaskAsync(int index) {
        var meter = new Meter(this, false);
        Begin(index);
        try {
            await work.Operate(Pieces[index], meter);
        } catch (Exception thrown) {
            failure = thrown;
        }
        End(index, meter);
    }

    void Begin(int index) {
        if (Step == 0)
            Stamp(index, Column.Started);
    }

    void End(int index, Meter meter) {
        Stamp(index, Column.Ended);
        Slots[index, Column.Worker] = Kernel.Thread();
        Slots[index, Column.Ops] = meter.Ops + (Step == 0 ? 0 : Slots[index, Column.Ops]);
        if (!Warm || meter.Samples == null)
            return;
        lock (Samples)
            Samples.AddAll(meter.Samples);
    }

    public void Submitted(int index) {
        if (Step == 0)
            Stamp(index, Column.Submitted);
    }

    public void Accepted(int index) {
        if (Step == 0)
            Stamp(index, Column.Accepted);
    }

    void Stamp(int index, Column column) {
        if (stamped)
            Slots[index, column] = Kernel.Now();
    }

    // Where there is no call that makes a worker or hands the task over.
    public void NothingBefore(int index) {
        Slots[index, Column.Submitted] = Slots[index, Column.Accepted] = Slots[index, Column.Started];
    }

    // The gate that the first workers of an iteration wait at, where one is asked for.
    public Gate StartGate(bool maySpin) {
        bool wanted = Options.Gate == "after_create" && Step == 0;
        bool spin = maySpin && Options.Workers <= Environment.ProcessorCount;
        return new Gate(wanted ? Math.Min(Options.Workers, Pieces.Length) : 0, spin);
    }

    // The gate that all workers of a sweep wait at before they go, where they are to be held.
    public Gate LeaveGate() {
        return new Gate(Options.Hold ? Pieces.Length : 0, false);
    }

    // Ties the calling thread to the CPU that the worker of this number is to have.
    public void PinWorker(int worker) {
        if (cpus == null)
            return;
        try {
            Kernel.Pin(cpus[Options.Pin == "each" ? worker % cpus.Length : 0]);
        } catch (InvalidOperationException thrown) {
            failure = thrown;
        }
    }

    // In the caller, once all tasks are done.
    public void ThrowFailure() {
        if (failure != null)
            throw new InvalidOperationException("a worker failed", failure);
    }
}
