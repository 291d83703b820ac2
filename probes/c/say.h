// What the probe says on standard output; see docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0
#ifndef SAY_H
#define SAY_H

#include "models.h"

// What was asked for, beyond what the models need to know.
struct asked {
    const struct model *model;
    const char *workload, *implementation, *gate, *stamps, *pin;
    bool each_task; // its stamps are said, not only those of each worker
    int iterations, warmup;
};

void say_hello(const struct asked *asked, const struct run *run);
// Changes the slots where stamps are summed up; returns how many kernel threads ended tasks.
int say_iteration(const struct asked *asked, struct run *run, int index, int64_t cpu_ns);
void say_answer(bool ok, const char *expected, const char *found);
void say_samples(const struct run *run); // nothing where there are none

#endif
