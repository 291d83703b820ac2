// What each task sees: the CPU it is tied to. Takes samples whose histogram is known, and may wait for all others.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "probe.h"

struct witness {
    int tasks;
    int64_t samples;
    bool together;
    atomic_int running;
    int cpu[]; // -1 where there are several
};

void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree) {
    struct witness *witness = shared_memory(sizeof *witness + count * sizeof witness->cpu[0]);
    (void)tasks, (void)degree;
    witness->tasks = count;
    witness->samples = parameter(parameters, "samples", 0);
    witness->together = parameter(parameters, "together", 0) == 1;
    return witness;
}

static int only_cpu(void) {
    cpu_set_t allowed;
    int cpu = 0;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) != 1)
        return -1;
    while (!CPU_ISSET(cpu, &allowed))
        cpu++;
    return cpu;
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct witness *witness = shared;
    witness->cpu[task->index] = only_cpu();
    atomic_fetch_add(&witness->running, 1);
    while (witness->together && witness->running < witness->tasks)
        sched_yield();
    for (int64_t i = 0; i < witness->samples; i++)
        meter_sample(meter, i * i);
    meter->ops++;
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    struct witness *witness = shared;
    int length = snprintf(found, ANSWER_LENGTH, "cpus");
    for (int i = 0; i < witness->tasks; i++)
        length += snprintf(found + length, ANSWER_LENGTH - length, " %d", witness->cpu[i]);
    strcpy(expected, found);
    witness->running = 0;
    return true;
}
