// The messages of a conversation.
// SPDX-License-Identifier: Apache-2.0

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

final class Say {
    private static final int MOST_TASKS_STAMPED = 10_000; // beyond it the stamps are summed up by worker
    private static final int CLOCK_READS = 20_000; // enough for the compiler to have seen them

    private final Run run;
    private final Options options;
    private final Slots slots;
    private final long caller; // its kernel thread
    private int most; // kernel threads that took part in one iteration

    Say(Run run, long caller) {
        this.run = run;
        this.options = run.options;
        this.slots = run.slots;
        this.caller = caller;
    }

    Line hello() throws IOException {
        String version = System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
        Line hello = new Line("hello").put("protocol", 1).put("runtime", "openjdk").put("version", version)
                .put("flags", flags());
        double cost = clockCost();
        return options.putInto(hello).put("clock", "System.nanoTime").put("clock_cost_ns", cost)
                .put("clock_step_ns", clockStep());
    }

    /** What the runtime was started with, but for the place of the classes. */
    private static String flags() throws IOException {
        try (FileInputStream line = new FileInputStream("/proc/self/cmdline")) {
            String[] words = new String(line.readAllBytes(), StandardCharsets.UTF_8).split("\0");
            int end = Arrays.asList(words).indexOf("-cp");
            return String.join(" ", Arrays.copyOfRange(words, 1, Math.max(1, end)));
        }
    }

    private static double clockCost() {
        double cost = 0;
        for (int again = 0; again < 2; again++) { // the first time around it is only compiled
            long start = System.nanoTime();
            for (int i = 0; i < CLOCK_READS; i++)
                System.nanoTime();
            cost = (double) (System.nanoTime() - start) / (CLOCK_READS + 1);
        }
        return cost;
    }

    private static double clockStep() {
        long least = Long.MAX_VALUE, last = System.nanoTime();
        for (int i = 0; i < CLOCK_READS; i++) {
            long now = System.nanoTime();
            if (now > last)
                least = Math.min(least, now - last);
            last = now;
        }
        return least;
    }

    Line iteration(int index, long closed, long processorTime) {
        Map<Long, Sum> workers = sums();
        most = Math.max(most, workers.size() + (workers.containsKey(caller) ? 0 : 1));
        long wall = (options.stamped() ? lastEnd() : closed) - run.opened;
        Line line = new Line("iteration").put("index", index).put("warm", run.warm).put("work_wall_ns", wall)
                .put("cpu_ns", processorTime).put("units", Arrays.stream(slots.column(Slots.OPS)).sum());
        if (options.stamps.equals("task") && options.tasks <= MOST_TASKS_STAMPED)
            return byTask(line);
        return options.stamped() ? byWorker(line, workers) : line;
    }

    Line bye(int threads) {
        return new Line("bye").put("kernel_threads", most).put("threads", threads)
                .put("collections", Collector.collections());
    }

    private long lastEnd() {
        return Arrays.stream(slots.column(Slots.ENDED)).max().getAsLong();
    }

    private Line byTask(Line line) {
        long[] sizes = new long[run.tasks.length];
        for (int index = 0; index < sizes.length; index++)
            sizes[index] = run.tasks[index].size;
        return line.open("tasks").put("submitted", slots.column(Slots.SUBMITTED), run.opened)
                .put("accepted", slots.column(Slots.ACCEPTED), run.opened)
                .put("started", slots.column(Slots.STARTED), run.opened)
                .put("ended", slots.column(Slots.ENDED), run.opened)
                .put("worker", slots.column(Slots.WORKER), 0).put("ops", slots.column(Slots.OPS), 0)
                .put("size", sizes, 0).close();
    }

    /** What one kernel thread did. */
    private static final class Sum {
        long tasks, firstStarted = Long.MAX_VALUE, lastEnded = Long.MIN_VALUE, ops;
    }

    private Map<Long, Sum> sums() {
        Map<Long, Sum> sums = new LinkedHashMap<>();
        for (int index = 0; index < options.tasks; index++) {
            Sum sum = sums.computeIfAbsent(slots.get(index, Slots.WORKER), worker -> new Sum());
            sum.tasks++;
            sum.firstStarted = Math.min(sum.firstStarted, slots.get(index, Slots.STARTED));
            sum.lastEnded = Math.max(sum.lastEnded, slots.get(index, Slots.ENDED));
            sum.ops += slots.get(index, Slots.OPS);
        }
        return sums;
    }

    private Line byWorker(Line line, Map<Long, Sum> workers) {
        Sum[] sums = workers.values().toArray(new Sum[0]);
        return line.open("workers").put("worker", workers.keySet().stream().mapToLong(Long::longValue).toArray(), 0)
                .put("first_started", Arrays.stream(sums).mapToLong(sum -> sum.firstStarted).toArray(), run.opened)
                .put("last_ended", Arrays.stream(sums).mapToLong(sum -> sum.lastEnded).toArray(), run.opened)
                .put("tasks", Arrays.stream(sums).mapToLong(sum -> sum.tasks).toArray(), 0)
                .put("ops", Arrays.stream(sums).mapToLong(sum -> sum.ops).toArray(), 0).close();
    }
}
