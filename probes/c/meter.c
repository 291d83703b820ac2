// How a task touches time and waits, and what becomes of the samples that it takes.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "samples.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000;

int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

int64_t meter_now(void) { return now_ns(); }

void meter_sleep(const struct meter *meter, int64_t ns) {
    int64_t until = now_ns() + ns;
    (void)meter;
    struct timespec end = {.tv_sec = until / SECOND, .tv_nsec = until % SECOND};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) == EINTR)
        continue;
}

bool meter_stop(const struct meter *meter) {
    const struct run *run = meter->run;
    return run->window_ns == 0 || now_ns() - run->opened >= run->window_ns;
}

size_t meter_receive(const struct meter *meter, int stream, void *buffer, size_t length) {
    size_t received = 0;
    (void)meter;
    while (received < length) {
        ssize_t count = read(stream, (char *)buffer + received, length - received);
        if (count == 0)
            break;
        if (count > 0)
            received += count;
        else if (errno != EINTR)
            die("cannot receive", errno);
    }
    return received;
}

// Samples are handed in many at a time, so that tasks that take some do not wait for each other.
void meter_sample(struct meter *meter, int64_t ns) {
    if (ns < 0)
        die("a sample below zero", 0);
    meter->sample[meter->in_hand++] = ns;
    if (meter->in_hand == SAMPLES_IN_HAND)
        hand_in(meter);
}

struct samples *no_samples(void) { return shared_memory(sizeof(struct samples)); }

// A cell for each value below 32, then sixteen for each power of two.
static int cell_of(int64_t value) {
    if (value < FINE_CELLS)
        return (int)value;
    int power = 63 - __builtin_clzll(value);
    return FINE_CELLS + (power - FINE_BITS) * CELLS_PER_POWER + ((value >> (power - FINE_BITS + 1)) & 15);
}

int64_t cell_begins(int cell) {
    if (cell < FINE_CELLS)
        return cell;
    int coarse = cell - FINE_CELLS;
    return (int64_t)(CELLS_PER_POWER + coarse % CELLS_PER_POWER) << (coarse / CELLS_PER_POWER + 1);
}

// ORDERING: relaxed, for nobody reads before all tasks are done, and the models see to that.
void hand_in(struct meter *meter) {
    struct samples *all = meter->run->samples;
    if (meter->in_hand > 0 && meter->run->warm) {
        int64_t place = atomic_fetch_add_explicit(&all->count, meter->in_hand, memory_order_relaxed);
        for (int i = 0; i < meter->in_hand; i++, place++) {
            if (place < MOST_SAMPLES_TOLD)
                all->values[place] = meter->sample[i];
            atomic_fetch_add_explicit(&all->cells[cell_of(meter->sample[i])], 1, memory_order_relaxed);
        }
    }
    meter->in_hand = 0;
}
