// Leibniz's series: each task adds up its own range of consecutive terms, in double precision.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

#include "probe.h"

struct pi {
    long long total;
    int tasks;
    struct part {
        _Alignas(128) long long first, end;
        double sum;
    } part[];
};

void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree) {
    struct pi *pi = shared_memory(sizeof *pi + count * sizeof pi->part[0]);
    (void)degree;
    pi->total = parameter(parameters, "total", 1000000);
    pi->tasks = count;
    if (pi->total < 1)
        refuse("total: expected 1 or more, found %lld", pi->total);
    long long first = 0;
    for (int i = 0; i < count; i++) {
        tasks[i].size = pi->total / count + (i < pi->total % count);
        pi->part[i].first = first;
        pi->part[i].end = first += tasks[i].size;
    }
    return pi;
}

static double sum_of_terms(long long first, long long end) {
    double sum = 0, divisor = 2.0 * first + 1; // not 2 * k + 1: few processors convert several integers at a time
    for (long long k = first; k < end; k++, divisor += 2)
        sum += (k % 2 ? -1.0 : 1.0) / divisor;
    return sum;
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct pi *pi = shared;
    struct part *part = &pi->part[task->index];
    part->sum = sum_of_terms(part->first, part->end);
    meter->ops += part->end - part->first;
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    struct pi *pi = shared;
    double sum = 0, total = pi->total, within = 0.25 / (total * total * total) + 1e-9;
    for (int i = 0; i < pi->tasks; i++) {
        sum += pi->part[i].sum;
        pi->part[i].sum = 0;
    }
    // The terms from there on come to 1 / total, nearly: without them nobody would miss the last task's.
    double found_pi = 4 * sum + (pi->total % 2 ? -1 : 1) / total, off = fabs(found_pi - M_PI);
    snprintf(expected, ANSWER_LENGTH, "4 x sum and the rest within %.3e of pi", within);
    if (off <= within)
        snprintf(found, ANSWER_LENGTH, "%s", expected);
    else
        snprintf(found, ANSWER_LENGTH, "4 x sum and the rest = %.12f, off by %.3e", found_pi, off);
    return off <= within;
}
