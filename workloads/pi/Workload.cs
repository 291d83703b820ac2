// Leibniz's series: each task adds up its own range of consecutive terms, in double precision.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Globalization;
using System.Threading.Tasks;

sealed class Workload : Work {
    // Of one task; its sum is written once, at its end.
    sealed class Part {
        public long First, End;
        public double Sum;
    }

    long total;
    Part[] parts;

    public override void Prepare(Words words, Piece[] pieces, int degree) {
        long first = 0;
        total = words.Integer("total", 1000000, 1);
        parts = new Part[pieces.Length];
        foreach (Piece piece in pieces) {
            piece.Size = total / pieces.Length + (piece.Index < total % pieces.Length ? 1 : 0);
            parts[piece.Index] = new Part { First = first, End = first + piece.Size };
            first += piece.Size;
        }
    }

    public override Task Operate(Piece piece, Meter meter) {
        Part part = parts[piece.Index];
        part.Sum = SumOfTerms(part.First, part.End);
        meter.Ops += part.End - part.First;
        return Done;
    }

    static double SumOfTerms(long first, long end) {
        double sum = 0;
        for (long k = first; k < end; k++)
            sum += (k % 2 == 0 ? 1.0 : -1.0) / (2 * k + 1);
        return sum;
    }

    public override Answer Check() {
        double sum = 0, within = 0.25 / ((double)total * total * total) + 1e-9;
        foreach (Part part in parts) {
            sum += part.Sum;
            part.Sum = 0;
        }
        // The terms from there on come to 1 / total, nearly: without them nobody would miss the last task's.
        double pi = 4 * sum + (total % 2 == 0 ? 1.0 : -1.0) / total, off = Math.Abs(pi - Math.PI);
        string expected = Told("4 x sum and the rest within {0:0.000e+00} of pi", within);
        string wrong = Told("4 x sum and the rest = {0:F12}, off by {1:0.000e+00}", pi, off);
        return new Answer { Expected = expected, Found = off <= within ? expected : wrong };
    }

    static string Told(string form, params object[] numbers) {
        return string.Format(CultureInfo.InvariantCulture, form, numbers);
    }
}
