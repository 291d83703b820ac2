"""For the tests: uses all that a workload may use; checks that each call came as often, and as late, as promised."""

from probe import clear, shared_integers

PAUSE_NS = 200_000
BETWEEN, ARMED, DISARMED, EARLY = range(4)


class Counts:
    """How often each task was done, and how often the caller was called."""

    def __init__(self, tasks, sweeps):
        self.done, self.calls, self.sweeps = shared_integers(tasks), shared_integers(4), sweeps


def prepare(words, tasks, degree):
    for task in tasks:
        task.role, task.size = task.index % 2, task.index + 1
    return Counts(len(tasks), words.integer("steps", 1))


async def operate(counts, task, meter):
    while True:
        if task.role == 1:
            await pause(counts, meter)
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


def between(counts, step):
    counts.calls[BETWEEN] += 1


def arm(counts):
    counts.calls[ARMED] += 1


def disarm(counts):
    counts.calls[DISARMED] += 1


def check(counts):
    tasks, sweeps = len(counts.done), counts.sweeps
    right = 0 if counts.calls[EARLY] else sum(times == sweeps for times in counts.done)
    armed = counts.calls[ARMED] if counts.calls[ARMED] == counts.calls[DISARMED] else -1
    expected = f"{tasks} tasks, {sweeps} sweeps, {sweeps - 1} between, armed 1 times"
    found = f"{right} tasks, {max(counts.done)} sweeps, {counts.calls[BETWEEN]} between, armed {armed} times"
    clear(counts.done)
    clear(counts.calls)
    return expected, found
