// The messages of a conversation.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

sealed class Say {
    const int MostTasksStamped = 10000; // beyond it the stamps are summed up by worker
    const int ClockReads = 1000;
#if DEBUG
    const string Compiled = "-optimize- -debug";
#else
    const string Compiled = "-optimize+";
#endif

    readonly Run run;
    readonly Options options;
    readonly Slots slots;
    readonly long caller; // its kernel thread
    readonly Type mono = Type.GetType("Mono.Runtime"); // null in .NET
    int most; // kernel threads that took part in one iteration

    public Say(Run run) {
        this.run = run;
        options = run.Options;
        slots = run.Slots;
        caller = Kernel.Thread();
    }

    public Line Hello() {
        var hello = new Line("hello").Put("protocol", 1).Put("runtime", mono != null ? "mono" : "dotnet")
            .Put("version", Version()).Put("flags", Flags());
        return options.PutInto(hello).Put("clock", "CLOCK_MONOTONIC").Put("clock_cost_ns", ClockCost())
            .Put("clock_step_ns", ClockStep());
    }

    string Version() {
        if (mono == null)
            return Environment.Version.ToString();
        var name = mono.GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static);
        return (string)name.Invoke(null, null);
    }

    // What it was compiled with, and what the runtime was started with.
    static string Flags() {
        string[] words = File.ReadAllText("/proc/self/cmdline").Split('\0');
        IEnumerable<string> started = words.Skip(1).TakeWhile(word => word.StartsWith("-"));
        return string.Join(" ", new[] { Compiled }.Concat(started));
    }

    static double ClockCost() {
        Kernel.Now(); // the first time it is only compiled
        long start = Kernel.Now();
        for (int i = 0; i < ClockReads; i++)
            Kernel.Now();
        return (double)(Kernel.Now() - start) / (ClockReads + 1);
    }

    static double ClockStep() {
        long least = long.MaxValue, last = Kernel.Now();
        for (int i = 0; i < ClockReads; i++) {
            long now = Kernel.Now();
            if (now > last)
                least = Math.Min(least, now - last);
            last = now;
        }
        return least;
    }

    public Line Iteration(int index, long closed, long processorTime) {
        var workers = Sums();
        most = Math.Max(most, workers.Count + (workers.Exists(sum => sum.Worker == caller) ? 0 : 1));
        long wall = (options.Stamped ? slots.Of(Column.Ended).Max() : closed) - run.Opened;
        var line = new Line("iteration").Put("index", index).Put("warm", run.Warm).Put("work_wall_ns", wall)
            .Put("cpu_ns", processorTime).Put("units", slots.Of(Column.Ops).Sum());
        if (options.Stamps == "task" && options.Tasks <= MostTasksStamped)
            return ByTask(line);
        return options.Stamped ? ByWorker(line, workers) : line;
    }

    public Line Bye(int threads) {
        // .NET counts each run of the collector for the youngest generation, Mono each for the one it was about.
        int collections = GC.CollectionCount(0) + (mono != null ? GC.CollectionCount(1) : 0);
        return new Line("bye").Put("kernel_threads", most).Put("threads", threads).Put("collections", collections);
    }

    Line ByTask(Line line) {
        return line.Open("tasks").Put("submitted", slots.Of(Column.Submitted), run.Opened)
            .Put("accepted", slots.Of(Column.Accepted), run.Opened)
            .Put("started", slots.Of(Column.Started), run.Opened).Put("ended", slots.Of(Column.Ended), run.Opened)
            .Put("worker", slots.Of(Column.Worker), 0).Put("ops", slots.Of(Column.Ops), 0)
            .Put("size", run.Pieces.Select(piece => piece.Size), 0).Close();
    }

    // What one kernel thread did.
    sealed class Sum {
        public long Worker, Tasks, FirstStarted = long.MaxValue, LastEnded = long.MinValue, Ops;
    }

    List<Sum> Sums() {
        var sums = new Dictionary<long, Sum>();
        for (int index = 0; index < options.Tasks; index++) {
            Sum sum;
            long worker = slots[index, Column.Worker];
            if (!sums.TryGetValue(worker, out sum))
                sums[worker] = sum = new Sum { Worker = worker };
            sum.Tasks++;
            sum.FirstStarted = Math.Min(sum.FirstStarted, slots[index, Column.Started]);
            sum.LastEnded = Math.Max(sum.LastEnded, slots[index, Column.Ended]);
            sum.Ops += slots[index, Column.Ops];
        }
        return sums.Values.ToList();
    }

    Line ByWorker(Line line, List<Sum> sums) {
        return line.Open("workers").Put("worker", sums.Select(sum => sum.Worker), 0)
            .Put("first_started", sums.Select(sum => sum.FirstStarted), run.Opened)
            .Put("last_ended", sums.Select(sum => sum.LastEnded), run.Opened)
            .Put("tasks", sums.Select(sum => sum.Tasks), 0).Put("ops", sums.Select(sum => sum.Ops), 0).Close();
    }
}
