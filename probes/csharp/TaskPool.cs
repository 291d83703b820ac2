// Tasks on .NET's thread pool, which may do as many at a time as there are workers; so many threads are started before the
// first iteration. Where a runtime keeps its pool at least as large as the number of CPUs, the threads beyond the workers
// are kept waiting, so that they do no task. Mono may still put a new thread in the place of one that is about to rest.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Threading;
using System.Threading.Tasks;

sealed class TaskPool : Model {
    readonly ManualResetEvent over = new ManualResetEvent(false);
    CountdownEvent done;

    public TaskPool(Run run) : base(run) {
        if (run.Options.Pinned)
            throw new Refused("pin: the threads of .NET's pool are its own, and it may replace them");
        int workers = run.Options.Workers, threads = SetThreads(workers), arrived = 0;
        var here = new CountdownEvent(threads);
        for (int i = 0; i < threads; i++)
            ThreadPool.QueueUserWorkItem(nothing => {
                bool surplus = Interlocked.Increment(ref arrived) > workers;
                here.Signal();
                here.Wait();
                if (surplus)
                    over.WaitOne();
            });
        here.Wait();
    }

    // As many as asked for, or as few as the runtime allows; returns how many.
    static int SetThreads(int workers) {
        int least, most, forInput;
        ThreadPool.GetMinThreads(out least, out forInput);
        ThreadPool.SetMinThreads(1, forInput);
        ThreadPool.GetMaxThreads(out most, out forInput);
        int threads = workers;
        while (!ThreadPool.SetMaxThreads(threads, forInput) && threads < most)
            threads++;
        if (!ThreadPool.SetMinThreads(threads, 1))
            throw new Refused("workers: expected as many as the thread pool can have threads, found " + workers);
        return threads;
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
        Task.Run(() => {
            run.DoTask(index);
            done.Signal();
        });
        run.Accepted(index);
    }

    public override int Waiting {
        get { return run.Options.Workers; }
    }

    public override void Stop() {
        over.Set();
    }
}
