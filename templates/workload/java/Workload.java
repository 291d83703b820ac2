// Counts the numbers up to `total` that 3 or 5 divide; each task takes an equal part. Put your own work here.

final class Workload implements Work {
    private long total;
    private long[] found; // by task

    @Override
    public void prepare(Words words, Task[] tasks, int degree) {
        total = words.integer("total", 1000000, 1);
        found = new long[tasks.length];
    }

    @Override
    public void operate(Task task, Meter meter) {
        long first = total * task.index / found.length;
        long last = total * (task.index + 1) / found.length;
        long count = 0;
        for (long n = first + 1; n <= last; n++)
            if (n % 3 == 0 || n % 5 == 0)
                count++;
        found[task.index] = count;
        meter.ops += last - first; // units of work done
    }

    @Override
    public Answer check() {
        long sum = 0;
        for (int i = 0; i < found.length; i++) {
            sum += found[i];
            found[i] = 0; // for the next iteration
        }
        return new Answer(total / 3 + total / 5 - total / 15 + " numbers", sum + " numbers");
    }
}
