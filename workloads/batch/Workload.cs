// Computations of 1, 2, 3, ... units of length in a given order: each is so many steps of one recurrence, which reads
// no clock and gives nothing back before its end, and after it a sleep where only a share is to be computing.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Threading.Tasks;

sealed class Workload : Work {
    const ulong Factor = 6364136223846793005, Summand = 1442695040888963407;
    const int Tries = 5;
    const long ShortestTryNs = 2000000;
    const long WarmUpNs = 150000000; // by then a runtime that compiles again what runs often has done so

    // One task's; written once, at its end.
    sealed class Computation {
        public long Size, Steps, PauseNs, Done;
        public ulong X;
    }

    Computation[] computations;
    long sweeps;
    ulong kept; // so that what is only timed is computed too

    static ulong Recur(ulong x, long steps) {
        for (long i = 0; i < steps; i++)
            x = x * Factor + Summand;
        return x;
    }

    // The same by squaring: two steps are one step with another factor and summand.
    static ulong RecurAtOnce(ulong x, long steps) {
        ulong factor = Factor, summand = Summand;
        for (long left = steps; left > 0; left /= 2) {
            if (left % 2 == 1)
                x = x * factor + summand;
            summand *= factor + 1;
            factor *= factor;
        }
        return x;
    }

    long Timed(long steps) {
        long start = Kernel.Now();
        kept = Recur(kept, steps);
        return Kernel.Now() - start;
    }

    // Steps in a microsecond, by the fastest of a few tries, so that whoever else runs does not count.
    double Calibrate() {
        long steps = 10000, fastest = long.MaxValue, start = Kernel.Now();
        for (long time = 0; time < ShortestTryNs || Kernel.Now() - start < WarmUpNs; time = Timed(steps))
            if (time < ShortestTryNs)
                steps *= 2;
        for (int i = 0; i < Tries; i++)
            fastest = Math.Min(fastest, Timed(steps));
        return steps * 1000.0 / fastest;
    }

    static void SetSizes(Piece[] pieces, string order, ulong x) {
        foreach (Piece piece in pieces)
            piece.Size = order == "descending" ? pieces.Length - piece.Index : piece.Index + 1;
        for (int i = pieces.Length - 1; order == "random" && i > 0; i--) {
            x = Recur(x, 1);
            int other = (int)((x >> 33) % (ulong)(i + 1));
            long size = pieces[i].Size;
            pieces[i].Size = pieces[other].Size;
            pieces[other].Size = size;
        }
    }

    public override void Prepare(Words words, Piece[] pieces, int degree) {
        long unitUs = words.Integer("unit_us", 5000, 1), percent = words.Integer("cpu_percent", 100, 0);
        double loopsPerUs = words.Integer("loops_per_us", 0, 0);
        if (percent > 100)
            throw new Refused("cpu_percent: expected 100 or less, found " + percent);
        SetSizes(pieces, words.OneOf("order", "descending", "ascending", "random"), (ulong)words.Integer("seed", 1));
        sweeps = words.Integer("steps", 1);
        if (loopsPerUs == 0)
            loopsPerUs = Calibrate();
        computations = new Computation[pieces.Length];
        foreach (Piece piece in pieces)
            computations[piece.Index] = new Computation {
                Size = piece.Size,
                Steps = (long)(piece.Size * unitUs * loopsPerUs * percent / 100),
                PauseNs = piece.Size * unitUs * (100 - percent) * 10
            };
    }

    public override async Task Operate(Piece piece, Meter meter) {
        Computation one = computations[piece.Index];
        one.X = Recur((ulong)one.Size, one.Steps);
        if (one.PauseNs > 0)
            await meter.Sleep(one.PauseNs);
        one.Done++;
        meter.Ops += piece.Size;
    }

    public override Answer Check() {
        int right = 0;
        foreach (Computation one in computations) {
            right += one.Done == sweeps && one.X == RecurAtOnce((ulong)one.Size, one.Steps) ? 1 : 0;
            one.X = 0;
            one.Done = 0;
        }
        string form = " computations right";
        return new Answer { Expected = computations.Length + form, Found = right + form };
    }
}
