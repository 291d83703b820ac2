"""For the tests: uses all that a workload may use; checks that each call came as often, and as late, as promised."""

import os

from probe import clear, shared_integers

PAUSE_NS = 200_000
BYTES, REST = 8, b"etc"
BETWEEN, ARMED, DISARMED, EARLY, GARBLED = range(5)


class Counts:
    """How often each task was done, and how often the caller was called."""

    def __init__(self, tasks, sweeps):
        self.done, self.calls, self.sweeps = shared_integers(tasks), shared_integers(5), sweeps


def prepare(words, tasks, degree):
    for task in tasks:
        task.role, task.size = task.index % 2, task.index + 1
    return Counts(len(tasks), words.integer("steps", 1))


async def operate(counts, task, meter):
    while True:
        if task.role == 1:
            await pause(counts, meter)
            await post(counts, task, meter)
        meter.ops += task.size
        if meter.stop():
            break
    counts.done[task.index] += 1


async def pause(counts, meter):
    before = meter.now()
    await meter.sleep(PAUSE_NS)
    elapsed = meter.now() - before
    meter.sample(elapsed)
    if elapsed < PAUSE_NS:
        counts.calls[EARLY] = 1


async def post(counts, task, meter):
    """Its number and a little more, through a pipe that then ends."""
    reader, writer = os.pipe()
    os.write(writer, task.index.to_bytes(BYTES, "little") + REST)
    os.close(writer)
    first, second = bytearray(BYTES), bytearray(BYTES)
    came = [await meter.receive(reader, first), await meter.receive(reader, second)]
    os.close(reader)
    if (came, int.from_bytes(first, "little")) != ([BYTES, len(REST)], task.index):
        counts.calls[GARBLED] = 1


def between(counts, step):
    counts.calls[BETWEEN] += 1


def arm(counts):
    counts.calls[ARMED] += 1


def disarm(counts):
    counts.calls[DISARMED] += 1


def check(counts):
    tasks, sweeps = len(counts.done), counts.sweeps
    right = 0 if counts.calls[EARLY] or counts.calls[GARBLED] else sum(times == sweeps for times in counts.done)
    armed = counts.calls[ARMED] if counts.calls[ARMED] == counts.calls[DISARMED] else -1
    expected = f"{tasks} tasks, {sweeps} sweeps, {sweeps - 1} between, armed 1 times"
    found = f"{right} tasks, {max(counts.done)} sweeps, {counts.calls[BETWEEN]} between, armed {armed} times"
    clear(counts.done)
    clear(counts.calls)
    return expected, found
