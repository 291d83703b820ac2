// The C# probe: reads key=value words, calls a model again and again, and tells what happened in JSON lines.
// The conversation is described in docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.IO;
using System.Text;

sealed class Harness {
    readonly Work work = new Workload();
    readonly Options options;
    readonly Run run;
    readonly Model model;
    readonly Say say;
    readonly StringBuilder said = new StringBuilder(); // written at the end: nobody wakes to read between iterations
    int threads = -1; // of this process, when the last tasks were done

    Harness(Words words) {
        options = new Options(words);
        run = new Run(options, work);
        work.Prepare(words, run.Pieces, options.Workers);
        words.RefuseUnused();
        model = Model.Of(run);
        say = new Say(run);
    }

    void Converse() {
        var answer = new Answer();
        said.Append(say.Hello());
        for (int index = 0; index < options.Warmup + options.Iterations; index++) {
            Iterate(index);
            Answer latest = work.Check();
            if (answer.Ok)
                answer = latest;
        }
        model.Stop();
        if (run.Samples.Count > 0)
            said.Append(run.Samples.Told());
        var line = new Line("answer").Put("ok", answer.Ok).Put("expected", answer.Expected);
        said.Append(line.Put("found", answer.Found)).Append(say.Bye(threads));
    }

    void Iterate(int index) {
        bool last = index + 1 == options.Warmup + options.Iterations;
        run.Warm = index >= options.Warmup;
        long before = Kernel.ProcessorTime();
        SweepAll();
        long closed = Kernel.Now(), used = Kernel.ProcessorTime() - before;
        work.Disarm();
        run.ThrowFailure();
        if (last)
            Look();
        model.Dismiss();
        said.Append(say.Iteration(index, closed, used));
    }

    // Until the caller knows that the tasks of the last sweep are done.
    void SweepAll() {
        for (run.Step = 0;; run.Step++) {
            model.Sweep();
            if (run.Step + 1 == options.Steps)
                return;
            model.Dismiss();
            work.Between(run.Step);
        }
    }

    // Counts the threads, and where that is asked for stops until somebody says a line or has nothing more to say.
    void Look() {
        threads = Kernel.Threads();
        if (!options.Mark)
            return;
        said.Append(new Line("mark").Put("held", model.Waiting));
        Write();
        Stream input = Console.OpenStandardInput();
        for (int one = input.ReadByte(); one >= 0 && one != '\n';)
            one = input.ReadByte();
    }

    void Write() {
        Write(said.ToString());
        said.Clear();
    }

    // In any locale the same bytes, and all at once.
    static void Write(string text) {
        byte[] bytes = new UTF8Encoding(false).GetBytes(text);
        Stream output = Console.OpenStandardOutput();
        output.Write(bytes, 0, bytes.Length);
        output.Flush();
    }

    static void Main(string[] words) {
        try {
            var harness = new Harness(new Words(words));
            harness.Converse();
            harness.Write();
        } catch (Refused refusal) {
            Write(new Line("refused").Put("reason", refusal.Message).ToString());
        }
    }
}
