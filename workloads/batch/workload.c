// Computations of 1, 2, 3, ... units of length in a given order: each is so many steps of one recurrence, which reads
// no clock and gives nothing back before its end, and after it a sleep where only a share is to be computing.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#include "probe.h"

enum { TRIES = 5, SHORTEST_TRY_NS = 2000000 };
enum order { DESCENDING, ASCENDING, RANDOM };
static const uint64_t FACTOR = 6364136223846793005, SUMMAND = 1442695040888963407;

struct batch {
    int tasks, sweeps;
    int64_t sleep_of_unit_ns;
    struct result {
        _Alignas(128) uint64_t x;
        int64_t size, steps, done;
    } result[];
};

static uint64_t next(uint64_t x) { return x * FACTOR + SUMMAND; }

// Every step is taken: a compiler may not do several of them in one multiplication.
static __attribute__((noinline)) uint64_t recur(uint64_t x, int64_t steps) {
    while (steps-- > 0) {
        x = next(x);
        __asm__ volatile("" : "+r"(x));
    }
    return x;
}

// The same by squaring: two steps are one step with another factor and summand.
static uint64_t recur_at_once(uint64_t x, int64_t steps) {
    uint64_t factor = FACTOR, summand = SUMMAND;
    for (; steps > 0; steps /= 2) {
        if (steps % 2)
            x = x * factor + summand;
        summand *= factor + 1;
        factor *= factor;
    }
    return x;
}

static int64_t timed(int64_t steps) {
    static volatile uint64_t kept;
    int64_t start = meter_now();
    kept = recur(kept, steps);
    return meter_now() - start;
}

// Steps of the recurrence in a microsecond, by the fastest of a few tries, so that whoever else runs does not count.
static double calibrate(void) {
    int64_t steps = 100000, fastest;
    while ((fastest = timed(steps)) < SHORTEST_TRY_NS)
        steps *= 2;
    for (int i = 0; i < TRIES; i++) {
        int64_t time = timed(steps);
        if (time < fastest)
            fastest = time;
    }
    return steps * 1000.0 / fastest;
}

static void set_sizes(struct task *tasks, int count, enum order order, uint64_t x) {
    for (int i = 0; i < count; i++)
        tasks[i].size = order == DESCENDING ? count - i : i + 1;
    for (int i = count - 1; order == RANDOM && i > 0; i--) {
        x = next(x);
        int other = (int)((x >> 33) % (uint64_t)(i + 1));
        int64_t size = tasks[i].size;
        tasks[i].size = tasks[other].size;
        tasks[other].size = size;
    }
}

static int64_t bounded_parameter(struct parameters *parameters, const char *name, int64_t otherwise, int64_t least) {
    int64_t value = parameter(parameters, name, otherwise);
    if (value < least)
        refuse("%s: expected %lld or more, found %lld", name, (long long)least, (long long)value);
    return value;
}

void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree) {
    static const char *const ORDERS[] = {
        [DESCENDING] = "descending", [ASCENDING] = "ascending", [RANDOM] = "random", NULL};
    struct batch *batch = shared_memory(sizeof *batch + count * sizeof batch->result[0]);
    int64_t unit_us = bounded_parameter(parameters, "unit_us", 5000, 1);
    int64_t percent = bounded_parameter(parameters, "cpu_percent", 100, 0);
    double loops_per_us = bounded_parameter(parameters, "loops_per_us", 0, 0);
    (void)degree;
    if (percent > 100)
        refuse("cpu_percent: expected 100 or less, found %lld", (long long)percent);
    batch->tasks = count;
    batch->sweeps = (int)parameter(parameters, "steps", 1);
    set_sizes(tasks, count, choice(parameters, "order", ORDERS), (uint64_t)parameter(parameters, "seed", 1));
    if (loops_per_us == 0)
        loops_per_us = calibrate();
    batch->sleep_of_unit_ns = unit_us * (100 - percent) * 10;
    for (int i = 0; i < count; i++) {
        batch->result[i].size = tasks[i].size;
        batch->result[i].steps = (int64_t)(tasks[i].size * unit_us * loops_per_us * percent / 100);
    }
    return batch;
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct batch *batch = shared;
    struct result *result = &batch->result[task->index];
    result->x = recur(task->size, result->steps);
    if (batch->sleep_of_unit_ns > 0)
        meter_sleep(meter, task->size * batch->sleep_of_unit_ns);
    result->done++;
    meter->ops += task->size;
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    struct batch *batch = shared;
    int right = 0;
    for (int i = 0; i < batch->tasks; i++) {
        struct result *result = &batch->result[i];
        uint64_t x = recur_at_once(result->size, result->steps);
        right += result->done == batch->sweeps && result->x == x;
        result->x = result->done = 0;
    }
    snprintf(expected, ANSWER_LENGTH, "%d tasks done once with the right number", batch->tasks);
    snprintf(found, ANSWER_LENGTH, "%d tasks done once with the right number", right);
    return right == batch->tasks;
}
