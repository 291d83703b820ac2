// SPDX-License-Identifier: Apache-2.0
// Preloaded into a process, it lets the wall clock jump: by days, back and forth, at every reading. Clocks that only
// ever go forward are left alone, and so is everybody else's clock.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long jump(void) {
    static unsigned readings;
    static const long days[] = {0, -400, 3, -1, 800, 0, -30, 365};
    const char *seed = getenv("ASSAY_TORTURE_CLOCK");
    unsigned place = readings++ + (seed ? (unsigned)atoi(seed) : 0);
    return days[place % (sizeof days / sizeof *days)] * 86400L;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(clock, time);
    if (clock == CLOCK_REALTIME)
        time->tv_sec += jump();
    return status;
}

time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where)
        *where = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec time;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &time);
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}
