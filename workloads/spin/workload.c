// Multiplies and adds, again and again, in a register: nothing is shared, and no memory is touched. Each turn waits for
// the one before, so that a core is hardly used: two CPUs that are two threads of one core do not get in each other's
// way either. What one more worker adds here is all that this machine has to give.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#include "probe.h"

#define KEEP(value) __asm__ volatile("" : "+r"(value)) // so that the compiler cannot do several turns in one

struct spin {
    long long total;
    int tasks;
    struct result {
        _Alignas(128) long long turns;
        uint64_t value; // what was turned, so that somebody wants it
    } result[];
};

void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree) {
    struct spin *spin = shared_memory(sizeof *spin + count * sizeof spin->result[0]);
    (void)degree;
    spin->total = parameter(parameters, "total", 1000000);
    spin->tasks = count;
    if (spin->total < 1)
        refuse("total: expected 1 or more, found %lld", spin->total);
    for (int i = 0; i < count; i++)
        tasks[i].size = spin->total / count + (i < spin->total % count);
    return spin;
}

static __attribute__((noinline)) void turn(long long turns, struct result *result) {
    uint64_t value = (uint64_t)turns;
    long long done = 0;
    for (; done < turns; done++) {
        value = value * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        KEEP(value);
    }
    result->turns = done;
    result->value = value;
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct spin *spin = shared;
    turn(task->size, &spin->result[task->index]);
    meter->ops += task->size;
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    struct spin *spin = shared;
    long long turns = 0;
    for (int i = 0; i < spin->tasks; i++) {
        turns += spin->result[i].turns;
        spin->result[i].turns = 0;
    }
    snprintf(expected, ANSWER_LENGTH, "%lld turns", spin->total);
    snprintf(found, ANSWER_LENGTH, "%lld turns", turns);
    return turns == spin->total;
}
