"""Counting: equal parts of a total; each millionth step of a part is noticed.

The loop bodies differ by one change at a time, from a loop in a function with a constant (0) to the one of
the published program for several processes (3). Each counts and notices; see workload.toml.
"""

import math

from probe import Refused, shared_integers

NOTICE_EVERY = 1_000_000
notice_every = NOTICE_EVERY
stretch = 5.0 * NOTICE_EVERY
notices = 5.0


def step_0(end):
    counted = noticed = 0
    for _ in range(end):
        counted += 1
        if counted % 1_000_000 == 0:
            noticed += 1
    return counted, noticed


def step_1(end, every=NOTICE_EVERY):
    counted = noticed = 0
    for _ in range(end):
        counted += 1
        if counted % every == 0:
            noticed += 1
    return counted, noticed


def step_2(end):
    counted = noticed = 0
    for _ in range(end):
        counted += 1
        if counted % notice_every == 0:
            noticed += 1
    return counted, noticed


def step_3(end):
    counted = noticed = 0
    for _ in range(end):
        counted += 1
        if counted % math.floor(stretch / notices) == 0:
            noticed += 1
    return counted, noticed


STEPS = (step_0, step_1, step_2, step_3)


class Count:
    """The parts, and what became of them: counted and noticed, side by side for each task."""

    def __init__(self, step, parts):
        self.step, self.parts = step, parts
        self.results = shared_integers(2 * len(parts))


def prepare(words, tasks, degree):
    total, step = words.integer("total", 1_000_000, least=1), words.integer("step", 0, least=0)
    if step >= len(STEPS):
        raise Refused(f"step: this probe does not know {step}")
    for task in tasks:
        task.size = total // len(tasks) + (task.index < total % len(tasks))
    return Count(step, [task.size for task in tasks])


def operate(count, task, meter):
    counted, noticed = STEPS[count.step](task.size)
    count.results[2 * task.index : 2 * task.index + 2] = [counted, noticed]
    meter.ops += counted


def check(count):
    expected = f"{sum(count.parts)} counts, {sum(part // NOTICE_EVERY for part in count.parts)} noticed"
    found = f"{sum(count.results[0::2])} counts, {sum(count.results[1::2])} noticed"
    count.results[:] = [0] * len(count.results)
    return expected, found
