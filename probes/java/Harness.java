// The Java probe: reads key=value words, calls a model again and again, and tells what happened in JSON lines.
// The conversation is described in docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

final class Harness {
    private final Kernel kernel = Kernel.find();
    private final Work work = new Workload();
    private final Options options;
    private final Run run;
    private final Model model;
    private final Say say;
    private final StringBuilder said = new StringBuilder(); // written at the end: nobody wakes to read between times
    private int threads = -1; // of this process, when the last tasks were done

    private Harness(Words words) {
        options = new Options(words);
        run = new Run(options, work, kernel);
        work.prepare(words, run.tasks, options.workers);
        words.refuseUnused();
        model = options.kind.make(run);
        say = new Say(run, kernel.thread());
    }

    private void converse() throws IOException {
        Work.Answer answer = null;
        say(say.hello());
        for (int index = 0; index < options.warmup + options.iterations; index++) {
            iterate(index);
            Work.Answer latest = work.check();
            if (answer == null || answer.ok())
                answer = latest;
        }
        model.stop();
        if (run.samples.count() > 0)
            say(run.samples.told());
        say(new Line("answer").put("ok", answer.ok()).put("expected", answer.expected()).put("found", answer.found()));
        say(say.bye(threads));
    }

    private void iterate(int index) throws IOException {
        boolean last = index + 1 == options.warmup + options.iterations;
        run.warm = index >= options.warmup;
        long before = kernel.processorTime();
        sweepAll();
        long closed = System.nanoTime(), after = kernel.processorTime();
        work.disarm();
        run.throwFailure();
        if (last)
            look();
        model.dismiss();
        say(say.iteration(index, closed, before < 0 ? -1 : after - before));
    }

    /** Until the caller knows that the tasks of the last sweep are done. */
    private void sweepAll() {
        for (run.step = 0; ; run.step++) {
            model.sweep();
            if (run.step + 1 == options.steps)
                return;
            model.dismiss();
            work.between(run.step);
        }
    }

    /** Counts the threads, and where that is asked for stops until somebody says a line or has nothing more to say. */
    private void look() throws IOException {
        threads = Kernel.threads();
        if (!options.mark)
            return;
        say(new Line("mark").put("held", model.waiting()));
        write();
        for (int one = System.in.read(); one >= 0 && one != '\n';)
            one = System.in.read();
    }

    private void say(Line line) {
        said.append(line);
    }

    private void write() throws IOException {
        write(said.toString());
        said.setLength(0);
    }

    /** In any locale the same bytes, and all at once. */
    private static void write(String text) throws IOException {
        new FileOutputStream(FileDescriptor.out).write(text.getBytes(StandardCharsets.UTF_8));
    }

    public static void main(String[] words) throws IOException {
        try {
            Harness harness = new Harness(new Words(words));
            harness.converse();
            harness.write();
        } catch (Refused refusal) {
            write(new Line("refused").put("reason", refusal.getMessage()).toString());
        }
    }
}
