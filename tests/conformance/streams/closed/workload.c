// Receives from what is closed.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "probe.h"

void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree) {
    (void)parameters, (void)tasks, (void)count, (void)degree;
    return NULL;
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    char byte;
    int ends[2];
    (void)shared, (void)task;
    if (pipe(ends) == 0 && close(ends[0]) == 0)
        meter_receive(meter, ends[0], &byte, sizeof byte);
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    (void)shared, (void)expected, (void)found;
    return true;
}
