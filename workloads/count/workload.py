"""Counting: equal parts of a total; each millionth step of a part is noticed.

The loop bodies differ by one change at a time, from a loop in a function with a constant (0) to the one of
the published program for several processes (3). Two of them are there as a script would have them too, outside
any function. Each counts and notices; see workload.toml.
"""

import math

from probe import Refused, clear, shared_integers

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


SCRIPT_0 = """
counted = noticed = 0
for _ in range(end):
    counted += 1
    if counted % 1_000_000 == 0:
        noticed += 1
"""
SCRIPT_3 = """
counted = noticed = 0
for _ in range(end):
    counted += 1
    if counted % math.floor(stretch / notices) == 0:
        noticed += 1
"""


def as_script(text):
    """A function that runs the text as a module's own, where every variable is global."""
    code = compile(text, "script", "exec")

    def run(end):
        names = {"end": end, "math": math, "stretch": stretch, "notices": notices}
        exec(code, names)
        return names["counted"], names["noticed"]

    return run


LOOPS = {
    "function": {0: step_0, 1: step_1, 2: step_2, 3: step_3},
    "module": {0: as_script(SCRIPT_0), 3: as_script(SCRIPT_3)},
}


class Count:
    """The parts, and what became of them: counted and noticed, side by side for each task."""

    def __init__(self, scope, step, parts, sweeps):
        self.scope, self.step, self.parts, self.sweeps = scope, step, parts, sweeps
        self.results = shared_integers(2 * len(parts))


def prepare(words, tasks, degree):
    total, step = words.integer("total", 1_000_000, least=1), words.integer("step", 0, least=0)
    scope = words.one_of("scope", tuple(LOOPS))
    if step not in LOOPS["function"]:
        raise Refused(f"step: this probe does not know {step}")
    if step not in LOOPS[scope]:
        raise Refused(f"scope: in a {scope} every variable is global, so expected step 0 or 3, found {step}")
    for task in tasks:
        task.size = total // len(tasks) + (task.index < total % len(tasks))
    return Count(scope, step, [task.size for task in tasks], words.integer("steps", 1))


def operate(count, task, meter):
    counted, noticed = LOOPS[count.scope][count.step](task.size)
    count.results[2 * task.index] += counted
    count.results[2 * task.index + 1] += noticed
    meter.ops += counted


def check(count):
    total, notable = sum(count.parts), sum(part // NOTICE_EVERY for part in count.parts)
    expected = f"{total * count.sweeps} counts, {notable * count.sweeps} noticed"
    found = f"{sum(count.results[0::2])} counts, {sum(count.results[1::2])} noticed"
    clear(count.results)
    return expected, found
