// Tasks on .NET's thread pool, at most `workers` of them at a time; so many threads are started before the first
// iteration. The bound is kept by a scheduler between tasks and pool: the pool's own bound does not hold on Mono, which
// makes more threads when many tasks come at once, and nowhere may be less than the number of CPUs.
// SPDX-License-Identifier: Apache-2.0
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

sealed class TaskPool : Model {
    const long NoticedWithinMs = 50;
    readonly TaskFactory tasks;
    CountdownEvent done;

    public TaskPool(Run run) : base(run) {
        if (run.Options.Pinned)
            throw new Refused("pin: the threads of .NET's pool are its own, and it may replace them");
        int workers = run.Options.Workers;
        var bound = new ConcurrentExclusiveSchedulerPair(TaskScheduler.Default, workers);
        tasks = new TaskFactory(bound.ConcurrentScheduler);
        AllowThreads(workers);
        Muster(workers);
    }

    // Without it the pool waits, up to half a second for each thread, whether one more is really needed.
    static void AllowThreads(int workers) {
        int threads, forInput;
        ThreadPool.GetMaxThreads(out threads, out forInput);
        if (threads < workers)
            ThreadPool.SetMaxThreads(workers, forInput);
        ThreadPool.GetMinThreads(out threads, out forInput);
        if (threads >= workers)
            return;
        if (!ThreadPool.SetMinThreads(workers, forInput))
            throw new Refused("workers: expected as many as the thread pool can have threads, found " + workers);
        MakeNoticed();
    }

    // Mono sees a new minimum only when it weighs how fast work is done, and that is only after work was done.
    static void MakeNoticed() {
        var since = Stopwatch.StartNew();
        while (since.ElapsedMilliseconds < NoticedWithinMs)
            Muster(1);
    }

    // Sees to it that so many threads are really there: each of them waits for the last.
    static void Muster(int workers) {
        var here = new CountdownEvent(workers);
        for (int i = 0; i < workers; i++)
            ThreadPool.QueueUserWorkItem(nothing => {
                here.Signal();
                here.Wait();
            });
        here.Wait();
    }

    public override void Sweep() {
        done = new CountdownEvent(run.Pieces.Length);
        run.Open();
        for (int index = 0; index < run.Pieces.Length; index++)
            HandOver(index);
        done.Wait();
    }

    void HandOver(int index) {
        run.Submitted(index);
        tasks.StartNew(() => {
            run.DoTask(index);
            done.Signal();
        });
        run.Accepted(index);
    }

    public override int Waiting {
        get { return run.Options.Workers; }
    }
}
