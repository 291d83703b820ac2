// Times that tasks took themselves, all of them together: as they are, and in a log-linear histogram.
// SPDX-License-Identifier: Apache-2.0
#ifndef SAMPLES_H
#define SAMPLES_H

#include "models.h"

enum {
    MOST_SAMPLES_TOLD = 100000, // beyond it the histogram is told
    FINE_BITS = 5,
    FINE_CELLS = 1 << FINE_BITS, // values below it have a cell each
    CELLS_PER_POWER = FINE_CELLS / 2,
    CELLS = FINE_CELLS + (63 - FINE_BITS) * CELLS_PER_POWER,
};

struct samples {
    atomic_llong count;
    int64_t values[MOST_SAMPLES_TOLD];
    atomic_llong cells[CELLS];
};

// The lowest value that belongs there.
int64_t cell_begins(int cell);

#endif
