"""The standard output of a probe that never ran: a well-formed conversation with the times it is told to have."""

import json
from typing import Any

import numpy as np
from msgspec import Struct


class ProbeBehaviour(Struct, frozen=True):
    """What a simulated probe reports of its work; every figure a ruling can hang on is settable."""

    work_seconds: float = 0.005  # of one warm iteration, undisturbed
    warm_up_factor: float = 1.2  # iterations before the warm ones take this much longer
    iteration_noise: float = 0.005  # log scale, from iteration to iteration within one process
    busy: float = 1.0  # CPU time / wall within an iteration: 1.0 for the serial and for threads under one lock
    overlap: float = 1.0  # shared window / longest share of the work, 0 to 1
    workers_seen: int = 0  # distinct workers that did anything; 0 = as many as asked for
    units: int = 1000  # units of work done in an iteration
    units_factor: float = 1.0  # other than 1: it did more or less than it was asked to
    answer_ok: bool = True
    runtime: str = "simulated"
    version: str = "1"
    clock_cost_ns: float = 20.0
    clock_step_ns: float = 1.0


def converse(
    argv: tuple[str, ...], probe: ProbeBehaviour, factor: float, rng: np.random.Generator
) -> tuple[float, bytes]:
    """The seconds all iterations took together, and what the probe printed; `factor` is this process's own noise."""
    words = dict(word.split("=", 1) for word in argv[1:] if "=" in word)
    lines: list[dict[str, Any]] = [_hello(probe)]
    total = 0.0
    warm_up, warm = int(words.get("warmup", "1")), int(words.get("iterations", "5"))
    for index in range(warm_up + warm):
        seconds = probe.work_seconds * factor * float(np.exp(rng.normal(0, probe.iteration_noise)))
        if index < warm_up:
            seconds *= probe.warm_up_factor
        total += seconds
        lines.append(_iteration(probe, words, index >= warm_up, round(seconds * 1e9)))
    lines += [_answer(probe), _bye(probe, words)]
    return total, "".join(json.dumps(line) + "\n" for line in lines).encode()


def _hello(probe: ProbeBehaviour) -> dict[str, Any]:
    return {
        "type": "hello",
        "runtime": probe.runtime,
        "version": probe.version,
        "clock": "simulated",
        "clock_cost_ns": probe.clock_cost_ns,
        "clock_step_ns": probe.clock_step_ns,
    }


def _iteration(probe: ProbeBehaviour, words: dict[str, str], warm: bool, wall_ns: int) -> dict[str, Any]:
    line = {
        "type": "iteration",
        "warm": warm,
        "work_wall_ns": wall_ns,
        "cpu_ns": round(wall_ns * probe.busy),
        "units": round(probe.units * probe.units_factor),
    }
    return line | _stamps(probe, words, wall_ns)


def _stamps(probe: ProbeBehaviour, words: dict[str, str], wall_ns: int) -> dict[str, Any]:
    """Equal shares that start one after the other, so that their shared window is `overlap` of the longest."""
    tasks = int(words.get("tasks", words.get("workers", "1")))
    share = wall_ns / (2 - probe.overlap) if tasks > 1 else wall_ns
    delay = share * (1 - probe.overlap) / max(1, tasks - 1)
    started = [round(index * delay) for index in range(tasks)]
    workers = probe.workers_seen or int(words.get("workers", "1"))
    return {
        "started": started,
        "ended": [round(start + share) for start in started],
        "worker": [index % workers for index in range(tasks)],
    }


def _answer(probe: ProbeBehaviour) -> dict[str, Any]:
    if probe.answer_ok:
        return {"type": "answer", "ok": True}
    return {"type": "answer", "ok": False, "expected": "42", "found": "41"}


def _bye(probe: ProbeBehaviour, words: dict[str, str]) -> dict[str, Any]:
    return {"type": "bye", "kernel_threads": 1 + (probe.workers_seen or int(words.get("workers", "1")))}
