// Counting: equal parts of a total; each millionth step of a part is noticed. The loop is that of step 0 in C. What was
// noticed is known only to who went there, so no compiler drops the loop.
// SPDX-License-Identifier: Apache-2.0
using System.Threading.Tasks;

sealed class Workload : Work {
    const long NoticeEvery = 1000000;

    // Of one task; written once, at its end.
    sealed class Result {
        public long Part, Counted, Noticed;
    }

    Result[] results;

    public override void Prepare(Words words, Piece[] pieces, int degree) {
        long total = words.Integer("total", 1000000, 1);
        results = new Result[pieces.Length];
        foreach (Piece piece in pieces) {
            piece.Size = total / pieces.Length + (piece.Index < total % pieces.Length ? 1 : 0);
            results[piece.Index] = new Result { Part = piece.Size };
        }
    }

    public override Task Operate(Piece piece, Meter meter) {
        long counted = 0, noticed = 0, end = piece.Size;
        for (long i = 1; i <= end; i++) {
            counted = i;
            if (i % NoticeEvery == 0)
                noticed++;
        }
        results[piece.Index].Counted = counted;
        results[piece.Index].Noticed = noticed;
        meter.Ops += counted;
        return Done;
    }

    public override Answer Check() {
        long total = 0, notable = 0, counted = 0, noticed = 0;
        foreach (Result result in results) {
            total += result.Part;
            notable += result.Part / NoticeEvery;
            counted += result.Counted;
            noticed += result.Noticed;
            result.Counted = result.Noticed = 0;
        }
        return new Answer { Expected = Told(total, notable), Found = Told(counted, noticed) };
    }

    static string Told(long counts, long noticed) {
        return counts + " counts, " + noticed + " noticed";
    }
}
