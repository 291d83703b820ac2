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
        long wall = (options.stamped() ? slots.most(Slots.ENDED) : closed) - run.opened;
        Line line = new Line("iteration").put("index", index).put("warm", run.warm).put("work_wall_ns", wall)
                .put("cpu_ns", processorTime).put("units", slots.sum(Slots.OPS));
        if (options.stamps.equals("task") && options.tasks <= MOST_TASKS_STAMPED)
            return byTask(line);
        return options.stamped() ? byWorker(line, workers) : line;
    }

    Line bye(int threads) {
        return new Line("bye").put("kernel_threads", most).put("threads", threads)
                .put("collections", Collector.collections());
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
            long worker = slots.get(index, Slots.WORKER);
            Sum sum = sums.get(worker);
            if (sum == null)
                sums.put(worker, sum = new Sum());
            sum.tasks++;
            sum.firstStarted = Math.min(sum.firstStarted, slots.get(index, Slots.STARTED));
            sum.lastEnded = Math.max(sum.lastEnded, slots.get(index, Slots.ENDED));
            sum.ops += slots.get(index, Slots.OPS);
        }
        return sums;
    }

    private Line byWorker(Line line, Map<Long, Sum> sums) {
        int count = sums.size(), i = 0;
        long[] worker = new long[count], started = new long[count], ended = new long[count];
        long[] tasks = new long[count], ops = new long[count];
        for (Map.Entry<Long, Sum> entry : sums.entrySet()) {
            Sum sum = entry.getValue();
            worker[i] = entry.getKey();
            started[i] = sum.firstStarted;
            ended[i] = sum.lastEnded;
            tasks[i] = sum.tasks;
            ops[i++] = sum.ops;
        }
        return line.open("workers").put("worker", worker, 0).put("first_started", started, run.opened)
                .put("last_ended", ended, run.opened).put("tasks", tasks, 0).put("ops", ops, 0).close();
    }
}
