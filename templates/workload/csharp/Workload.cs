// Counts the numbers up to `total` that 3 or 5 divide; each task takes an equal part. Put your own work here.
using System.Threading.Tasks;

sealed class Workload : Work {
    long total;
    long[] found; // by task

    public override void Prepare(Words words, Piece[] pieces, int degree) {
        total = words.Integer("total", 1000000, 1);
        found = new long[pieces.Length];
    }

    public override Task Operate(Piece piece, Meter meter) {
        long first = total * piece.Index / found.Length, last = total * (piece.Index + 1) / found.Length;
        long count = 0;
        for (long n = first + 1; n <= last; n++)
            if (n % 3 == 0 || n % 5 == 0)
                count++;
        found[piece.Index] = count;
        meter.Ops += last - first; // units of work done
        return Done;
    }

    public override Answer Check() {
        long right = total / 3 + total / 5 - total / 15, sum = 0;
        for (int i = 0; i < found.Length; i++) {
            sum += found[i];
            found[i] = 0; // for the next iteration
        }
        return new Answer { Expected = right + " numbers", Found = sum + " numbers" };
    }
}
