"""The Python probe: reads key=value words, calls a model again and again, and tells what happened in JSON lines.

The conversation is described in docs/protocol.md.
"""

import gc
import itertools
import json
import os
import sys
import threading
import time

import workload
from iteration import COLUMNS, CPU, ENDED, OPS, STARTED, WORKER, Run, now
from models import FRESH_WORKERS, MODELS, make
from probe import Refused, Task, Words

MOST_TASKS_STAMPED = 10_000  # beyond it the stamps are summed up by worker
CLOCK_READS = 1000

lines = []  # written at the end, so that nobody wakes up to read between iterations


def say(kind, **fields):
    lines.append({"kind": kind} | fields)
    return lines[-1]


def write_out():
    sys.stdout.write("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    sys.stdout.flush()
    lines.clear()


# What was asked for


def understand(words):
    """The words of the harness, as `hello` repeats them; refuses what cannot be."""
    model = words.one_of("model", tuple(MODELS))
    asked = {"workload": words.text("workload", ""), "model": model}
    asked["implementation"] = words.one_of("implementation", tuple(MODELS[model]))
    asked["workers"] = words.integer("workers", 1, least=1)
    asked["tasks"] = words.integer("tasks", asked["workers"], least=1)
    asked["iterations"], asked["warmup"] = words.integer("iterations", 1, least=1), words.integer("warmup", 0, least=0)
    asked["gate"] = words.one_of("gate", ("before_create", "after_create"))
    asked["stamps"] = words.one_of("stamps", ("task", "worker", "none"))
    asked["steps"], asked["window_ms"] = words.integer("steps", 1, least=1), words.integer("window_ms", 0, least=0)
    asked["hold"], asked["mark"] = (int(words.one_of(name, ("0", "1"))) for name in ("hold", "mark"))
    asked["pin"] = words.one_of("pin", ("none", "each", "same"))
    words.integer("seed", 1)  # every harness takes a seed, also where the workload draws nothing
    refuse_what_cannot_be(asked)
    return asked


def refuse_what_cannot_be(asked):
    model, workers, tasks = asked["model"], asked["workers"], asked["tasks"]
    if asked["hold"] and model not in FRESH_WORKERS:
        raise Refused(f"hold: model {model} makes no workers in an iteration")
    if asked["hold"] and workers < tasks:
        raise Refused(f"hold: expected a worker for each task, found {workers} workers for {tasks} tasks")
    if asked["pin"] != "none" and model == "coroutine":
        raise Refused("pin: coroutines of an event loop have no thread of their own that could be tied to a CPU")


# Who speaks


def clock_cost_ns():
    start = now()
    for _ in range(CLOCK_READS):
        now()
    return (now() - start) / (CLOCK_READS + 1)


def clock_step_ns():
    reads = [now() for _ in range(CLOCK_READS)]
    return float(min(later - sooner for sooner, later in itertools.pairwise(reads) if later > sooner))


def gil():
    return "on" if getattr(sys, "_is_gil_enabled", lambda: True)() else "off"


def version():
    """For example: cpython 3.11.2, optimised, GIL on."""
    return f"{sys.implementation.name} {sys.version.split()[0]}, {how_it_was_built()}, GIL {gil()}"


def how_it_was_built():
    """Whether the interpreter itself was compiled with profiles: builds without are slower by a third."""
    import sysconfig

    configured = sysconfig.get_config_var("CONFIG_ARGS") or ""
    return "optimised" if "--enable-optimizations" in configured else "not optimised"


def collections():
    """How often the garbage collector of this process has run, all generations."""
    return sum(generation["collections"] for generation in gc.get_stats())


# What happened


def by_task(run):
    """The stamps of each task, as columns."""
    times = {name: [at - run.opened for at in run.column(number)] for number, name in enumerate(COLUMNS[:4])}
    return times | {"worker": run.column(WORKER), "ops": run.column(OPS), "size": [task.size for task in run.tasks]}


def by_worker(run):
    """The same summed up, one entry a kernel thread."""
    columns = [run.column(number) for number in (WORKER, STARTED, ENDED, OPS)]
    sums = {}
    for worker, started, ended, ops in zip(*columns, strict=True):
        first, last, tasks, done = sums.get(worker, (started, ended, 0, 0))
        sums[worker] = (min(first, started), max(last, ended), tasks + 1, done + ops)
    return {
        "worker": list(sums),
        "first_started": [first - run.opened for first, _, _, _ in sums.values()],
        "last_ended": [last - run.opened for _, last, _, _ in sums.values()],
        "tasks": [tasks for _, _, tasks, _ in sums.values()],
        "ops": [done for _, _, _, done in sums.values()],
    }


def iterate(model, run, asked, index):
    """One iteration, said; returns how many kernel threads took part."""
    warm = index >= asked["warmup"]
    run.samples.want(warm)
    cpu = time.process_time_ns()
    model.execute(run)
    cpu = time.process_time_ns() - cpu + (sum(run.column(CPU)) if run.elsewhere else 0)
    closed = max(run.column(ENDED)) if run.stamped else run.closed
    units = sum(run.column(OPS))
    message = say("iteration", index=index, warm=warm, work_wall_ns=closed - run.opened, cpu_ns=cpu, units=units)
    if asked["stamps"] == "task" and len(run.tasks) <= MOST_TASKS_STAMPED:
        message["tasks"] = by_task(run)
    elif run.stamped:
        message["workers"] = by_worker(run)
    return len({*run.column(WORKER), threading.get_native_id()})


def look_around(seen, mark, held):
    """While all tasks of the last iteration are done and held workers are still there."""
    seen["threads"] = len([*os.scandir("/proc/self/task")])
    if mark:
        say("mark", held=held)
        write_out()
        sys.stdin.readline()


def iterations(run, asked):
    """All of them; returns what can be said only at the end, and the first answer that was wrong, or the last."""
    model = make(run, asked["model"], asked["implementation"])
    most, seen, before, answer = 0, {"threads": -1}, collections(), ("", "")
    last = asked["warmup"] + asked["iterations"] - 1
    for index in range(last + 1):
        if index == last:
            run.at_rest = lambda held: look_around(seen, asked["mark"], held)
        most = max(most, iterate(model, run, asked, index))
        if answer[0] == answer[1]:
            answer = workload.check(run.shared)
    model.stop()
    return {"kernel_threads": most, "threads": seen["threads"], "collections": collections() - before}, answer


def converse(words):
    """The whole conversation."""
    asked = understand(words)
    tasks = [Task(index) for index in range(asked["tasks"])]
    run = Run(tasks, asked)
    run.shared = workload.prepare(words, tasks, asked["workers"])
    words.refuse_unused()
    clock = {"clock": "time.monotonic_ns", "clock_cost_ns": clock_cost_ns(), "clock_step_ns": clock_step_ns()}
    flags = " ".join(sys.orig_argv[1 : -len(sys.argv)])
    hello = say("hello", protocol=1, runtime="python", version=version(), flags=flags, **asked, **clock)
    bye, (expected, found) = iterations(run, asked)
    if not hello["version"].endswith(gil()):
        hello["version"] += f" before the work, {gil()} after it"  # an import may turn it on
    if samples := run.samples.message():
        lines.append(samples)
    say("answer", ok=expected == found, expected=expected, found=found)
    say("bye", **bye)


def main():
    try:
        converse(Words(sys.argv[1:]))
    except Refused as refusal:
        lines.clear()
        say("refused", reason=str(refusal))
    write_out()


if __name__ == "__main__":
    main()
