// Every call that a workload may use or offer, each of them counted.
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"

enum { NAP_NS = 200000, REST = 3 };

struct exercise {
    int tasks, steps;
    int64_t between, armed, disarmed;
    struct result {
        _Alignas(128) int64_t done;
        int64_t early;
        int64_t garbled;
    } result[];
};

void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree) {
    struct exercise *exercise = shared_memory(sizeof *exercise + count * sizeof exercise->result[0]);
    (void)degree;
    exercise->tasks = count;
    exercise->steps = (int)parameter(parameters, "steps", 1);
    for (int i = 0; i < count; i++) {
        tasks[i].role = i % 2;
        tasks[i].size = i + 1;
    }
    return exercise;
}

static void nap(struct result *result, struct meter *meter) {
    int64_t start = meter_now();
    meter_sleep(meter, NAP_NS);
    int64_t elapsed = meter_now() - start;
    result->early += elapsed < NAP_NS;
    meter_sample(meter, elapsed);
}

// Its number and a little more, through a pipe that then ends.
static void post(struct result *result, const struct task *task, const struct meter *meter) {
    int64_t letter[2] = {task->index, -1}, first = -1, second = -1;
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], letter, sizeof first + REST) != sizeof first + REST)
        die("cannot write into a pipe", errno);
    close(ends[1]);
    size_t whole = meter_receive(meter, ends[0], &first, sizeof first);
    size_t rest = meter_receive(meter, ends[0], &second, sizeof second);
    close(ends[0]);
    result->garbled += whole != sizeof first || first != task->index || rest != REST;
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct exercise *exercise = shared;
    struct result *result = &exercise->result[task->index];
    do {
        if (task->role == 1) {
            nap(result, meter);
            post(result, task, meter);
        }
        meter->ops += task->size;
    } while (!meter_stop(meter));
    result->done++;
}

void between(void *shared, int step) {
    struct exercise *exercise = shared;
    exercise->between += step == exercise->between; // counted in their order
}

void arm(void *shared) { ((struct exercise *)shared)->armed++; }
void disarm(void *shared) { ((struct exercise *)shared)->disarmed++; }

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    static const char FORM[] = "%d tasks, %d sweeps, %d between, armed %d times";
    struct exercise *exercise = shared;
    int right = 0, sweeps = 0, armed = exercise->armed == exercise->disarmed ? (int)exercise->armed : -1;
    for (int i = 0; i < exercise->tasks; i++) {
        const struct result *result = &exercise->result[i];
        right += result->done == exercise->steps && result->early == 0 && result->garbled == 0;
        if (result->done > sweeps)
            sweeps = (int)result->done;
    }
    snprintf(expected, ANSWER_LENGTH, FORM, exercise->tasks, exercise->steps, exercise->steps - 1, 1);
    snprintf(found, ANSWER_LENGTH, FORM, right, sweeps, (int)exercise->between, armed);
    memset(exercise->result, 0, exercise->tasks * sizeof exercise->result[0]);
    exercise->between = exercise->armed = exercise->disarmed = 0;
    return strcmp(expected, found) == 0;
}
