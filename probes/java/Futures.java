// A fresh CompletableFuture for each task, at most `workers` in flight: on an executor of `workers` threads that was
// made for them, or on the executor that Java takes where a program names none. What that is depends on version and
// machine: with few CPUs, some make a thread for each task, and others do them all in one thread.
// A task that waits keeps its thread, as blocking code in a future does.
// SPDX-License-Identifier: Apache-2.0

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;

final class Futures extends Model {
    private final ExecutorService own; // null on the default executor
    private final Executor executor;
    private CompletableFuture<Void> leaving;
    private final List<CompletableFuture<Void>> openings = new ArrayList<>(); // one for each who waits at the gate
    private CompletableFuture<?>[] futures;
    private Semaphore room;
    private CountDownLatch arrivals, done;

    Futures(Run run) {
        super(run);
        boolean named = run.options.implementation.equals("executor");
        if (run.options.pinned() && !named)
            throw new Refused("pin: the threads of the default executor are the runtime's own");
        own = named ? FixedPool.threads(run) : null;
        executor = named ? own : new CompletableFuture<Void>().defaultExecutor();
    }

    @Override
    void sweep() {
        boolean gated = run.options.afterCreate() && run.step == 0;
        int firstWave = Math.min(run.options.workers, run.tasks.length);
        arrivals = new CountDownLatch(firstWave);
        done = new CountDownLatch(run.tasks.length);
        openings.clear();
        leaving = new CompletableFuture<>();
        futures = new CompletableFuture<?>[run.tasks.length];
        room = new Semaphore(run.options.workers);
        if (!gated)
            run.open();
        for (int index = 0; index < futures.length; index++) {
            room.acquireUninterruptibly();
            make(index, gated && index < firstWave);
            if (gated && index + 1 == firstWave)
                openGate();
        }
        Gate.await(done);
    }

    private void openGate() {
        Gate.await(arrivals);
        run.open();
        openings.forEach(opening -> opening.complete(null)); // of a common one the last who came would go first
    }

    private void make(int index, boolean gated) {
        run.submitted(index);
        CompletableFuture<Void> task = gated ? behindGate(index) : CompletableFuture.runAsync(errand(index), executor);
        futures[index] = run.options.hold ? task.thenCompose(nothing -> leaving) : task;
        run.accepted(index);
    }

    /** The executor has come to it; it waits for the opening without keeping a thread, and does its task. */
    private CompletableFuture<Void> behindGate(int index) {
        CompletableFuture<Void> opening = new CompletableFuture<>();
        openings.add(opening);
        executor.execute(arrivals::countDown);
        return opening.thenRunAsync(errand(index), executor);
    }

    private Runnable errand(int index) {
        return () -> {
            run.doTask(index);
            room.release();
            done.countDown();
        };
    }

    @Override
    int waiting() {
        return run.options.hold ? futures.length : 0;
    }

    @Override
    void dismiss() {
        leaving.complete(null);
        CompletableFuture.allOf(futures).join();
    }

    @Override
    void stop() {
        if (own != null)
            own.shutdown();
    }
}
