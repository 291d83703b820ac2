// The C probe: reads key=value words, calls a model again and again, and tells what happened in JSON lines.
// The conversation is described in docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

#include "say.h"
#include "words.h"

enum {
    MOST_TASKS_STAMPED = 10000, // beyond it the stamps are summed up by worker
    OUTPUT_BUFFER = 1 << 20,    // written at the end, so that nobody wakes to read between iterations
};

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

// What the models ask for

void open_iteration(struct run *run) {
    if (arm)
        arm(run->shared);
    run->opened = now_ns();
}

// Kernel threads of this process.
static int threads_here(void) {
    char line[256];
    int threads = -1;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status) && sscanf(line, "Threads: %d", &threads) != 1)
        continue;
    if (status)
        fclose(status);
    return threads;
}

// Stops until somebody says a line, or has nothing more to say.
static void say_mark(int held) {
    printf("{\"kind\":\"mark\",\"held\":%d}\n", held);
    fflush(stdout);
    for (int said; (said = getchar()) != EOF && said != '\n';)
        continue;
}

void all_done(struct run *run, int held) {
    if (run->step + 1 < run->steps)
        return;
    run->closed = now_ns();
    if (!run->last)
        return;
    run->threads = threads_here();
    if (run->mark)
        say_mark(held);
}

// What was asked for

static const struct model *find_model(struct parameters *parameters) {
    const char *wanted = word(parameters, "model", "serial");
    for (int i = 0; i < MODEL_COUNT; i++)
        if (strcmp(MODELS[i].name, wanted) == 0)
            return &MODELS[i];
    refuse("model: this probe does not know %s", wanted);
}

static bool yes(struct parameters *parameters, const char *name) {
    static const char *const NO_YES[] = {"0", "1", NULL};
    return choice(parameters, name, NO_YES) == 1;
}

static struct asked read_words(struct parameters *parameters, struct run *run) {
    static const char *const GATES[] = {"before_create", "after_create", NULL};
    static const char *const STAMPS[] = {"task", "worker", "none", NULL};
    static const char *const PINS[] = {[PIN_NONE] = "none", [PIN_EACH] = "each", [PIN_SAME] = "same", NULL};
    static const char *const IMPLEMENTATIONS[] = {"posix", NULL};
    struct asked asked = {.model = find_model(parameters), .workload = word(parameters, "workload", "")};
    int stamps = choice(parameters, "stamps", STAMPS);
    asked.implementation = IMPLEMENTATIONS[choice(parameters, "implementation", IMPLEMENTATIONS)];
    run->workers = bounded(parameters, "workers", 1, 1);
    run->tasks = bounded(parameters, "tasks", run->workers, 1);
    asked.iterations = bounded(parameters, "iterations", 1, 1);
    asked.warmup = bounded(parameters, "warmup", 0, 0);
    run->after_create = choice(parameters, "gate", GATES) == 1;
    asked.gate = GATES[run->after_create];
    asked.stamps = STAMPS[stamps];
    run->stamped = stamps != 2;
    asked.each_task = stamps == 0 && run->tasks <= MOST_TASKS_STAMPED;
    run->pin = choice(parameters, "pin", PINS);
    asked.pin = PINS[run->pin];
    run->steps = bounded(parameters, "steps", 1, 1);
    run->window_ns = bounded(parameters, "window_ms", 0, 0) * INT64_C(1000000);
    run->hold = yes(parameters, "hold");
    run->mark = yes(parameters, "mark");
    if (run->hold && !asked.model->makes_workers)
        refuse("hold: model %s makes no workers in an iteration", asked.model->name);
    if (run->hold && run->workers < run->tasks)
        refuse("hold: expected a worker for each task, found %d workers for %d tasks", run->workers, run->tasks);
    word(parameters, "seed", "1"); // every harness takes a seed, also where the workload draws nothing
    return asked;
}

static struct run *prepare_run(struct parameters *parameters, struct asked *asked) {
    struct run *run = shared_memory(sizeof *run);
    *asked = read_words(parameters, run);
    if (sched_getaffinity(0, sizeof run->allowed, &run->allowed) != 0)
        die("cannot read the CPUs allowed", errno);
    run->samples = no_samples();
    run->slot = shared_memory(run->tasks * sizeof *run->slot);
    run->task = shared_memory(run->tasks * sizeof *run->task);
    for (int i = 0; i < run->tasks; i++)
        run->task[i].index = i;
    run->shared = prepare(parameters, run->task, run->tasks, run->workers);
    refuse_unused(parameters);
    return run;
}

// What is done

static int64_t cpu_ns(void) {
    struct timespec own;
    struct rusage children;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    int64_t seconds = own.tv_sec + children.ru_utime.tv_sec + children.ru_stime.tv_sec;
    return seconds * INT64_C(1000000000) + own.tv_nsec +
           (children.ru_utime.tv_usec + children.ru_stime.tv_usec) * INT64_C(1000);
}

// One iteration; returns how many kernel threads worked.
static int iterate(const struct asked *asked, struct run *run, int index) {
    run->warm = index >= asked->warmup;
    run->last = index + 1 == asked->warmup + asked->iterations;
    int64_t cpu = cpu_ns();
    for (run->step = 0; run->step < run->steps; run->step++) {
        asked->model->sweep(run);
        if (between && run->step + 1 < run->steps)
            between(run->shared, run->step);
    }
    if (disarm)
        disarm(run->shared);
    return say_iteration(asked, run, index, cpu_ns() - cpu);
}

int main(int argc, char **argv) {
    static char buffer[OUTPUT_BUFFER];
    struct parameters parameters = {0};
    struct asked asked;
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    split_words(&parameters, argc, argv);
    struct run *run = prepare_run(&parameters, &asked);
    say_hello(&asked, run);

    char expected[ANSWER_LENGTH] = "", found[ANSWER_LENGTH] = "";
    bool ok = true;
    int most = 0;
    if (asked.model->start)
        asked.model->start(run);
    for (int i = 0; i < asked.warmup + asked.iterations; i++) {
        int workers = iterate(&asked, run, i);
        if (workers > most)
            most = workers;
        if (ok)
            ok = check(run->shared, expected, found);
    }
    if (asked.model->stop)
        asked.model->stop();
    say_samples(run);
    say_answer(ok, expected, found);
    printf("{\"kind\":\"bye\",\"kernel_threads\":%d,\"threads\":%d}\n", most + (asked.model->sweep != MODELS[0].sweep),
           run->threads);
    return fflush(stdout) == 0 ? 0 : 74;
}
