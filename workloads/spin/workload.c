// Adds one, again and again, in a register: nothing is shared, and no memory is touched. What one more worker adds
// here is all that this machine has to give.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#include "probe.h"

#define KEEP(value) __asm__ volatile("" : "+r"(value)) // so that the compiler cannot work the sum out

struct spin {
    long long total;
    int tasks;
    struct result {
        _Alignas(128) long long turns;
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

static __attribute__((noinline)) long long turn(long long turns) {
    long long done = 0;
    while (done < turns) {
        done++;
        KEEP(done);
    }
    return done;
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct spin *spin = shared;
    spin->result[task->index].turns = turn(task->size);
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
