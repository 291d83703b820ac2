// The C probe: reads key=value words, calls a model again and again, and tells what happened in JSON lines.
// The conversation is described in docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

#include "models.h"
#include "words.h"

#ifdef __clang__
#define COMPILER ""
#else
#define COMPILER "gcc "
#endif
#ifndef PROBE_FLAGS
#define PROBE_FLAGS ""
#endif

enum {
    MOST_TASKS_STAMPED = 10000, // beyond it the stamps are summed up by worker
    OUTPUT_BUFFER = 1 << 20,    // written at the end, so that nobody wakes to read between iterations
    CLOCK_READS = 1000,
};

int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

void die(const char *what, int error) {
    fprintf(stderr, "probe c: %s%s%s\n", what, error ? ": " : "", error ? strerror(error) : "");
    _exit(70);
}

void *shared_memory(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        die("no shared memory", errno);
    return memory;
}

// What is said

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

static int64_t cpu_ns(void) {
    struct timespec own;
    struct rusage children;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    int64_t seconds = own.tv_sec + children.ru_utime.tv_sec + children.ru_stime.tv_sec;
    return seconds * INT64_C(1000000000) + own.tv_nsec +
           (children.ru_utime.tv_usec + children.ru_stime.tv_usec) * INT64_C(1000);
}

static int by_worker(const void *left, const void *right) {
    const struct slot *a = left, *b = right;
    return (a->worker > b->worker) - (a->worker < b->worker);
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
    printf("}");
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

// One iteration; returns how many kernel threads worked.
static int iterate(const struct model *model, struct run *run, const char *stamps, int index, bool warm) {
    int64_t units = 0, cpu = cpu_ns();
    model->execute(run);
    int64_t closed = run->stamped ? last_end(run) : now_ns();
    cpu = cpu_ns() - cpu;
    for (int i = 0; i < run->tasks; i++)
        units += run->slot[i].ops;
    printf("{\"kind\":\"iteration\",\"index\":%d,\"warm\":%s,\"work_wall_ns\":%lld,\"cpu_ns\":%lld,\"units\":%lld",
           index, warm ? "true" : "false", (long long)(closed - run->opened), (long long)cpu, (long long)units);
    bool each = strcmp(stamps, "task") == 0 && run->tasks <= MOST_TASKS_STAMPED;
    if (each)
        say_tasks(run);
    int workers = sum_up(run->slot, run->tasks);
    if (run->stamped && !each)
        say_workers(run, run->slot, workers);
    printf("}\n");
    return workers;
}

int main(int argc, char **argv) {
    static char buffer[OUTPUT_BUFFER];
    static const char *const GATES[] = {"before_create", "after_create", NULL};
    static const char *const STAMPS[] = {"task", "worker", "none", NULL};
    static const char *const IMPLEMENTATIONS[] = {"posix", NULL};
    struct parameters parameters = {0};
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    split_words(&parameters, argc, argv);

    const char *wanted = word(&parameters, "model", "serial"), *workload = word(&parameters, "workload", "");
    const char *gate = one_of(&parameters, "gate", GATES), *stamps = one_of(&parameters, "stamps", STAMPS);
    const char *implementation = one_of(&parameters, "implementation", IMPLEMENTATIONS);
    const struct model *model = NULL;
    for (int i = 0; i < MODEL_COUNT; i++)
        if (strcmp(MODELS[i].name, wanted) == 0)
            model = &MODELS[i];
    if (model == NULL)
        refuse("model: this probe does not know %s", wanted);

    struct run run = {.workers = bounded(&parameters, "workers", 1, 1)};
    run.tasks = bounded(&parameters, "tasks", run.workers, 1);
    run.after_create = strcmp(gate, GATES[1]) == 0;
    run.stamped = strcmp(stamps, "none") != 0;
    int iterations = bounded(&parameters, "iterations", 1, 1), warmup = bounded(&parameters, "warmup", 0, 0);
    word(&parameters, "seed", "1"); // every harness takes a seed, also where the workload draws nothing

    run.gate = shared_memory(sizeof *run.gate);
    run.slot = shared_memory(run.tasks * sizeof *run.slot);
    run.task = shared_memory(run.tasks * sizeof *run.task);
    for (int i = 0; i < run.tasks; i++)
        run.task[i].index = i;
    run.shared = prepare(&parameters, run.task, run.tasks, run.workers);
    refuse_unused(&parameters);

    printf("{\"kind\":\"hello\",\"protocol\":1,\"runtime\":\"c\",\"version\":\"" COMPILER
           "%s, glibc %s\",\"flags\":\"%s\"",
           __VERSION__, gnu_get_libc_version(), PROBE_FLAGS);
    printf(",\"workload\":\"%s\",\"model\":\"%s\",\"implementation\":\"%s\"", workload, model->name, implementation);
    printf(",\"workers\":%d,\"tasks\":%d,\"iterations\":%d,\"warmup\":%d", run.workers, run.tasks, iterations, warmup);
    printf(",\"gate\":\"%s\",\"stamps\":\"%s\",\"clock\":\"CLOCK_MONOTONIC\"", gate, stamps);
    printf(",\"clock_cost_ns\":%.1f,\"clock_step_ns\":%.1f}\n", clock_cost_ns(), clock_step_ns());

    char expected[ANSWER_LENGTH] = "", found[ANSWER_LENGTH] = "";
    bool ok = true;
    int most = 0;
    if (model->start)
        model->start(&run);
    for (int i = 0; i < warmup + iterations; i++) {
        int workers = iterate(model, &run, stamps, i, i >= warmup);
        if (workers > most)
            most = workers;
        if (ok)
            ok = check(run.shared, expected, found);
    }
    if (model->stop)
        model->stop();
    printf("{\"kind\":\"answer\",\"ok\":%s,\"expected\":\"%s\",\"found\":\"%s\"}\n", ok ? "true" : "false", expected,
           found);
    printf("{\"kind\":\"bye\",\"kernel_threads\":%d}\n", most + (strcmp(model->name, "serial") != 0));
    return fflush(stdout) == 0 ? 0 : 74;
}
