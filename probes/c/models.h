// The models a C probe offers, and one iteration as they see it. They know nothing of workloads.
// SPDX-License-Identifier: Apache-2.0
#ifndef MODELS_H
#define MODELS_H

#include <sched.h>

#include "gate.h"
#include "probe.h"

// A task's stamps, two cache lines away from the next so that workers do not share one. With several sweeps
// over the tasks: the first time it was submitted, accepted and started, the last time it ended.
struct slot {
    _Alignas(128) int64_t submitted;
    int64_t accepted;
    int64_t started;
    int64_t ended;
    int64_t worker; // kernel thread
    int64_t ops;
    int64_t size;
};

enum pin { PIN_NONE, PIN_EACH, PIN_SAME };

// In shared memory as a whole, so that worker processes see what the caller sets after they were made.
struct run {
    int workers;
    int tasks;
    int steps;         // sweeps over all tasks in one iteration
    int step;          // the one under way
    bool after_create; // the gate opens once the first workers are there
    bool stamped;
    bool hold; // workers stay until every task is done
    bool mark; // stop in the last iteration, so that memory can be taken
    bool warm; // this iteration counts
    bool last; // this iteration is the last one
    enum pin pin;
    cpu_set_t allowed; // CPUs, as they were when the probe started
    int64_t window_ns;
    struct task *task;
    struct slot *slot;
    struct samples *samples;
    struct gate start, leave;
    void *shared;   // the workload's
    int64_t opened; // when the iteration did
    int64_t closed; // when the caller knew that all tasks were done
    int threads;    // of this process, then
};

struct model {
    const char *name;
    bool makes_workers;             // in each sweep, so that they can be held
    void (*start)(struct run *run); // before the first iteration, not timed; may be missing
    void (*sweep)(struct run *run); // every task once
    void (*stop)(void);             // after the last iteration; may be missing
};

extern const struct model MODELS[];
extern const int MODEL_COUNT;

// The pool's: threads made once (pool.c).
void make_pool(struct run *run);
void in_the_pool(struct run *run);
void close_pool(void);

// What models share (models.c).
int64_t stamp(const struct run *run);
void do_task(struct run *run, int index, int64_t worker);
void pin_worker(const struct run *run, int worker);

// What the harness does for them: starts the clock; notes that all tasks are done and how many workers are held.
void open_iteration(struct run *run);
void all_done(struct run *run, int held);

// The meter's (meter.c).
int64_t now_ns(void);
struct samples *no_samples(void);
void hand_in(struct meter *meter);

#endif
