// Counting: equal parts of a total; each millionth step of a part is noticed. The loop bodies differ by one
// change at a time, from the published serial program's (0) to its threaded program's (4).
//
// As in both published programs a floating-point tally goes up with each step and is never read: without
// optimisation it is what the processor waits for, with optimisation the compiler drops it. OPAQUE keeps the
// loop itself from being dropped, shortened or done several steps at a time, and makes the compiler fetch the
// globals anew, alike in every body.
//
// With lines of progress a part is counted in as many pieces, by the same function from 1 on, and a line is written
// after each: so what is timed besides the lines is the same machine code as without them.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "probe.h"
#include "progress.h"

#define NOTICE_EVERY 1000000
#define NEVER_INLINED __attribute__((noinline))
#define OPAQUE(value) __asm__ volatile("" : "+r"(value) : : "memory")

// Not static and not constant: another file could change them, so the compiler must not work them out.
long long notice_every = NOTICE_EVERY;
double stretch = 5.0 * NOTICE_EVERY;
double notices = 5.0;

struct count {
    long long part, longer; // the first `longer` tasks count one step more
    int step, tasks, steps;
    struct progress progress;
    struct result {
        _Alignas(128) long long counted;
        long long noticed;
        long long lines;
    } result[];
};

static long long size_of_part(const struct count *count, int index) { return count->part + (index < count->longer); }

void *prepare(struct parameters *parameters, struct task *tasks, int number, int degree) {
    static const char *const DESTINATIONS[] = {"stderr", "file", "terminal", NULL};
    struct count *count = shared_memory(sizeof *count + number * sizeof count->result[0]);
    long long total = parameter(parameters, "total", 1000000), step = parameter(parameters, "step", 0);
    long long lines = parameter(parameters, "lines", 0);
    (void)degree;
    if (total < 1)
        refuse("total: expected 1 or more, found %lld", total);
    if (step < 0 || step > 4)
        refuse("step: this probe does not know %lld", step);
    if (lines < 0 || lines > INT_MAX)
        refuse("lines: expected 0 or more, found %lld", lines);
    count->progress.to = choice(parameters, "to", DESTINATIONS);
    count->progress.lines = (int)lines;
    open_progress(&count->progress);
    count->tasks = number;
    count->step = (int)step;
    count->steps = (int)parameter(parameters, "steps", 1);
    count->part = total / number;
    count->longer = total % number;
    for (int i = 0; i < number; i++)
        tasks[i].size = size_of_part(count, i);
    return count;
}

// One body each, a function of its own so that its instructions can be looked at.
#define BODY(name, end_type, divisor)                                                                                  \
    static NEVER_INLINED void name(end_type end, long long every, struct result *result) {                             \
        long long counted = 0, noticed = 0;                                                                            \
        double tally = 0;                                                                                              \
        for (long long i = 1; i <= end; counted = i++) {                                                               \
            tally += 1;                                                                                                \
            OPAQUE(i);                                                                                                 \
            if (i % (divisor) == 0)                                                                                    \
                noticed++;                                                                                             \
        }                                                                                                              \
        (void)tally, (void)every;                                                                                      \
        result->counted = counted;                                                                                     \
        result->noticed = noticed;                                                                                     \
    }

BODY(step_0, long long, NOTICE_EVERY)
BODY(step_1, long long, every)
BODY(step_2, long long, notice_every)
BODY(step_3, long long, (long long)(stretch / notices))
BODY(step_4, double, (long long)(stretch / notices))

static void count_to(int step, long long end, struct result *result) {
    switch (step) {
    case 0:
        step_0(end, notice_every, result);
        break;
    case 1:
        step_1(end, notice_every, result);
        break;
    case 2:
        step_2(end, notice_every, result);
        break;
    case 3:
        step_3(end, notice_every, result);
        break;
    case 4:
        step_4((double)end, notice_every, result);
        break;
    }
}

// Where the piece before a line ends.
static long long end_of_piece(long long size, int line, int lines) {
    return size / lines * line + size % lines * line / lines;
}

static void count_and_tell(const struct count *count, const struct task *task, struct result *result) {
    int lines = count->progress.lines;
    result->counted = result->noticed = 0;
    for (int line = 1; line <= lines; line++) {
        struct result piece;
        long long end = end_of_piece(task->size, line, lines);
        count_to(count->step, end - result->counted, &piece);
        result->counted += piece.counted;
        result->noticed += piece.noticed;
        result->lines += write_progress(&count->progress, task->index, end);
    }
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct count *count = shared;
    struct result *result = &count->result[task->index];
    if (count->progress.lines == 0)
        count_to(count->step, task->size, result);
    else
        count_and_tell(count, task, result);
    meter->ops += result->counted;
}

static long long notable_of(long long size, int lines) {
    long long notable = lines ? 0 : size / NOTICE_EVERY;
    for (int line = 1; line <= lines; line++)
        notable += (end_of_piece(size, line, lines) - end_of_piece(size, line - 1, lines)) / NOTICE_EVERY;
    return notable;
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    struct count *count = shared;
    long long counted = 0, noticed = 0, written = 0, total = 0, notable = 0;
    for (int i = 0; i < count->tasks; i++) {
        counted += count->result[i].counted;
        noticed += count->result[i].noticed;
        written += count->result[i].lines;
        total += size_of_part(count, i);
        notable += notable_of(size_of_part(count, i), count->progress.lines);
    }
    memset(count->result, 0, count->tasks * sizeof count->result[0]);
    int length = snprintf(expected, ANSWER_LENGTH, "%lld counts, %lld noticed", total, notable);
    int longer = snprintf(found, ANSWER_LENGTH, "%lld counts, %lld noticed", counted, noticed);
    if (count->progress.lines > 0) {
        long long lines = (long long)count->progress.lines * count->tasks * count->steps;
        snprintf(expected + length, ANSWER_LENGTH - length, ", %lld lines", lines);
        snprintf(found + longer, ANSWER_LENGTH - longer, ", %lld lines", lines_arrived(&count->progress, written));
    }
    return strcmp(expected, found) == 0;
}
