// Counts the numbers up to `total` that 3 or 5 divide; each task takes an equal part. Put your own work here.
#include <inttypes.h>
#include <stdio.h>

#include "probe.h"

struct work {
    int64_t total;
    int tasks;
    int64_t found[]; // by task
};

void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree) {
    struct work *work = shared_memory(sizeof *work + count * sizeof work->found[0]);
    (void)tasks, (void)degree;
    work->total = parameter(parameters, "total", 1000000);
    work->tasks = count;
    return work;
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct work *work = shared;
    int64_t first = work->total * task->index / work->tasks;
    int64_t last = work->total * (task->index + 1) / work->tasks;
    int64_t found = 0;
    for (int64_t n = first + 1; n <= last; n++)
        found += n % 3 == 0 || n % 5 == 0;
    work->found[task->index] = found;
    meter->ops += last - first; // units of work done
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    struct work *work = shared;
    int64_t right = work->total / 3 + work->total / 5 - work->total / 15, sum = 0;
    for (int i = 0; i < work->tasks; i++) {
        sum += work->found[i];
        work->found[i] = 0; // for the next iteration
    }
    snprintf(expected, ANSWER_LENGTH, "%" PRId64 " numbers", right);
    snprintf(found, ANSWER_LENGTH, "%" PRId64 " numbers", sum);
    return sum == right;
}
