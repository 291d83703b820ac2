// What every harness understands, whatever the workload; see docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0
sealed class Options {
    public readonly string Workload, Model, Implementation, Gate, Stamps, Pin;
    public readonly int Workers, Tasks, Iterations, Warmup, Steps, WindowMs;
    public readonly bool Hold, Mark;

    public Options(Words words) {
        Model = words.OneOf("model", "serial", "thread", "pool", "coroutine");
        bool makesWorkers = Model == "thread" || Model == "coroutine";
        Implementation = words.OneOf("implementation", Model == "pool" || Model == "coroutine" ? "task" : "std");
        Workload = words.Text("workload", "");
        Gate = words.OneOf("gate", "before_create", "after_create");
        Stamps = words.OneOf("stamps", "task", "worker", "none");
        Pin = words.OneOf("pin", "none", "each", "same");
        Workers = words.Count("workers", 1, 1);
        Tasks = words.Count("tasks", Workers, 1);
        Iterations = words.Count("iterations", 1, 1);
        Warmup = words.Count("warmup", 0, 0);
        Steps = words.Count("steps", 1, 1);
        WindowMs = words.Count("window_ms", 0, 0);
        Hold = words.OneOf("hold", "0", "1") == "1";
        Mark = words.OneOf("mark", "0", "1") == "1";
        words.Integer("seed", 1); // every harness takes a seed, also where the workload draws nothing
        if (Hold && !makesWorkers)
            throw new Refused("hold: model " + Model + " makes no workers in an iteration");
        if (Hold && Workers < Tasks)
            throw new Refused("hold: expected a worker for each task, found " + Workers + " workers for " + Tasks +
                              " tasks");
    }

    public bool Pinned {
        get { return Pin != "none"; }
    }

    public bool Stamped {
        get { return Stamps != "none"; }
    }

    // The middle of a conversation's first message.
    public Line PutInto(Line hello) {
        return hello.Put("workload", Workload).Put("model", Model).Put("implementation", Implementation)
            .Put("workers", Workers).Put("tasks", Tasks).Put("iterations", Iterations).Put("warmup", Warmup)
            .Put("gate", Gate).Put("stamps", Stamps).Put("steps", Steps).Put("window_ms", WindowMs)
            .Put("hold", Hold ? 1 : 0).Put("pin", Pin).Put("mark", Mark ? 1 : 0);
    }
}
