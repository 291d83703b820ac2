// How tasks are executed. A model is made before the first iteration, outside the timed part, with those of its workers
// that are made once. It knows nothing of workloads.
// SPDX-License-Identifier: Apache-2.0

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

abstract class Model {
    protected final Run run;

    protected Model(Run run) {
        this.run = run;
    }

    /** Does every task once. Workers that are to be held are still there when it returns. */
    abstract void sweep();

    /** Lets the workers go that were held, and waits until they are gone. */
    void dismiss() {}

    /** How many workers wait between `sweep` and `dismiss`. */
    abstract int waiting();

    /** After the last iteration. */
    void stop() {}

    /** Sees to it that all workers of a pool are really there: each of them waits for the last. */
    static void muster(Executor pool, int workers) {
        CountDownLatch here = new CountDownLatch(workers);
        for (int worker = 0; worker < workers; worker++) {
            pool.execute(() -> {
                here.countDown();
                Gate.await(here);
            });
        }
        Gate.await(here);
    }
}
