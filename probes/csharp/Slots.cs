// What is noted of each task. A task's slot lies two cache lines away from the next, so that workers that write at
// the same time do not share one. With several sweeps over the tasks: the first time it was submitted, accepted and
// started, the last time it ended.
// SPDX-License-Identifier: Apache-2.0
enum Column { Submitted, Accepted, Started, Ended, Worker, Ops }

sealed class Slots {
    const int Stride = 16; // longs, 128 bytes

    readonly int pieces;
    readonly long[] cells;

    public Slots(int pieces) {
        this.pieces = pieces;
        cells = new long[checked((pieces + 1) * Stride)]; // one more: nobody else's line
    }

    public long this[int piece, Column column] {
        get { return cells[piece * Stride + (int)column]; }
        set { cells[piece * Stride + (int)column] = value; }
    }

    public long[] Of(Column column) {
        var values = new long[pieces];
        for (int piece = 0; piece < pieces; piece++)
            values[piece] = this[piece, column];
        return values;
    }
}
