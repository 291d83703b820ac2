// Each task sends its number around through all tasks, and hands on what it receives until its own is back.
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"

enum { NAP_NS = 200000 };

struct relay {
    int tasks, steps;
    struct place {
        _Alignas(128) int64_t right;
        int pipe[2];
    } place[];
};

void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree) {
    struct relay *relay = shared_memory(sizeof *relay + count * sizeof relay->place[0]);
    (void)tasks, (void)degree;
    relay->tasks = count;
    relay->steps = (int)parameter(parameters, "steps", 1);
    for (int i = 0; i < count; i++)
        if (pipe(relay->place[i].pipe) != 0)
            die("cannot make a pipe", errno);
    return relay;
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct relay *relay = shared;
    struct place *own = &relay->place[task->index], *next = &relay->place[(task->index + 1) % relay->tasks];
    int64_t number = task->index;
    size_t received = 0;
    meter_sleep(meter, NAP_NS);
    for (int hop = 0; hop < relay->tasks; hop++) {
        if (write(next->pipe[1], &number, sizeof number) != sizeof number)
            die("cannot write into a pipe", errno);
        received += meter_receive(meter, own->pipe[0], &number, sizeof number);
    }
    own->right += received == relay->tasks * sizeof number && number == task->index;
    meter->ops++;
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    struct relay *relay = shared;
    int right = 0;
    for (int i = 0; i < relay->tasks; i++) {
        right += (int)relay->place[i].right;
        relay->place[i].right = 0;
    }
    snprintf(expected, ANSWER_LENGTH, "%d numbers", relay->tasks * relay->steps);
    snprintf(found, ANSWER_LENGTH, "%d numbers", right);
    return strcmp(expected, found) == 0;
}
