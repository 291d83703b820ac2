// Counting: equal parts of a total; each millionth step of a part is noticed. The loop is that of step 0 in C. What was
// noticed is known only to who went there, so no Java compiler drops the loop.
// SPDX-License-Identifier: Apache-2.0

final class Workload implements Work {
    private static final long NOTICE_EVERY = 1_000_000;

    private Result[] results;

    /** Of one task; written once, at its end. */
    private static final class Result {
        long part, counted, noticed;
    }

    @Override
    public void prepare(Words words, Task[] tasks, int degree) {
        long total = words.integer("total", 1_000_000, 1);
        results = new Result[tasks.length];
        for (Task task : tasks) {
            task.size = total / tasks.length + (task.index < total % tasks.length ? 1 : 0);
            results[task.index] = new Result();
            results[task.index].part = task.size;
        }
    }

    @Override
    public void operate(Task task, Meter meter) {
        long counted = 0, noticed = 0, end = task.size;
        for (long i = 1; i <= end; i++) {
            counted = i;
            if (i % NOTICE_EVERY == 0)
                noticed++;
        }
        results[task.index].counted = counted;
        results[task.index].noticed = noticed;
        meter.ops += counted;
    }

    @Override
    public Answer check() {
        long total = 0, notable = 0, counted = 0, noticed = 0;
        for (Result result : results) {
            total += result.part;
            notable += result.part / NOTICE_EVERY;
            counted += result.counted;
            noticed += result.noticed;
            result.counted = result.noticed = 0;
        }
        return new Answer(told(total, notable), told(counted, noticed));
    }

    private static String told(long counts, long noticed) {
        return counts + " counts, " + noticed + " noticed";
    }
}
