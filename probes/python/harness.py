"""The Python probe: reads key=value words, calls a model again and again, and tells what happened in JSON lines.

The conversation is described in docs/protocol.md.
"""

import gc
import itertools
import json
import sys
import time

import models
import workload
from probe import Refused, Task, Words

MOST_TASKS_STAMPED = 10_000  # beyond it the stamps are summed up by worker
CLOCK_READS = 1000


def clock_cost_ns():
    start = models.now()
    for _ in range(CLOCK_READS):
        models.now()
    return (models.now() - start) / (CLOCK_READS + 1)


def clock_step_ns():
    reads = [models.now() for _ in range(CLOCK_READS)]
    return float(min(later - sooner for sooner, later in itertools.pairwise(reads) if later > sooner))


def by_task(run):
    """The stamps of each task, as columns."""
    times = {name: [at - run.opened for at in run.column(number)] for number, name in enumerate(models.COLUMNS[:4])}
    return times | {"worker": run.column(models.WORKER), "ops": run.column(models.OPS)}


def by_worker(run):
    """The same summed up, one entry a kernel thread."""
    columns = [run.column(number) for number in (models.WORKER, models.STARTED, models.ENDED, models.OPS)]
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


def iterate(model, run, stamps, index, warm):
    """One iteration, as a message."""
    cpu = time.process_time_ns()
    model.execute(run)
    closed = max(run.column(models.ENDED)) if run.stamped else models.now()
    cpu = time.process_time_ns() - cpu + (sum(run.column(models.CPU)) if model.elsewhere else 0)
    message = {"kind": "iteration", "index": index, "warm": warm, "work_wall_ns": closed - run.opened}
    message |= {"cpu_ns": cpu, "units": sum(run.column(models.OPS))}
    if stamps == "task" and len(run.tasks) <= MOST_TASKS_STAMPED:
        message["tasks"] = by_task(run)
    elif run.stamped:
        message["workers"] = by_worker(run)
    return message


def converse(words):
    """All messages of one conversation, in order."""
    name = words.one_of("model", list(models.MODELS))
    implementation = words.one_of("implementation", models.MODELS[name].implementations)
    gate = words.one_of("gate", ("before_create", "after_create"))
    stamps = words.one_of("stamps", ("task", "worker", "none"))
    workers = words.integer("workers", 1, least=1)
    tasks = [Task(index) for index in range(words.integer("tasks", workers, least=1))]
    iterations, warmup = words.integer("iterations", 1, least=1), words.integer("warmup", 0, least=0)
    words.integer("seed", 1)  # every harness takes a seed, also where the workload draws nothing

    run = models.Run(tasks, workers, gate == "after_create", stamps != "none")
    run.shared = workload.prepare(words, tasks, workers)
    asked = words.text("workload", "")
    words.refuse_unused()
    hello = {"kind": "hello", "protocol": 1, "runtime": "python", "version": version()}
    hello |= {"flags": " ".join(sys.orig_argv[1 : -len(sys.argv)] if hasattr(sys, "orig_argv") else [])}
    hello |= {"workload": asked, "model": name, "implementation": implementation, "workers": workers}
    hello |= {"tasks": len(tasks), "iterations": iterations, "warmup": warmup, "gate": gate, "stamps": stamps}
    hello |= {"clock": "time.monotonic_ns", "clock_cost_ns": clock_cost_ns(), "clock_step_ns": clock_step_ns()}
    yield hello

    before = collections()
    model, answer, most = models.MODELS[name](run, implementation), ("", ""), 0
    for index in range(warmup + iterations):
        yield iterate(model, run, stamps, index, index >= warmup)
        most = max(most, len(set(run.column(models.WORKER))))
        if answer[0] == answer[1]:
            answer = workload.check(run.shared)
    model.stop()
    yield {"kind": "answer", "ok": answer[0] == answer[1], "expected": answer[0], "found": answer[1]}
    yield {"kind": "bye", "kernel_threads": most + (name != "serial"), "collections": collections() - before}


def collections():
    """How often the garbage collector of this process has run, all generations."""
    return sum(generation["collections"] for generation in gc.get_stats())


def version():
    """For example: cpython 3.11.2, GIL on."""
    gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    return f"{sys.implementation.name} {sys.version.split()[0]}, GIL {'on' if gil else 'off'}"


def main():
    try:
        messages = list(converse(Words(sys.argv[1:])))
    except Refused as refusal:
        messages = [{"kind": "refused", "reason": str(refusal)}]
    # Written at the end, so that nobody wakes to read between iterations.
    sys.stdout.write("".join(json.dumps(message, separators=(",", ":")) + "\n" for message in messages))


if __name__ == "__main__":
    main()
