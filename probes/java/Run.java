// One iteration as the models see it.
// SPDX-License-Identifier: Apache-2.0

final class Run {
    private static final long MILLISECOND = 1_000_000;

    final Options options;
    final Task[] tasks;
    final Slots slots;
    final Samples samples = new Samples();
    private final Work work;
    private final Kernel kernel;
    private final int[] cpus; // allowed when the probe started; only where workers are pinned
    private final boolean stamped;

    // Set by the caller before a worker can see them: the models hand tasks over in ways that make them visible.
    boolean warm; // this iteration counts
    int step; // the sweep under way
    long opened;

    private volatile Throwable failure;

    Run(Options options, Work work, Kernel kernel) {
        this.options = options;
        this.work = work;
        this.kernel = kernel;
        this.cpus = options.pinned() ? kernel.allowedCpus() : null;
        this.stamped = options.stamped();
        this.slots = new Slots(options.tasks);
        this.tasks = new Task[options.tasks];
        for (int index = 0; index < tasks.length; index++)
            tasks[index] = new Task(index);
    }

    /** The opening, in the first sweep; called by the model just before a worker can begin. */
    void open() {
        if (step > 0)
            return;
        work.arm();
        opened = System.nanoTime();
    }

    boolean windowIsOver() {
        return options.windowMs == 0 || System.nanoTime() - opened >= options.windowMs * MILLISECOND;
    }

    /** Does a task in the calling thread. What goes wrong there is thrown later, in the caller. */
    void doTask(int index) {
        Meter meter = new Meter(this);
        if (step == 0)
            stamp(index, Slots.STARTED);
        try {
            work.operate(tasks[index], meter);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        stamp(index, Slots.ENDED);
        slots.put(index, Slots.WORKER, kernel.thread());
        slots.put(index, Slots.OPS, meter.ops + (step == 0 ? 0 : slots.get(index, Slots.OPS)));
        if (warm && meter.samples() != null)
            hand(meter.samples());
    }

    private synchronized void hand(Samples taken) {
        samples.addAll(taken);
    }

    void submitted(int index) {
        if (step == 0)
            stamp(index, Slots.SUBMITTED);
    }

    void accepted(int index) {
        if (step == 0)
            stamp(index, Slots.ACCEPTED);
    }

    private void stamp(int index, int column) {
        if (stamped)
            slots.put(index, column, System.nanoTime());
    }

    /** Where there is no call that makes a worker or hands the task over. */
    void nothingBefore(int index) {
        slots.put(index, Slots.SUBMITTED, slots.get(index, Slots.STARTED));
        slots.put(index, Slots.ACCEPTED, slots.get(index, Slots.STARTED));
    }

    /** The gate that the first workers of an iteration wait at, where one is asked for. */
    Gate startGate(boolean maySpin) {
        int wanted = options.afterCreate() && step == 0 ? Math.min(options.workers, tasks.length) : 0;
        return new Gate(wanted, maySpin && options.workers <= Runtime.getRuntime().availableProcessors());
    }

    /** The gate that all workers of a sweep wait at before they go, where they are to be held. */
    Gate leaveGate() {
        return new Gate(options.hold ? tasks.length : 0, false);
    }

    /** Ties the calling thread to the CPU that the worker of this number is to have. */
    void pin(int worker) {
        if (cpus == null)
            return;
        try {
            kernel.pin(cpus[options.pin.equals("each") ? worker % cpus.length : 0]);
        } catch (IllegalStateException thrown) {
            failure = thrown;
        }
    }

    /** In the caller, once all tasks are done. */
    void throwFailure() {
        if (failure != null)
            throw new IllegalStateException("a worker failed", failure);
    }
}
