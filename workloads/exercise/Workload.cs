// Every call that a workload may use or offer, each of them counted.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Threading.Tasks;

sealed class Workload : Work {
    const long NapNs = 200000;

    long[] done, early;
    long sweeps, between, armed, disarmed;

    public override void Prepare(Words words, Piece[] pieces, int degree) {
        done = new long[pieces.Length];
        early = new long[pieces.Length];
        sweeps = words.Integer("steps", 1);
        foreach (Piece piece in pieces) {
            piece.Role = piece.Index % 2;
            piece.Size = piece.Index + 1;
        }
    }

    public override async Task Operate(Piece piece, Meter meter) {
        do {
            if (piece.Role == 1)
                await Nap(piece, meter);
            meter.Ops += piece.Size;
        } while (!meter.Stop());
        done[piece.Index]++;
    }

    async Task Nap(Piece piece, Meter meter) {
        long start = meter.Now();
        await meter.Sleep(NapNs);
        long elapsed = meter.Now() - start;
        early[piece.Index] += elapsed < NapNs ? 1 : 0;
        meter.Sample(elapsed);
    }

    public override void Between(int step) {
        between += step == between ? 1 : 0; // counted in their order
    }

    public override void Arm() {
        armed++;
    }

    public override void Disarm() {
        disarmed++;
    }

    public override Answer Check() {
        long right = 0, most = 0;
        for (int index = 0; index < done.Length; index++) {
            right += done[index] == sweeps && early[index] == 0 ? 1 : 0;
            most = Math.Max(most, done[index]);
            done[index] = early[index] = 0;
        }
        string expected = Told(done.Length, sweeps, sweeps - 1, 1);
        string found = Told(right, most, between, armed == disarmed ? armed : -1);
        between = armed = disarmed = 0;
        return new Answer { Expected = expected, Found = found };
    }

    static string Told(long tasks, long sweeps, long between, long armed) {
        return tasks + " tasks, " + sweeps + " sweeps, " + between + " between, armed " + armed + " times";
    }
}
