// The model `pool`: threads made once, before the first iteration, fed through a queue.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "models.h"

#include <pthread.h>
#include <stdlib.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t handed_over, all_here; // all workers have started, or all tasks of the sweep are done
    struct run *run;
    int submitted, taken, done; // of this sweep
    bool closing;
    pthread_t *threads;
    int count, started;
} pool = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .handed_over = PTHREAD_COND_INITIALIZER, .all_here = PTHREAD_COND_INITIALIZER};

static void *pool_body(void *unused) {
    int64_t self = gettid();
    (void)unused;
    pthread_mutex_lock(&pool.lock);
    pin_worker(pool.run, pool.started);
    if (++pool.started == pool.count)
        pthread_cond_signal(&pool.all_here);
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
            pthread_cond_signal(&pool.all_here);
    }
    pthread_mutex_unlock(&pool.lock);
    return NULL;
}

void make_pool(struct run *run) {
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
    pthread_mutex_lock(&pool.lock);
    while (pool.started < pool.count)
        pthread_cond_wait(&pool.all_here, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

static void hand_over(struct run *run, int index) {
    if (run->step == 0)
        run->slot[index].submitted = stamp(run);
    pthread_mutex_lock(&pool.lock);
    pool.submitted++;
    pthread_cond_signal(&pool.handed_over);
    pthread_mutex_unlock(&pool.lock);
    if (run->step == 0)
        run->slot[index].accepted = stamp(run);
}

void in_the_pool(struct run *run) {
    pthread_mutex_lock(&pool.lock);
    pool.submitted = pool.taken = pool.done = 0;
    pthread_mutex_unlock(&pool.lock);
    if (run->step == 0)
        open_iteration(run);
    for (int index = 0; index < run->tasks; index++)
        hand_over(run, index);
    pthread_mutex_lock(&pool.lock);
    while (pool.done < run->tasks)
        pthread_cond_wait(&pool.all_here, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
    all_done(run, pool.count);
}

void close_pool(void) {
    pthread_mutex_lock(&pool.lock);
    pool.closing = true;
    pthread_cond_broadcast(&pool.handed_over);
    pthread_mutex_unlock(&pool.lock);
    for (int index = 0; index < pool.count; index++)
        pthread_join(pool.threads[index], NULL);
    free(pool.threads);
}
