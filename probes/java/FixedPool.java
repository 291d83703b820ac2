// Threads made once, fed in order through one queue.
// SPDX-License-Identifier: Apache-2.0

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

final class FixedPool extends Model {
    private final ExecutorService executor;
    private CountDownLatch done;

    FixedPool(Run run) {
        super(run);
        executor = threads(run);
    }

    /** As many threads as workers, all of them there, pinned where that is asked for. */
    static ExecutorService threads(Run run) {
        int[] made = {0}; // counted by the caller, which makes them all
        ExecutorService executor = Executors.newFixedThreadPool(run.options.workers, body -> {
            int worker = made[0]++;
            return Thread.ofPlatform().daemon().unstarted(() -> {
                run.pin(worker);
                body.run();
            });
        });
        muster(executor, run.options.workers);
        return executor;
    }

    private final class Errand implements Runnable {
        private final int index;

        Errand(int index) {
            this.index = index;
        }

        @Override
        public void run() {
            run.doTask(index);
            done.countDown();
        }
    }

    @Override
    void sweep() {
        done = new CountDownLatch(run.tasks.length);
        run.open();
        for (int index = 0; index < run.tasks.length; index++) {
            run.submitted(index);
            executor.execute(new Errand(index));
            run.accepted(index);
        }
        Gate.await(done);
    }

    @Override
    int waiting() {
        return run.options.workers;
    }

    @Override
    void stop() {
        executor.shutdown();
    }
}
