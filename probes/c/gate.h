// A gate in shared memory: everyone arrives, the caller waits for all of them and lets them go.
//
// Where each worker can have a CPU of its own they spin, and so start together; where there are more workers
// than CPUs a spinner would only keep the others from arriving, so they sleep.
// SPDX-License-Identifier: Apache-2.0
#ifndef GATE_H
#define GATE_H

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SPINS_BEFORE_YIELD = 100 };

struct gate {
    atomic_int arrived;
    atomic_int open;
    int wanted; // arrivals to wait for before opening; 0 = no gate, everyone passes
    bool spin;
};

// No longer than `longest`, NULL for ever; false where that time is over.
static inline bool futex_wait(atomic_int *word, int value, const struct timespec *longest) {
    return syscall(SYS_futex, word, FUTEX_WAIT, value, longest, NULL, 0) == 0 || errno != ETIMEDOUT;
}
static inline void futex_wake(atomic_int *word) { syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); }

static inline void gate_close(struct gate *gate, int wanted, bool spin) {
    atomic_store(&gate->arrived, 0);
    atomic_store(&gate->open, 0);
    gate->wanted = wanted;
    gate->spin = spin;
}

// ORDERING: sequentially consistent throughout; the gate is outside the timed part but for its last load.
static inline void gate_pass(struct gate *gate) {
    if (gate->wanted == 0)
        return;
    if (atomic_fetch_add(&gate->arrived, 1) + 1 >= gate->wanted)
        futex_wake(&gate->arrived);
    for (int spins = 0; !atomic_load(&gate->open); spins++) {
        if (!gate->spin) {
            futex_wait(&gate->open, 0, NULL);
        } else if (spins % SPINS_BEFORE_YIELD == 0) {
            sched_yield(); // the caller that opens may need this CPU
        }
    }
}

// Waits until all have arrived; false where nobody came for so long.
static inline bool gate_await(struct gate *gate, const struct timespec *longest) {
    for (int seen; (seen = atomic_load(&gate->arrived)) < gate->wanted;)
        if (!futex_wait(&gate->arrived, seen, longest))
            return false;
    return true;
}

static inline void gate_open(struct gate *gate) {
    atomic_store(&gate->open, 1);
    futex_wake(&gate->open);
}

#endif
