// The models a C probe offers, and one iteration as they see it. They know nothing of workloads.
// SPDX-License-Identifier: Apache-2.0
#ifndef MODELS_H
#define MODELS_H

#include "gate.h"
#include "probe.h"

// A task's stamps, two cache lines away from the next so that workers do not share one.
struct slot {
    _Alignas(128) int64_t submitted;
    int64_t accepted;
    int64_t started;
    int64_t ended;
    int64_t worker; // kernel thread
    int64_t ops;
};

struct run {
    int workers;
    int tasks;
    bool after_create; // the gate opens once the first workers are there
    bool stamped;
    struct task *task; // in shared memory, as are slots and gate
    struct slot *slot;
    struct gate *gate;
    void *shared;   // the workload's
    int64_t opened; // set by the model
};

struct model {
    const char *name;
    void (*start)(struct run *run); // before the first iteration, not timed; may be missing
    void (*execute)(struct run *run);
    void (*stop)(void); // after the last one
};

extern const struct model MODELS[];
extern const int MODEL_COUNT;

int64_t now_ns(void);
_Noreturn void die(const char *what, int error);

#endif
