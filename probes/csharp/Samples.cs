// Times that tasks took themselves: as they are, and once there are very many as a log-linear histogram.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Collections.Generic;

sealed class Samples {
    const int MostTold = 100000;
    const int FineBits = 5;
    const int FineCells = 1 << FineBits; // values below it have a cell each
    const int CellsPerPower = FineCells / 2;
    const int Cells = FineCells + (63 - FineBits) * CellsPerPower;

    public long Count { get; private set; }
    List<long> values = new List<long>();
    long[] cells; // in place of the values, once there are too many

    public void Add(long ns) {
        if (ns < 0)
            throw new ArgumentException("a sample below zero");
        if (Count == MostTold)
            SortIntoCells();
        if (cells != null)
            cells[CellOf(ns)]++;
        else
            values.Add(ns);
        Count++;
    }

    public void AddAll(Samples others) {
        if (others.cells == null) {
            others.values.ForEach(Add);
            return;
        }
        SortIntoCells();
        for (int cell = 0; cell < Cells; cell++)
            cells[cell] += others.cells[cell];
        Count += others.Count;
    }

    void SortIntoCells() {
        if (cells != null)
            return;
        cells = new long[Cells];
        foreach (long value in values)
            cells[CellOf(value)]++;
        values = null;
    }

    // A cell for each value below 32, then sixteen for each power of two.
    static int CellOf(long value) {
        if (value < FineCells)
            return (int)value;
        int power = FineBits;
        while (value >> power > 1)
            power++;
        int within = (int)(value >> (power - FineBits + 1)) - CellsPerPower;
        return FineCells + (power - FineBits) * CellsPerPower + within;
    }

    static long BeginOf(int cell) {
        if (cell < FineCells)
            return cell;
        int coarse = cell - FineCells;
        return (long)(CellsPerPower + coarse % CellsPerPower) << (coarse / CellsPerPower + 1);
    }

    public Line Told() {
        Line line = new Line("samples").Put("count", Count);
        if (cells == null)
            return line.Put("values", values, 0);
        List<long> from = new List<long>(), counts = new List<long>();
        for (int cell = 0; cell < Cells; cell++) {
            if (cells[cell] == 0)
                continue;
            from.Add(BeginOf(cell));
            counts.Add(cells[cell]);
        }
        return line.Put("from", from, 0).Put("counts", counts, 0);
    }
}
