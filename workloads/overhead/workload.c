// One operation again and again: making a thread, switching to another, adding to a shared word, taking a shared lock.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "probe.h"

enum kind { CREATE, SWITCH, SHARE, LOCK, KINDS };

struct overhead {
    long long total;
    enum kind kind;
    int tasks, sweeps;
    _Alignas(128) pthread_mutex_t lock;
    long long under_lock; // a plain number: right only where the lock keeps others out
    _Alignas(128) atomic_llong word;
    struct result {
        _Alignas(128) long long done;
        long long switches; // that the kernel counted, there and back
    } result[];
};

static void must(int error, const char *what) {
    if (error != 0)
        die(what, error);
}

void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree) {
    static const char *const NAMES[] = {
        [CREATE] = "create", [SWITCH] = "switch", [SHARE] = "share", [LOCK] = "lock", NULL};
    struct overhead *overhead = shared_memory(sizeof *overhead + count * sizeof overhead->result[0]);
    pthread_mutexattr_t attributes;
    (void)degree;
    overhead->total = parameter(parameters, "total", 1000);
    overhead->kind = choice(parameters, "kind", NAMES);
    overhead->tasks = count;
    overhead->sweeps = (int)parameter(parameters, "steps", 1);
    if (overhead->total < 1)
        refuse("total: expected 1 or more, found %lld", overhead->total);
    for (int i = 0; i < count; i++)
        tasks[i].size = overhead->total / count + (i < overhead->total % count);
    pthread_mutexattr_init(&attributes);
    // Shared between processes, as tasks may be. Such a lock is taken with an atomic instruction also in a process of
    // one thread, where glibc takes a short cut with others.
    must(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED), "cannot share a lock between processes");
    must(pthread_mutex_init(&overhead->lock, &attributes), "cannot make a lock");
    return overhead;
}

// create

static void *be_there(void *done) {
    ++*(long long *)done;
    return NULL;
}

static void create(struct overhead *overhead, struct result *result, long long times) {
    (void)overhead;
    while (times-- > 0) {
        pthread_t thread;
        must(pthread_create(&thread, NULL, be_there, &result->done), "cannot make a thread");
        pthread_join(thread, NULL);
    }
}

// switch

struct partner {
    int receive, send;
    cpu_set_t cpu;
    long long switches;
};

static void stay_on(const cpu_set_t *cpus) {
    if (sched_setaffinity(0, sizeof *cpus, cpus) != 0)
        die("cannot choose the CPU", errno);
}

static long long switches_so_far(void) {
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw + usage.ru_nivcsw;
}

static void *send_back(void *argument) {
    struct partner *partner = argument;
    char byte;
    stay_on(&partner->cpu);
    while (read(partner->receive, &byte, 1) == 1 && write(partner->send, &byte, 1) == 1)
        continue;
    partner->switches = switches_so_far();
    return NULL;
}

static void switch_to_a_partner(struct overhead *overhead, struct result *result, long long times) {
    int there[2], back[2];
    char byte = 'x';
    cpu_set_t before;
    pthread_t thread;
    (void)overhead;
    if (pipe(there) != 0 || pipe(back) != 0 || sched_getaffinity(0, sizeof before, &before) != 0)
        die("no pipe, or no CPUs", errno);
    struct partner partner = {.receive = there[0], .send = back[1]};
    CPU_SET(sched_getcpu(), &partner.cpu);
    stay_on(&partner.cpu);
    must(pthread_create(&thread, NULL, send_back, &partner), "cannot make the partner");
    long long switches = switches_so_far();
    while (times-- > 0 && write(there[1], &byte, 1) == 1 && read(back[0], &byte, 1) == 1)
        result->done++;
    result->switches += switches_so_far() - switches;
    close(there[1]); // ends the partner
    pthread_join(thread, NULL);
    result->switches += partner.switches;
    close(there[0]), close(back[0]), close(back[1]);
    stay_on(&before);
}

// share and lock

static void share(struct overhead *overhead, struct result *result, long long times) {
    result->done += times;
    while (times-- > 0)
        atomic_fetch_add(&overhead->word, 1);
}

static void lock(struct overhead *overhead, struct result *result, long long times) {
    result->done += times;
    while (times-- > 0) {
        pthread_mutex_lock(&overhead->lock);
        overhead->under_lock++;
        pthread_mutex_unlock(&overhead->lock);
    }
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    static void (*const DO[KINDS])(struct overhead *, struct result *, long long) = {
        [CREATE] = create, [SWITCH] = switch_to_a_partner, [SHARE] = share, [LOCK] = lock};
    struct overhead *overhead = shared;
    DO[overhead->kind](overhead, &overhead->result[task->index], task->size);
    meter->ops += task->size;
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    struct overhead *overhead = shared;
    long long done = 0, switches = 0, wanted = overhead->total * overhead->sweeps;
    for (int i = 0; i < overhead->tasks; i++) {
        done += overhead->result[i].done;
        switches += overhead->result[i].switches;
    }
    if (overhead->kind == SHARE)
        done = overhead->word;
    if (overhead->kind == LOCK)
        done = overhead->under_lock;
    snprintf(expected, ANSWER_LENGTH, "%lld operations", wanted);
    int length = snprintf(found, ANSWER_LENGTH, "%lld operations", done);
    if (overhead->kind == SWITCH) { // told, not judged: whoever else runs on that CPU switches too
        snprintf(expected + strlen(expected), ANSWER_LENGTH - strlen(expected), ", 2 switches each");
        snprintf(found + length, ANSWER_LENGTH - length, ", %.2f switches each", (double)switches / wanted);
    }
    memset(overhead->result, 0, overhead->tasks * sizeof overhead->result[0]);
    overhead->word = overhead->under_lock = 0;
    return done == wanted;
}
