// Counts in threads, as the threaded C program of J. Wolffrom's "Asynchronous Synergy" (Roskilde University, 2025,
// appendix B.1.2) does: each thread counts its share, and works out anew at every step, from two floating-point
// globals, by what number the counter must be divisible for a line of progress. The loop also ends at a
// floating-point global. So a step here is more work than a step of count_serial.c: that is the point of the pair.
//
// Kept: the loop, its types, the tally that is never read, the two globals, five lines of progress a thread, threads
// made one after the other and then joined. Changed: how far to count and the number of threads are arguments
// (published: 1,000,000,000 and 4; what is left over by the division is not counted); it is not timed from within.
//
//     gcc -pthread -o count_threads count_threads.c && ./count_threads 100000000 4
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_THREADS = 1024 };

double share = 250000000; // what each thread counts
double steps = 5;         // lines of progress from each

static void *count(void *number) {
    double tally = 0;
    for (long long i = 1; i <= share; i++) {
        tally += 1;
        if (i % (long long)(share / steps) == 0)
            printf("thread %ld: counted to %lld\n", (long)number, i);
    }
    (void)tally;
    return NULL;
}

int main(int argc, char **argv) {
    long long total = argc > 1 ? atoll(argv[1]) : 100000000;
    long threads = argc > 2 ? atol(argv[2]) : 4;
    pthread_t started[MOST_THREADS];
    if (argc > 3 || threads < 1 || threads > MOST_THREADS || total < 5 * threads) {
        fprintf(stderr, "count_threads: expected how far to count (at least 5 a thread) and how many threads\n");
        return 2;
    }
    share = total / threads;
    for (long number = 0; number < threads; number++) {
        if (pthread_create(&started[number], NULL, count, (void *)(number + 1)) != 0) {
            fprintf(stderr, "count_threads: cannot make thread %ld\n", number + 1);
            return 1;
        }
    }
    for (long number = 0; number < threads; number++)
        pthread_join(started[number], NULL);
    return 0;
}
