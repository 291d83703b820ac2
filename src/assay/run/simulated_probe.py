"""The standard output of a probe that never ran: a well-formed conversation with the times it is told to have."""

from collections.abc import Mapping

import msgspec
import numpy as np
from msgspec import Struct

from assay.run.messages import PROTOCOL, Answer, Bye, Hello, IterationLine, Message, Refused, TaskStamps, WorkerStamps


class ProbeBehaviour(Struct, frozen=True):
    """What a simulated probe reports of its work; every figure a ruling can hang on is settable."""

    work_seconds: float = 0.005  # of one warm iteration, undisturbed
    warm_up_factor: float = 1.2  # iterations before the warm ones take this much longer
    iteration_noise: float = 0.005  # log scale, from iteration to iteration within one process
    busy: float = 1.0  # CPU time / wall within an iteration: 1.0 for the serial and for threads under one lock
    overlap: float = 1.0  # share of the longest worker's span in which all were at work; needs two workers
    workers_seen: int = 0  # distinct workers that did anything; 0 = as many as asked for
    units: int = 0  # units of work done in an iteration; 0 = what the word `total` says, else 1000
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
    if probe.refuses:
        return 0.0, _lines([Refused(reason=probe.refuses)])
    words = dict(word.split("=", 1) for word in argv[1:] if "=" in word)
    hello, units = _hello(probe, words), probe.units or int(words.get("total", "1000"))
    iterations = []
    for index in range(hello.warmup + hello.iterations):
        seconds = probe.work_seconds * factor * float(np.exp(rng.normal(0, probe.iteration_noise)))
        seconds *= probe.warm_up_factor if index < hello.warmup else 1.0
        iterations.append(_iteration(probe, hello, index, round(seconds * 1e9), units))
    answer = Answer(ok=probe.answer_ok, expected="42", found="42" if probe.answer_ok else "41")
    bye = Bye(kernel_threads=1 if hello.model == "serial" else 1 + _doers(probe, hello))
    total = sum(iteration.work_wall_ns for iteration in iterations) / 1e9
    return total, _lines([hello, *iterations, answer, bye])


def _lines(messages: list[Message]) -> bytes:
    return b"".join(msgspec.json.encode(message) + b"\n" for message in messages)


def _hello(probe: ProbeBehaviour, words: Mapping[str, str]) -> Hello:
    workers = int(words.get("workers", "1"))
    return Hello(
        protocol=PROTOCOL,
        runtime=probe.runtime,
        version=probe.version,
        flags="",
        workload=words.get("workload", "simulated"),
        model=words.get("model", "serial"),
        implementation=words.get("implementation", "simulated"),
        workers=workers,
        tasks=int(words.get("tasks", str(workers))),
        iterations=int(words.get("iterations", "5")),
        warmup=int(words.get("warmup", "1")),
        gate=words.get("gate", "before_create"),
        stamps=words.get("stamps", "task"),
        clock="simulated",
        clock_cost_ns=probe.clock_cost_ns,
        clock_step_ns=probe.clock_step_ns,
    )


def _doers(probe: ProbeBehaviour, hello: Hello) -> int:
    return min(probe.workers_seen or hello.workers, hello.tasks)


def _iteration(probe: ProbeBehaviour, hello: Hello, index: int, wall_ns: int, units: int) -> IterationLine:
    return IterationLine(
        index=index,
        warm=index >= hello.warmup,
        work_wall_ns=wall_ns,
        cpu_ns=round(wall_ns * probe.busy),
        units=units,
        tasks=_by_task(probe, hello, wall_ns, units) if hello.stamps == "task" else None,
        workers=_by_worker(probe, hello, wall_ns, units) if hello.stamps == "worker" else None,
    )


def _span(probe: ProbeBehaviour, doers: int, worker: int, wall_ns: int) -> tuple[float, float]:
    """Start and length of a worker's span: equal lengths, one after the other starting so that they share `overlap`."""
    if doers < 2:
        return 0.0, float(wall_ns)
    length = wall_ns / (2 - probe.overlap)
    return worker * length * (1 - probe.overlap) / (doers - 1), length


def _share(units: int, parts: int, part: int) -> int:
    return units * (part + 1) // parts - units * part // parts


def _by_task(probe: ProbeBehaviour, hello: Hello, wall_ns: int, units: int) -> TaskStamps:
    """Tasks are dealt out to the workers in turn; each does its own back to back within its span."""
    doers = _doers(probe, hello)
    started, ended = [], []
    for task in range(hello.tasks):
        start, length = _span(probe, doers, task % doers, wall_ns)
        turns, turn = -(-(hello.tasks - task % doers) // doers), task // doers
        started.append(int(start + length * turn / turns))
        ended.append(min(wall_ns, int(start + length * (turn + 1) / turns)))
    return TaskStamps(
        submitted=(0,) * hello.tasks,
        accepted=(0,) * hello.tasks,
        started=tuple(started),
        ended=tuple(ended),
        worker=tuple(task % doers for task in range(hello.tasks)),
        ops=tuple(_share(units, hello.tasks, task) for task in range(hello.tasks)),
    )


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
