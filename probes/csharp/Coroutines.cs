// A fresh async method for each task, at most `workers` in flight, on the thread pool as the runtime sets it up. The
// first thing each does is to give up the caller's thread: without that it would run there until it waits, and where it
// never waits all of it would be serial.
// SPDX-License-Identifier: Apache-2.0
using System.Threading;
using System.Threading.Tasks;

sealed class Coroutines : Model {
    SemaphoreSlim room;
    Gate start, leave;
    Task[] coroutines;

    public Coroutines(Run run) : base(run) {
        if (run.Options.Pinned)
            throw new Refused("pin: a coroutine goes on in any thread of the pool, and has no CPU of its own");
    }

    public override void Sweep() {
        start = run.StartGate(false);
        leave = run.LeaveGate();
        room = new SemaphoreSlim(run.Options.Workers);
        coroutines = new Task[run.Pieces.Length];
        if (start.Wanted == 0)
            run.Open();
        for (int index = 0; index < coroutines.Length; index++) {
            room.Wait();
            run.Submitted(index);
            coroutines[index] = Coroutine(index);
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
            Task.WhenAll(coroutines).Wait();
    }

    async Task Coroutine(int index) {
        await Task.Yield();
        await start.PassAsync();
        await run.DoTaskAsync(index);
        await leave.PassAsync();
        room.Release();
    }

    public override int Waiting {
        get { return run.Options.Hold ? coroutines.Length : 0; }
    }

    public override void Dismiss() {
        leave.Open();
        Task.WhenAll(coroutines).Wait();
    }
}
