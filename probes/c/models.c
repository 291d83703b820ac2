// How tasks are executed: in the caller, or in a process or thread of their own. The pool is in pool.c.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "models.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

static const struct timespec LONGEST_WAIT_FOR_PROCESSES = {.tv_nsec = 100000000};

int64_t stamp(const struct run *run) { return run->stamped ? now_ns() : 0; }
static int first_wave(const struct run *run) { return run->workers < run->tasks ? run->workers : run->tasks; }

void do_task(struct run *run, int index, int64_t worker) {
    struct slot *slot = &run->slot[index];
    struct meter meter; // not set to 0 as a whole: its samples are many
    meter.ops = 0;
    meter.run = run;
    meter.in_hand = 0;
    if (run->step == 0)
        slot->started = stamp(run);
    operate(run->shared, &run->task[index], &meter);
    slot->ended = stamp(run);
    slot->worker = worker;
    slot->ops = run->step == 0 ? meter.ops : slot->ops + meter.ops;
    hand_in(&meter);
}

// Ties the calling thread to the CPU that worker of this number is to have.
void pin_worker(const struct run *run, int worker) {
    if (run->pin == PIN_NONE)
        return;
    int left = run->pin == PIN_EACH ? worker % CPU_COUNT(&run->allowed) : 0, cpu = 0;
    while (!CPU_ISSET(cpu, &run->allowed) || left-- > 0)
        cpu++;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0)
        die("cannot tie a worker to its CPU", errno);
}

// Before a sweep's first worker is made: closes the gates, or opens the iteration where no start gate is asked for.
static void begin(struct run *run) {
    bool first = run->step == 0, gated = first && run->after_create;
    gate_close(&run->start, gated ? first_wave(run) : 0, run->workers <= CPU_COUNT(&run->allowed));
    gate_close(&run->leave, run->hold ? run->tasks : 0, false);
    if (first && !gated)
        open_iteration(run);
}

// serial

static void be_pinned(struct run *run) { pin_worker(run, 0); }

static void in_the_caller(struct run *run) {
    int64_t self = gettid();
    if (run->step == 0)
        open_iteration(run);
    for (int index = 0; index < run->tasks; index++) {
        do_task(run, index, self);
        run->slot[index].submitted = run->slot[index].accepted = run->slot[index].started;
    }
    all_done(run, 0);
}

// process: a fresh one for each task, at most `workers` alive

static void reap_one(void) {
    int status;
    while (wait(&status) < 0)
        if (errno != EINTR)
            die("cannot wait for a worker process", errno);
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status)); // a worker's crash is the probe's
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        die("a worker process failed", 0);
}

// At a gate nobody may be gone; who is, will never arrive.
static void await_processes(struct gate *gate) {
    while (!gate_await(gate, &LONGEST_WAIT_FOR_PROCESSES)) {
        siginfo_t gone = {0};
        waitid(P_ALL, 0, &gone, WEXITED | WNOHANG | WNOWAIT);
        if (gone.si_pid != 0)
            reap_one();
    }
}

static _Noreturn void be_a_process(struct run *run, int index) {
    pin_worker(run, index);
    gate_pass(&run->start);
    do_task(run, index, getpid());
    gate_pass(&run->leave);
    _exit(0);
}

static void in_processes(struct run *run) {
    int alive = 0;
    begin(run);
    for (int index = 0; index < run->tasks; index++, alive++) {
        if (alive == run->workers)
            reap_one(), alive--;
        if (run->step == 0)
            run->slot[index].submitted = stamp(run);
        pid_t child = fork();
        if (child == 0)
            be_a_process(run, index);
        if (child < 0)
            die("cannot make a worker process", errno);
        if (run->step == 0)
            run->slot[index].accepted = stamp(run);
        if (index + 1 == run->start.wanted) {
            await_processes(&run->start);
            open_iteration(run);
            gate_open(&run->start);
        }
    }
    if (run->hold) {
        await_processes(&run->leave);
        all_done(run, run->tasks);
        gate_open(&run->leave);
    }
    while (alive-- > 0)
        reap_one();
    if (!run->hold)
        all_done(run, 0);
}

// thread: a fresh one for each task, at most `workers` alive

struct errand {
    struct run *run;
    int index;
    sem_t *room;
    pthread_t thread;
};

static void *thread_body(void *argument) {
    struct errand *errand = argument;
    struct run *run = errand->run;
    pin_worker(run, errand->index);
    gate_pass(&run->start);
    do_task(run, errand->index, gettid());
    gate_pass(&run->leave);
    sem_post(errand->room);
    return NULL;
}

static void make_thread(struct run *run, struct errand *errand) {
    struct slot *slot = &run->slot[errand->index];
    if (run->step == 0)
        slot->submitted = stamp(run);
    int error = pthread_create(&errand->thread, NULL, thread_body, errand);
    if (error != 0)
        die("cannot make a thread", error);
    if (run->step == 0)
        slot->accepted = stamp(run);
}

static void in_threads(struct run *run) {
    sem_t room;
    struct errand *errands = calloc(run->tasks, sizeof *errands);
    if (errands == NULL)
        die("no memory for the tasks", errno);
    sem_init(&room, 0, run->workers);
    begin(run);
    for (int index = 0; index < run->tasks; index++) {
        errands[index] = (struct errand){run, index, &room, 0};
        while (sem_wait(&room) != 0)
            continue;
        make_thread(run, &errands[index]);
        if (index + 1 == run->start.wanted) {
            gate_await(&run->start, NULL);
            open_iteration(run);
            gate_open(&run->start);
        }
    }
    if (run->hold) {
        gate_await(&run->leave, NULL);
        all_done(run, run->tasks);
        gate_open(&run->leave);
    }
    for (int index = 0; index < run->tasks; index++)
        pthread_join(errands[index].thread, NULL);
    if (!run->hold)
        all_done(run, 0);
    sem_destroy(&room);
    free(errands);
}

const struct model MODELS[] = {
    {"serial", false, be_pinned, in_the_caller, NULL},
    {"process", true, NULL, in_processes, NULL},
    {"thread", true, NULL, in_threads, NULL},
    {"pool", false, make_pool, in_the_pool, close_pool},
};
const int MODEL_COUNT = sizeof MODELS / sizeof MODELS[0];
