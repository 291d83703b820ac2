// Everyone arrives, the caller waits for all of them and lets them go.
//
// Where each worker can have a CPU of its own they spin, and so start together; where there are more workers than
// CPUs a spinner would only keep the others from arriving, so they sleep, and virtual threads park. The caller wakes each
// of them itself, in the order in which they came: a latch would let each one that runs wake the next, so that on busy
// CPUs the last would begin a long time after the first.
// SPDX-License-Identifier: Apache-2.0

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

final class Gate {
    private static final int SPINS_BEFORE_YIELD = 100;

    final int wanted; // arrivals to wait for before opening; 0 = no gate, everyone passes
    private final boolean spin;
    private final CountDownLatch arrivals;
    private final AtomicInteger places = new AtomicInteger();
    private final Thread[] asleep;
    private volatile boolean open;

    Gate(int wanted, boolean spin) {
        this.wanted = wanted;
        this.spin = spin;
        this.arrivals = new CountDownLatch(wanted);
        this.asleep = new Thread[spin ? 0 : wanted];
    }

    void pass() {
        if (wanted == 0 || open)
            return; // who comes later than those that are waited for finds it open
        if (!spin)
            asleep[places.getAndIncrement()] = Thread.currentThread();
        arrivals.countDown();
        while (!spin && !open)
            LockSupport.park(this);
        for (int spins = 1; !open; spins++) {
            if (spins % SPINS_BEFORE_YIELD == 0)
                Thread.yield(); // the caller that opens may need this CPU
            else
                Thread.onSpinWait();
        }
    }

    /** Waits until all have arrived. */
    void await() {
        await(arrivals);
    }

    void open() {
        open = true;
        for (Thread each : asleep)
            LockSupport.unpark(each);
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException nobodyDoes) {
            throw new IllegalStateException(nobodyDoes);
        }
    }
}
