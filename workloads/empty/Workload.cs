// Nothing at all: each task only marks that it was there.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Threading.Tasks;

sealed class Workload : Work {
    long[] done;
    long sweeps;

    public override void Prepare(Words words, Piece[] pieces, int degree) {
        done = new long[pieces.Length];
        sweeps = words.Integer("steps", 1);
    }

    public override Task Operate(Piece piece, Meter meter) {
        done[piece.Index]++;
        meter.Ops++;
        return Done;
    }

    public override Answer Check() {
        int right = 0;
        foreach (long times in done)
            right += times == sweeps ? 1 : 0;
        Array.Clear(done, 0, done.Length);
        return new Answer { Expected = Told(done.Length), Found = Told(right) };
    }

    string Told(int tasks) {
        return tasks + " tasks done " + (sweeps == 1 ? "once" : sweeps + " times");
    }
}
