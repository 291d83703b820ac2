// Counts in one loop, as the serial C program of J. Wolffrom's "Asynchronous Synergy" (Roskilde University, 2025,
// appendix B.1.1) does: a floating-point tally that is never read, and a line of progress each time the counter can
// be divided by a number that is written into the program.
//
// Kept: the loop, its types, the constant divisor and the ten lines of progress. Changed: how far to count is an
// argument (the published program counts to 1,000,000,000), so the divisor is one of a few constants, chosen before
// the loop; and it is not timed from within (there: clock(), which is processor time).
//
//     gcc -pthread -o count_serial count_serial.c && ./count_serial 100000000
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>

// A loop for each divisor: what the compiler knows of it is part of what was published.
#define COUNT_WITH(divisor)                                                                                            \
    for (long long i = 1; i <= total; i++) {                                                                           \
        tally += 1;                                                                                                    \
        if (i % (divisor) == 0)                                                                                        \
            printf("counted to %lld\n", i);                                                                            \
    }

int main(int argc, char **argv) {
    long long total = argc > 1 ? atoll(argv[1]) : 100000000;
    double tally = 0;
    if (argc > 2 || total < 1) {
        fprintf(stderr, "count_serial: expected how far to count, a whole number of at least 1\n");
        return 2;
    }
    if (total >= 1000000000) {
        COUNT_WITH(100000000)
    } else if (total >= 100000000) {
        COUNT_WITH(10000000)
    } else {
        COUNT_WITH(1000000)
    }
    (void)tally;
    return 0;
}
