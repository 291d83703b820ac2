"""The standard output of a probe that never ran: a well-formed conversation with the times it is told to have."""

from collections.abc import Mapping

import msgspec
import numpy as np
from msgspec import Struct

from assay.catalogue.model import KNOBS
from assay.run.messages import (
    PROTOCOL,
    Answer,
    Bye,
    Hello,
    IterationLine,
    Mark,
    Message,
    Refused,
    Samples,
    TaskStamps,
    WorkerStamps,
)
from assay.run.simulated_batch import Batch, in_order, sharing

WORKERLESS = ("serial", "pool", "stealing")
"""Models that make no workers in an iteration."""


class ProbeBehaviour(Struct, frozen=True):
    """What a simulated probe reports of its work; every figure a ruling can hang on is settable."""

    work_seconds: float = 0.005  # of one warm iteration, undisturbed
    unit_ns: float = 0.0  # set: an iteration lasts as long as its units take at this each, instead of `work_seconds`
    warm_up_factor: float = 1.2  # iterations before the warm ones take this much longer
    iteration_noise: float = 0.005  # log scale, from iteration to iteration within one process
    busy: float = 1.0  # CPU time / wall within an iteration: 1.0 for the serial and for threads under one lock
    overlap: float = 1.0  # share of the longest worker's span in which all were at work; needs two workers
    workers_seen: int = 0  # distinct workers that did anything; 0 = as many as asked for
    units: int = 0  # units of work done in an iteration; 0 = what the word `total` says, else 1000
    sizes: str = ""  # ascending | descending: tasks of 1, 2, 3, ... units of length; "" = of none
    shares: bool = False  # where tasks have sizes: all in flight share `cpus`, instead of each keeping one to its end
    cpus: int = 2  # that tasks with sizes are done on
    samples_ns: tuple[int, ...] = ()  # times that the workload took itself
    kernel_threads: int = 0  # that took part; 0 = the workers and, but for the serial, the caller
    threads: int = -1  # of the process
    collections: int = -1
    answer_ok: bool = True
    refuses: str = ""  # the reason; it then says nothing else
    runtime: str = "simulated"
    version: str = "1"
    clock_cost_ns: float = 20.0
    clock_step_ns: float = 1.0


def converse(
    argv: tuple[str, ...], probe: ProbeBehaviour, factor: float, rng: np.random.Generator
) -> tuple[float, bytes]:
    """The seconds all iterations took together, and what the probe printed; `factor` is this process's own noise.

    `argv` holds the probe's key=value words; those it does not use are passed over.
    """
    words = dict(word.split("=", 1) for word in argv[1:] if "=" in word)
    hello, units = _hello(probe, words), probe.units or int(words.get("total", "1000"))
    refusal = probe.refuses or _objection(hello)
    if refusal:
        return 0.0, _lines([Refused(reason=refusal)])
    iterations: list[Message] = []
    for index in range(hello.warmup + hello.iterations):
        seconds = (probe.unit_ns * units / 1e9 or probe.work_seconds) * factor
        seconds *= float(np.exp(rng.normal(0, probe.iteration_noise)))
        seconds *= probe.warm_up_factor if index < hello.warmup else 1.0
        iterations.append(_iteration(probe, hello, index, (round(seconds * 1e9), units)))
    total = sum(one.work_wall_ns for one in iterations if isinstance(one, IterationLine)) / 1e9
    if hello.mark:
        iterations.insert(-1, Mark(held=hello.tasks if hello.hold else 0))
    return total, _lines([hello, *iterations, *_ending(probe, hello)])


def _lines(messages: list[Message]) -> bytes:
    return b"".join(msgspec.json.encode(message) + b"\n" for message in messages)


def _hello(probe: ProbeBehaviour, words: Mapping[str, str]) -> Hello:
    known = {name: str(knob.default) for name, knob in KNOBS.items()} | dict(words)
    number = {name: int(known[name]) for name in ("workers", "iterations", "warmup", "steps", "window_ms")}
    return Hello(
        protocol=PROTOCOL,
        runtime=probe.runtime,
        version=probe.version,
        flags="",
        workload=words.get("workload", "simulated"),
        model=words.get("model", "serial"),
        implementation=words.get("implementation", "simulated"),
        **number,
        tasks=int(words.get("tasks", known["workers"])),
        gate=known["gate"],
        stamps=known["stamps"],
        hold=int(known["hold"]),
        pin=known["pin"],
        mark=int(known["mark"]),
        clock="simulated",
        clock_cost_ns=probe.clock_cost_ns,
        clock_step_ns=probe.clock_step_ns,
    )


