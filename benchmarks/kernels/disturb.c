// A neighbour that spoils measurements: bursts of computing and of rest, both of random length (mean 20 ms each),
// and every few seconds a change of how long it rests, so that the machine also drifts. Ends when its parent does.
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double exponential(double mean) {
    return -mean * log((rand() + 1.0) / (RAND_MAX + 2.0));
}

int main(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    srand((unsigned)time(NULL) ^ (unsigned)getpid());
    double rest = 0.02, change = now() + 3;
    volatile uint64_t sink = 0;
    for (;;) {
        double end = now() + exponential(0.02);
        while (now() < end) {
            sink = sink + 1;
        }
        usleep((useconds_t)(1e6 * exponential(rest)));
        if (now() > change) {
            rest = exponential(0.03) + 0.002;
            change = now() + exponential(3);
        }
    }
}
