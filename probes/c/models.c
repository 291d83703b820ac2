// How tasks are executed: in the caller, in a process or thread of their own, or by a pool made beforehand.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "models.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

static int64_t stamp(const struct run *run) { return run->stamped ? now_ns() : 0; }
static int first_wave(const struct run *run) { return run->workers < run->tasks ? run->workers : run->tasks; }

static void do_task(struct run *run, int index, int64_t worker) {
    struct slot *slot = &run->slot[index];
    struct meter meter = {0};
    slot->started = stamp(run);
    operate(run->shared, &run->task[index], &meter);
    slot->ended = stamp(run);
    slot->worker = worker;
    slot->ops = meter.ops;
}

// Before the first worker is made: closes the gate, or starts the clock where there is none.
static void begin(struct run *run) {
    bool spin = true;
    if (run->after_create) {
        cpu_set_t allowed;
        if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
            die("cannot read the CPUs allowed", errno);
        spin = run->workers <= CPU_COUNT(&allowed);
    }
    gate_close(run->gate, run->after_create ? first_wave(run) : 0, spin);
    run->opened = now_ns();
}

static void open_when_all_are_made(struct run *run, int made) {
    if (run->after_create && made == first_wave(run))
        run->opened = gate_open(run->gate, now_ns);
}

// serial

static void in_the_caller(struct run *run) {
    int64_t self = gettid();
    run->opened = now_ns();
    for (int index = 0; index < run->tasks; index++) {
        do_task(run, index, self);
        run->slot[index].submitted = run->slot[index].accepted = run->slot[index].started;
    }
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

static void in_processes(struct run *run) {
    int alive = 0;
    begin(run);
    for (int index = 0; index < run->tasks; index++, alive++) {
        if (alive == run->workers)
            reap_one(), alive--;
        run->slot[index].submitted = stamp(run);
        pid_t child = fork();
        if (child == 0) {
            gate_pass(run->gate);
            do_task(run, index, getpid());
            _exit(0);
        }
        if (child < 0)
            die("cannot make a worker process", errno);
        run->slot[index].accepted = stamp(run);
        open_when_all_are_made(run, index + 1);
    }
    while (alive-- > 0)
        reap_one();
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
    gate_pass(errand->run->gate);
    do_task(errand->run, errand->index, gettid());
    sem_post(errand->room);
    return NULL;
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
        run->slot[index].submitted = stamp(run);
        int error = pthread_create(&errands[index].thread, NULL, thread_body, &errands[index]);
        if (error != 0)
            die("cannot make a thread", error);
        run->slot[index].accepted = stamp(run);
        open_when_all_are_made(run, index + 1);
    }
    for (int index = 0; index < run->tasks; index++)
        pthread_join(errands[index].thread, NULL);
    sem_destroy(&room);
    free(errands);
}

// pool: threads made once, before the first iteration, fed through a queue

static struct {
    pthread_mutex_t lock;
    pthread_cond_t handed_over, all_done;
    struct run *run;
    int submitted, taken, done; // of this iteration
    bool closing;
    pthread_t *threads;
    int count;
} pool = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .handed_over = PTHREAD_COND_INITIALIZER, .all_done = PTHREAD_COND_INITIALIZER};

static void *pool_body(void *unused) {
    int64_t self = gettid();
    (void)unused;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (pool.taken == pool.submitted && !pool.closing)
            pthread_cond_wait(&pool.handed_over, &pool.lock);
        if (pool.closing)
            break;
        int index = pool.taken++;
        pthread_mutex_unlock(&pool.lock);
        do_task(pool.run, index, self);
        pthread_mutex_lock(&pool.lock);
        if (++pool.done == pool.run->tasks)
            pthread_cond_signal(&pool.all_done);
    }
    pthread_mutex_unlock(&pool.lock);
    return NULL;
}

static void make_pool(struct run *run) {
    pool.run = run;
    pool.count = run->workers;
    pool.threads = calloc(pool.count, sizeof *pool.threads);
    if (pool.threads == NULL)
        die("no memory for the pool", errno);
    for (int index = 0; index < pool.count; index++) {
        int error = pthread_create(&pool.threads[index], NULL, pool_body, NULL);
        if (error != 0)
            die("cannot make a thread of the pool", error);
    }
}

static void in_the_pool(struct run *run) {
    pthread_mutex_lock(&pool.lock);
    pool.submitted = pool.taken = pool.done = 0;
    pthread_mutex_unlock(&pool.lock);
    run->opened = now_ns();
    for (int index = 0; index < run->tasks; index++) {
        run->slot[index].submitted = stamp(run);
        pthread_mutex_lock(&pool.lock);
        pool.submitted++;
        pthread_cond_signal(&pool.handed_over);
        pthread_mutex_unlock(&pool.lock);
        run->slot[index].accepted = stamp(run);
    }
    pthread_mutex_lock(&pool.lock);
    while (pool.done < run->tasks)
        pthread_cond_wait(&pool.all_done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

static void close_pool(void) {
    pthread_mutex_lock(&pool.lock);
    pool.closing = true;
    pthread_cond_broadcast(&pool.handed_over);
    pthread_mutex_unlock(&pool.lock);
    for (int index = 0; index < pool.count; index++)
        pthread_join(pool.threads[index], NULL);
    free(pool.threads);
}

const struct model MODELS[] = {
    {"serial", NULL, in_the_caller, NULL},
    {"process", NULL, in_processes, NULL},
    {"thread", NULL, in_threads, NULL},
    {"pool", make_pool, in_the_pool, close_pool},
};
const int MODEL_COUNT = sizeof MODELS / sizeof MODELS[0];