def _objection(hello: Hello) -> str:
    """What every probe refuses."""
    if hello.hold and hello.model in WORKERLESS:
        return f"hold: model {hello.model} makes no workers in an iteration"
    if hello.hold and hello.workers < hello.tasks:
        return f"hold: expected a worker for each task, found {hello.workers} workers for {hello.tasks} tasks"
    return ""


def _ending(probe: ProbeBehaviour, hello: Hello) -> list[Message]:
    threads = probe.kernel_threads or (1 if hello.model == "serial" else 1 + _doers(probe, hello))
    samples = [Samples(count=len(probe.samples_ns), values=probe.samples_ns)] if probe.samples_ns else []
    answer = Answer(ok=probe.answer_ok, expected="42", found="42" if probe.answer_ok else "41")
    return [*samples, answer, Bye(kernel_threads=threads, threads=probe.threads, collections=probe.collections)]


def _doers(probe: ProbeBehaviour, hello: Hello) -> int:
    return min(probe.workers_seen or hello.workers, hello.tasks)


def _iteration(probe: ProbeBehaviour, hello: Hello, index: int, work: tuple[int, int]) -> IterationLine:
    """`work` is how long it took, in nanoseconds, and how many units it did."""
    wall_ns, units = work
    batch = _batch(probe, hello)
    return IterationLine(
        index=index,
        warm=index >= hello.warmup,
        work_wall_ns=wall_ns,
        cpu_ns=round(wall_ns * (batch.busy if batch else probe.busy)),
        units=units,
        tasks=_by_task(probe, hello, wall_ns, units) if hello.stamps == "task" else None,
        workers=_by_worker(probe, hello, wall_ns, units) if hello.stamps == "worker" else None,
    )


def _batch(probe: ProbeBehaviour, hello: Hello) -> Batch | None:
    """When each task starts and ends, where they have sizes."""
    if not probe.sizes:
        return None
    sizes = list(range(1, hello.tasks + 1))
    sizes = sizes[::-1] if probe.sizes == "descending" else sizes
    if probe.shares:
        return sharing(sizes, probe.cpus)
    return in_order(sizes, min(hello.workers, probe.cpus))


def _span(probe: ProbeBehaviour, doers: int, worker: int, wall_ns: int) -> tuple[float, float]:
    """Start and length of a worker's span: equal lengths, one after the other starting so that they share `overlap`."""
    if doers < 2:
        return 0.0, float(wall_ns)
    length = wall_ns / (2 - probe.overlap)
    return worker * length * (1 - probe.overlap) / (doers - 1), length


def _share(units: int, parts: int, part: int) -> int:
    return units * (part + 1) // parts - units * part // parts


def _by_task(probe: ProbeBehaviour, hello: Hello, wall_ns: int, units: int) -> TaskStamps:
    doers, batch = _doers(probe, hello), _batch(probe, hello)
    if batch:
        started, ended = batch.scaled(wall_ns)
    else:
        started, ended = _back_to_back(probe, hello, wall_ns)
    return TaskStamps(
        submitted=(0,) * hello.tasks,
        accepted=(0,) * hello.tasks,
        started=started,
        ended=ended,
        worker=tuple(task % doers for task in range(hello.tasks)),
        ops=tuple(_share(units, hello.tasks, task) for task in range(hello.tasks)),
        size=batch.sizes if batch else (0,) * hello.tasks,
    )


def _back_to_back(probe: ProbeBehaviour, hello: Hello, wall_ns: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Tasks are dealt out to the workers in turn; each does its own back to back within its span."""
    doers = _doers(probe, hello)
    started, ended = [], []
    for task in range(hello.tasks):
        start, length = _span(probe, doers, task % doers, wall_ns)
        turns, turn = -(-(hello.tasks - task % doers) // doers), task // doers
        started.append(int(start + length * turn / turns))
        ended.append(min(wall_ns, int(start + length * (turn + 1) / turns)))
    return tuple(started), tuple(ended)


def _by_worker(probe: ProbeBehaviour, hello: Hello, wall_ns: int, units: int) -> WorkerStamps:
    doers = _doers(probe, hello)
    spans = [_span(probe, doers, worker, wall_ns) for worker in range(doers)]
    return WorkerStamps(
        worker=tuple(range(doers)),
        first_started=tuple(int(start) for start, _ in spans),
        last_ended=tuple(min(wall_ns, int(start + length)) for start, length in spans),
        tasks=tuple(_share(hello.tasks, doers, worker) for worker in range(doers)),
        ops=tuple(_share(units, doers, worker) for worker in range(doers)),
    )
