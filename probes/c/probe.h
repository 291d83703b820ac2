// What a workload in C must offer, and what it may use. The harness owns arguments, workers, clock and output.
// SPDX-License-Identifier: Apache-2.0
#ifndef PROBE_H
#define PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ANSWER_LENGTH = 256 };

// One task; `prepare` may set role and size.
struct task {
    int index;    // from 0
    int role;     // 0 unless the workload has several
    int64_t size; // in the workload's own unit
};

// How a task touches the world outside; one for each task.
struct meter {
    int64_t ops; // units of work done: the workload adds to it
};

// The words the probe was started with.
struct parameters;
int64_t parameter(struct parameters *parameters, const char *name, int64_t otherwise);

// The probe understood, but cannot do what was asked: says so and ends. Only while preparing.
_Noreturn void refuse(const char *format, ...);

// Zeroed memory that every worker sees, also a forked one; never freed.
void *shared_memory(size_t bytes);

// The workload. `check` runs after each iteration, outside the timed part: it writes what was expected and
// what was found, says whether they agree, and clears the answers for the next iteration.
void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree);
void operate(void *shared, const struct task *task, struct meter *meter);
bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]);

#endif
