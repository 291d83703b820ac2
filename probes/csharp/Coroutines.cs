// A fresh async method for each task, at most `workers` in flight, on the thread pool as the runtime sets it up. The
// first thing each does is to give up the caller's thread: without that it would run there until it waits, and where it
// never waits all of it would be serial.
// SPDX-License-Identifier: Apache-2.0
using System.Threading.Tasks;

sealed class Coroutines : FreshWorkers {
    readonly Task[] coroutines;

    public Coroutines(Run run) : base(run, false) {
        if (run.Options.Pinned)
            throw new Refused("pin: a coroutine goes on in any thread of the pool, and has no CPU of its own");
        coroutines = new Task[run.Pieces.Length];
    }

    protected override void Make(int index) {
        coroutines[index] = Coroutine(index);
    }

    async Task Coroutine(int index) {
        await Task.Yield();
        await start.PassAsync();
        await run.DoTaskAsync(index);
        await leave.PassAsync();
        room.Release();
    }

    protected override void Join() {
        Task.WhenAll(coroutines).Wait();
    }
}
