// A fork/join pool: threads made once, each with a queue of its own, that take tasks from each other. One of them forks
// all tasks into its own queue, as programs for such pools do. It then takes the one forked last first (asyncMode is
// false, as by default), while the others take the one forked first.
// SPDX-License-Identifier: Apache-2.0

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

final class Stealing extends Model {
    private static final boolean ASYNC_MODE = false;

    private final ForkJoinPool pool;
    private CountDownLatch done;

    Stealing(Run run) {
        super(run);
        int workers = run.options.workers;
        AtomicInteger made = new AtomicInteger();
        // Exactly so many threads: none beyond them while others wait, and none goes for want of work.
        pool = new ForkJoinPool(workers, owner -> new Worker(owner, made.getAndIncrement()), null, ASYNC_MODE,
                workers, workers, 0, full -> true, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        muster(pool, workers);
    }

    private final class Worker extends ForkJoinWorkerThread {
        private final int number;

        Worker(ForkJoinPool owner, int number) {
            super(owner);
            this.number = number;
        }

        @Override
        protected void onStart() {
            run.pin(number);
        }
    }

    private final class Errand extends RecursiveAction {
        private static final long serialVersionUID = 1;
        private final int index;

        Errand(int index) {
            this.index = index;
        }

        @Override
        protected void compute() {
            run.doTask(index);
            done.countDown();
        }
    }

    private final class Root extends RecursiveAction {
        private static final long serialVersionUID = 1;

        @Override
        protected void compute() {
            for (int index = 0; index < run.tasks.length; index++) {
                run.submitted(index);
                new Errand(index).fork();
                run.accepted(index);
            }
            done.countDown();
        }
    }

    @Override
    void sweep() {
        done = new CountDownLatch(run.tasks.length + 1); // and the one that forks them
        run.open();
        pool.execute(new Root());
        Gate.await(done);
    }

    @Override
    int waiting() {
        return run.options.workers;
    }

    @Override
    void stop() {
        pool.shutdown();
    }
}
