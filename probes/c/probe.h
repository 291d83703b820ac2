// What a workload in C must offer, and what it may use. The harness owns arguments, workers, clock and output.
// SPDX-License-Identifier: Apache-2.0
#ifndef PROBE_H
#define PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ANSWER_LENGTH = 256, SAMPLES_IN_HAND = 64 };

// One task; `prepare` may set role and size.
struct task {
    int index;    // from 0
    int role;     // 0 unless the workload has several
    int64_t size; // in the workload's own unit
};

// How a task touches the world outside; one for each task.
struct meter {
    int64_t ops; // units of work done: the workload adds to it
    // The rest is the harness's: what `stop` looks at, and samples that it has not handed in yet.
    const struct run *run;
    int in_hand;
    int64_t sample[SAMPLES_IN_HAND];
};

int64_t meter_now(void);                                 // nanoseconds, never going back
void meter_sleep(const struct meter *meter, int64_t ns); // not less, maybe more
bool meter_stop(const struct meter *meter);              // whether windowed work should end
void meter_sample(struct meter *meter, int64_t ns);      // one time that the workload took itself

// Fills the buffer from a pipe or socket; returns how many bytes came, fewer only where the stream ended.
size_t meter_receive(const struct meter *meter, int stream, void *buffer, size_t length);

// The words the probe was started with, the harness's own among them. `choice` gives a place in `choices`, which
// ends with NULL, and the first where the word is missing.
struct parameters;
int64_t parameter(struct parameters *parameters, const char *name, int64_t otherwise);
int choice(struct parameters *parameters, const char *name, const char *const choices[]);

// The probe understood, but cannot do what was asked: says so and ends. Only while preparing.
_Noreturn void refuse(const char *format, ...);

// The workload cannot go on: says so on standard error and ends the process. `error` is an errno, or 0.
_Noreturn void die(const char *what, int error);

// Zeroed memory that every worker sees, also a forked one; never freed.
void *shared_memory(size_t bytes);

// The workload. `check` runs after each iteration, outside the timed part: it writes what was expected and
// what was found, says whether they agree, and clears the answers for the next iteration.
void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree);
void operate(void *shared, const struct task *task, struct meter *meter);
bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]);

// What it may offer besides, all called in the caller: between two sweeps over all tasks, just before an iteration
// opens, and after its last task.
__attribute__((weak)) void between(void *shared, int step);
__attribute__((weak)) void arm(void *shared);
__attribute__((weak)) void disarm(void *shared);

#endif
