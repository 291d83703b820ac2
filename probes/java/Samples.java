// Times that tasks took themselves: as they are, and once there are very many as a log-linear histogram.
// SPDX-License-Identifier: Apache-2.0

import java.util.Arrays;

final class Samples {
    private static final int MOST_TOLD = 100_000;
    private static final int FINE_BITS = 5;
    private static final int FINE_CELLS = 1 << FINE_BITS; // values below it have a cell each
    private static final int CELLS_PER_POWER = FINE_CELLS / 2;
    private static final int CELLS = FINE_CELLS + (63 - FINE_BITS) * CELLS_PER_POWER;

    private long count;
    private long[] values = new long[16];
    private long[] cells; // in place of the values, once there are too many

    long count() {
        return count;
    }

    void add(long ns) {
        if (ns < 0)
            throw new IllegalArgumentException("a sample below zero");
        if (count == MOST_TOLD)
            sortIntoCells();
        if (cells != null) {
            cells[cellOf(ns)]++;
        } else {
            if (count == values.length)
                values = Arrays.copyOf(values, 2 * values.length);
            values[(int) count] = ns;
        }
        count++;
    }

    void addAll(Samples others) {
        if (others.cells == null) {
            for (int i = 0; i < others.count; i++)
                add(others.values[i]);
            return;
        }
        sortIntoCells();
        for (int cell = 0; cell < CELLS; cell++)
            cells[cell] += others.cells[cell];
        count += others.count;
    }

    private void sortIntoCells() {
        if (cells != null)
            return;
        cells = new long[CELLS];
        for (int i = 0; i < count; i++)
            cells[cellOf(values[i])]++;
        values = null;
    }

    /** A cell for each value below 32, then sixteen for each power of two. */
    private static int cellOf(long value) {
        if (value < FINE_CELLS)
            return (int) value;
        int power = 63 - Long.numberOfLeadingZeros(value);
        int within = (int) (value >>> (power - FINE_BITS + 1)) - CELLS_PER_POWER;
        return FINE_CELLS + (power - FINE_BITS) * CELLS_PER_POWER + within;
    }

    private static long beginOf(int cell) {
        if (cell < FINE_CELLS)
            return cell;
        int coarse = cell - FINE_CELLS;
        return (long) (CELLS_PER_POWER + coarse % CELLS_PER_POWER) << (coarse / CELLS_PER_POWER + 1);
    }

    /** The message, or as much of it as there are samples to tell. */
    Line told() {
        Line line = new Line("samples").put("count", count);
        if (cells == null)
            return line.put("values", Arrays.copyOf(values, (int) count), 0);
        long[] from = new long[CELLS], counts = new long[CELLS];
        int filled = 0;
        for (int cell = 0; cell < CELLS; cell++) {
            if (cells[cell] == 0)
                continue;
            from[filled] = beginOf(cell);
            counts[filled++] = cells[cell];
        }
        return line.put("from", Arrays.copyOf(from, filled), 0).put("counts", Arrays.copyOf(counts, filled), 0);
    }
}
