// Everyone arrives, the caller waits for all of them and lets them go.
//
// Where each worker can have a CPU of its own they spin, and so start together; where there are more workers than
// CPUs a spinner would only keep the others from arriving, so they sleep. Virtual threads park.
// SPDX-License-Identifier: Apache-2.0

import java.util.concurrent.CountDownLatch;

final class Gate {
    private static final int SPINS_BEFORE_YIELD = 100;

    final int wanted; // arrivals to wait for before opening; 0 = no gate, everyone passes
    private final boolean spin;
    private final CountDownLatch arrivals;
    private final CountDownLatch opening = new CountDownLatch(1);
    private volatile boolean open;

    Gate(int wanted, boolean spin) {
        this.wanted = wanted;
        this.spin = spin;
        this.arrivals = new CountDownLatch(wanted);
    }

    void pass() {
        if (wanted == 0)
            return;
        arrivals.countDown();
        if (!spin)
            await(opening);
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
        opening.countDown();
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException nobodyDoes) {
            throw new IllegalStateException(nobodyDoes);
        }
    }
}
