// Counting: equal parts of a total; each millionth step of a part is noticed. The loop bodies differ by one
// change at a time, from the published serial program's (0) to its threaded program's (4).
//
// As in both published programs a floating-point tally goes up with each step and is never read: without
// optimisation it is what the processor waits for, with optimisation the compiler drops it. OPAQUE keeps the
// loop itself from being dropped, shortened or done several steps at a time, and makes the compiler fetch the
// globals anew, alike in every body.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

#include "probe.h"

#define NOTICE_EVERY 1000000
#define OPAQUE(value) __asm__ volatile("" : "+r"(value) : : "memory")

// Not static and not constant: another file could change them, so the compiler must not work them out.
long long notice_every = NOTICE_EVERY;
double stretch = 5.0 * NOTICE_EVERY;
double notices = 5.0;

struct count {
    long long part, longer;  // the first `longer` tasks count one step more
    int step, tasks;
    struct result {
        _Alignas(128) long long counted;
        long long noticed;
    } result[];
};

static long long size_of_part(const struct count *count, int index) { return count->part + (index < count->longer); }

void *prepare(struct parameters *parameters, struct task *tasks, int number, int degree) {
    struct count *count = shared_memory(sizeof *count + number * sizeof count->result[0]);
    long long total = parameter(parameters, "total", 1000000);
    (void)degree;
    count->tasks = number;
    count->step = (int)parameter(parameters, "step", 0);
    count->part = total / number;
    count->longer = total % number;
    for (int i = 0; i < number; i++) tasks[i].size = size_of_part(count, i);
    return count;
}

#define COUNT_WHILE(condition, divisor)             \
    for (long long i = 1; condition; counted = i++) { \
        tally += 1;                                 \
        OPAQUE(i);                                  \
        if (i % (divisor) == 0) noticed++;          \
    }

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct count *count = shared;
    long long end = task->size, counted = 0, noticed = 0, every = notice_every;
    double end_as_double = (double)end, tally = 0;
    OPAQUE(every);
    switch (count->step) {
        case 0: COUNT_WHILE(i <= end, NOTICE_EVERY) break;
        case 1: COUNT_WHILE(i <= end, every) break;
        case 2: COUNT_WHILE(i <= end, notice_every) break;
        case 3: COUNT_WHILE(i <= end, (long long)(stretch / notices)) break;
        case 4: COUNT_WHILE(i <= end_as_double, (long long)(stretch / notices)) break;
    }
    (void)tally;
    count->result[task->index].counted = counted;
    count->result[task->index].noticed = noticed;
    meter->ops += counted;
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    struct count *count = shared;
    long long counted = 0, noticed = 0, total = 0, notable = 0;
    for (int i = 0; i < count->tasks; i++) {
        counted += count->result[i].counted;
        noticed += count->result[i].noticed;
        total += size_of_part(count, i);
        notable += size_of_part(count, i) / NOTICE_EVERY;
    }
    memset(count->result, 0, count->tasks * sizeof count->result[0]);
    snprintf(expected, ANSWER_LENGTH, "%lld counts, %lld noticed", total, notable);
    snprintf(found, ANSWER_LENGTH, "%lld counts, %lld noticed", counted, noticed);
    return counted == total && noticed == notable;
}
