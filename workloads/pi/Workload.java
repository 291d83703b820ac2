// Leibniz's series: each task adds up its own range of consecutive terms, in double precision.
// SPDX-License-Identifier: Apache-2.0

import java.util.Locale;

final class Workload implements Work {
    private long total;
    private Part[] parts;

    /** Of one task; its sum is written once, at its end. */
    private static final class Part {
        final long first, end;
        double sum;

        Part(long first, long end) {
            this.first = first;
            this.end = end;
        }
    }

    @Override
    public void prepare(Words words, Task[] tasks, int degree) {
        total = words.integer("total", 1_000_000, 1);
        parts = new Part[tasks.length];
        long first = 0;
        for (Task task : tasks) {
            task.size = total / tasks.length + (task.index < total % tasks.length ? 1 : 0);
            parts[task.index] = new Part(first, first + task.size);
            first += task.size;
        }
    }

    @Override
    public void operate(Task task, Meter meter) {
        Part part = parts[task.index];
        part.sum = sumOfTerms(part.first, part.end);
        meter.ops += part.end - part.first;
    }

    private static double sumOfTerms(long first, long end) {
        double sum = 0;
        for (long k = first; k < end; k++)
            sum += (k % 2 == 0 ? 1.0 : -1.0) / (2 * k + 1);
        return sum;
    }

    @Override
    public Answer check() {
        double sum = 0, within = 0.25 / ((double) total * total * total) + 1e-9;
        for (Part part : parts) {
            sum += part.sum;
            part.sum = 0;
        }
        // The terms from there on come to 1 / total, nearly: without them nobody would miss the last task's.
        double pi = 4 * sum + (total % 2 == 0 ? 1.0 : -1.0) / total, off = Math.abs(pi - Math.PI);
        String expected = String.format(Locale.ROOT, "4 x sum and the rest within %.3e of pi", within);
        String wrong = String.format(Locale.ROOT, "4 x sum and the rest = %.12f, off by %.3e", pi, off);
        return new Answer(expected, off <= within ? expected : wrong);
    }
}
