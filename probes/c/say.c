// Says who the probe is, what it understood, and the stamps of each iteration.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "say.h"

#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>

#include "samples.h"
#include "words.h"

#ifdef __clang__
#define COMPILER ""
#else
#define COMPILER "gcc "
#endif
#ifndef PROBE_FLAGS
#define PROBE_FLAGS ""
#endif

enum { CLOCK_READS = 1000 };

static double clock_cost_ns(void) {
    int64_t start = now_ns();
    for (int i = 0; i < CLOCK_READS; i++)
        now_ns();
    return (double)(now_ns() - start) / (CLOCK_READS + 1);
}

static double clock_step_ns(void) {
    int64_t least = INT64_MAX, last = now_ns();
    for (int i = 0; i < CLOCK_READS; i++) {
        int64_t now = now_ns();
        if (now > last && now - last < least)
            least = now - last;
        last = now;
    }
    return (double)least;
}

void say_hello(const struct asked *asked, const struct run *run) {
    printf("{\"kind\":\"hello\",\"protocol\":1,\"runtime\":\"c\",\"version\":\"" COMPILER "%s, glibc %s\"", __VERSION__,
           gnu_get_libc_version());
    printf(",\"flags\":");
    say_text(PROBE_FLAGS);
    printf(",\"workload\":");
    say_text(asked->workload);
    printf(",\"model\":\"%s\",\"implementation\":\"%s\"", asked->model->name, asked->implementation);
    printf(",\"workers\":%d,\"tasks\":%d,\"iterations\":%d,\"warmup\":%d", run->workers, run->tasks, asked->iterations,
           asked->warmup);
    printf(",\"gate\":\"%s\",\"stamps\":\"%s\",\"steps\":%d,\"window_ms\":%lld", asked->gate, asked->stamps, run->steps,
           (long long)run->window_ns / 1000000);
    printf(",\"hold\":%d,\"pin\":\"%s\",\"mark\":%d,\"clock\":\"CLOCK_MONOTONIC\"", run->hold, asked->pin, run->mark);
    printf(",\"clock_cost_ns\":%.1f,\"clock_step_ns\":%.1f}\n", clock_cost_ns(), clock_step_ns());
}

// One column of slots, by the place of its field.
static void say_column(const char *name, const struct slot *slots, int count, size_t field, int64_t since) {
    printf("%s\"%s\":[", field == offsetof(struct slot, submitted) ? "" : ",", name);
    for (int i = 0; i < count; i++)
        printf("%s%lld", i ? "," : "", (long long)(*(const int64_t *)((const char *)&slots[i] + field) - since));
    printf("]");
}

static void say_tasks(const struct run *run) {
    const struct slot *slots = run->slot;
    printf(",\"tasks\":{");
    say_column("submitted", slots, run->tasks, offsetof(struct slot, submitted), run->opened);
    say_column("accepted", slots, run->tasks, offsetof(struct slot, accepted), run->opened);
    say_column("started", slots, run->tasks, offsetof(struct slot, started), run->opened);
    say_column("ended", slots, run->tasks, offsetof(struct slot, ended), run->opened);
    say_column("worker", slots, run->tasks, offsetof(struct slot, worker), 0);
    say_column("ops", slots, run->tasks, offsetof(struct slot, ops), 0);
    say_column("size", slots, run->tasks, offsetof(struct slot, size), 0);
    printf("}");
}

static int by_worker(const void *left, const void *right) {
    const struct slot *a = left, *b = right;
    return (a->worker > b->worker) - (a->worker < b->worker);
}

// The slots sorted by worker and summed up in place: submitted becomes the number of tasks. Returns how many.
static int sum_up(struct slot *slots, int count) {
    int workers = 0;
    qsort(slots, count, sizeof *slots, by_worker);
    for (int i = 0; i < count; i++) {
        struct slot one = slots[i], *sum = slots + (workers ? workers - 1 : 0);
        if (workers == 0 || sum->worker != one.worker) {
            one.submitted = 1;
            slots[workers++] = one;
            continue;
        }
        sum->submitted++;
        sum->ops += one.ops;
        if (one.started < sum->started)
            sum->started = one.started;
        if (one.ended > sum->ended)
            sum->ended = one.ended;
    }
    return workers;
}

static void say_workers(const struct run *run, const struct slot *sums, int workers) {
    printf(",\"workers\":{");
    say_column("tasks", sums, workers, offsetof(struct slot, submitted), 0);
    say_column("first_started", sums, workers, offsetof(struct slot, started), run->opened);
    say_column("last_ended", sums, workers, offsetof(struct slot, ended), run->opened);
    say_column("worker", sums, workers, offsetof(struct slot, worker), 0);
    say_column("ops", sums, workers, offsetof(struct slot, ops), 0);
    printf("}");
}

static int64_t last_end(const struct run *run) {
    int64_t last = 0;
    for (int i = 0; i < run->tasks; i++)
        if (run->slot[i].ended > last)
            last = run->slot[i].ended;
    return last;
}

int say_iteration(const struct asked *asked, struct run *run, int index, int64_t cpu_ns) {
    int64_t units = 0, closed = run->stamped ? last_end(run) : run->closed;
    for (int i = 0; i < run->tasks; i++) {
        units += run->slot[i].ops;
        run->slot[i].size = run->task[i].size;
    }
    printf("{\"kind\":\"iteration\",\"index\":%d,\"warm\":%s,\"work_wall_ns\":%lld,\"cpu_ns\":%lld,\"units\":%lld",
           index, run->warm ? "true" : "false", (long long)(closed - run->opened), (long long)cpu_ns, (long long)units);
    if (asked->each_task)
        say_tasks(run);
    int workers = sum_up(run->slot, run->tasks);
    if (run->stamped && !asked->each_task)
        say_workers(run, run->slot, workers);
    printf("}\n");
    return workers;
}

// The cells that are not empty: where they begin, or how many samples they hold.
static void say_cells(const struct samples *samples, bool counts) {
    const char *comma = "";
    for (int cell = 0; cell < CELLS; cell++) {
        long long count = samples->cells[cell];
        if (count == 0)
            continue;
        printf("%s%lld", comma, counts ? count : (long long)cell_begins(cell));
        comma = ",";
    }
}

void say_answer(bool ok, const char *expected, const char *found) {
    printf("{\"kind\":\"answer\",\"ok\":%s,\"expected\":", ok ? "true" : "false");
    say_text(expected);
    printf(",\"found\":");
    say_text(found);
    printf("}\n");
}

void say_samples(const struct run *run) {
    const struct samples *samples = run->samples;
    long long count = samples->count;
    if (count == 0)
        return;
    printf("{\"kind\":\"samples\",\"count\":%lld", count);
    if (count <= MOST_SAMPLES_TOLD) {
        printf(",\"values\":[");
        for (long long i = 0; i < count; i++)
            printf("%s%lld", i ? "," : "", (long long)samples->values[i]);
    } else {
        printf(",\"from\":[");
        say_cells(samples, false);
        printf("],\"counts\":[");
        say_cells(samples, true);
    }
    printf("]}\n");
}
