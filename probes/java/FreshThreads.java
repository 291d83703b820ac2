// A fresh thread for each task, at most `workers` alive: a kernel thread of its own, or a virtual thread, which the
// runtime puts on as many kernel threads (carriers) as there are CPUs allowed, and which never takes turns on them
// unless it waits.
// SPDX-License-Identifier: Apache-2.0

import java.util.concurrent.Semaphore;

final class FreshThreads extends Model {
    private final Thread.Builder kind;
    private final boolean platform;
    private Semaphore room;
    private Gate start, leave;
    private Thread[] threads;

    private FreshThreads(Run run, Thread.Builder kind, boolean platform) {
        super(run);
        this.kind = kind;
        this.platform = platform;
    }

    static FreshThreads ofPlatform(Run run) {
        return new FreshThreads(run, Thread.ofPlatform().daemon(), true);
    }

    static FreshThreads ofVirtual(Run run) {
        if (run.options.pinned())
            throw new Refused("pin: a virtual thread has no CPU of its own, it is moved from thread to thread");
        return new FreshThreads(run, Thread.ofVirtual(), false);
    }

    private final class Errand implements Runnable {
        private final int index;

        Errand(int index) {
            this.index = index;
        }

        @Override
        public void run() {
            if (platform)
                run.pin(index);
            start.pass();
            run.doTask(index);
            leave.pass();
            room.release();
        }
    }

    @Override
    void sweep() {
        start = run.startGate(platform);
        leave = run.leaveGate();
        room = new Semaphore(run.options.workers);
        threads = new Thread[run.tasks.length];
        if (start.wanted == 0)
            run.open();
        for (int index = 0; index < threads.length; index++) {
            room.acquireUninterruptibly();
            make(index);
            if (index + 1 != start.wanted)
                continue;
            start.await();
            run.open();
            start.open();
        }
        if (run.options.hold)
            leave.await();
        else
            join();
    }

    private void make(int index) {
        run.submitted(index);
        threads[index] = kind.start(new Errand(index));
        run.accepted(index);
    }

    private void join() {
        try {
            for (Thread thread : threads)
                thread.join();
        } catch (InterruptedException nobodyDoes) {
            throw new IllegalStateException(nobodyDoes);
        }
    }

    @Override
    int waiting() {
        return run.options.hold ? threads.length : 0;
    }

    @Override
    void dismiss() {
        leave.open();
        join();
    }
}
