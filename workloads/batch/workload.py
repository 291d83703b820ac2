"""A batch of unequal computations: sizes 1 to n in a given order, each a chain of multiplications."""

import time

from probe import Refused, clear, shared_integers

FACTOR, ADDEND, MASK = 6364136223846793005, 1442695040888963407, 2**64 - 1
TRIES, LONG_ENOUGH_NS = 5, 2_000_000


def chain(x, loops):
    """So many steps from x."""
    for _ in range(loops):
        x = (x * FACTOR + ADDEND) & MASK
    return x


def leap(x, loops):
    """The same, by squaring the step again and again."""
    factor, addend = FACTOR, ADDEND
    while loops:
        if loops & 1:
            x = (x * factor + addend) & MASK
        factor, addend = factor * factor & MASK, (factor + 1) * addend & MASK
        loops >>= 1
    return x


def time_of(loops):
    start = time.monotonic_ns()
    chain(1, loops)
    return time.monotonic_ns() - start


def calibrated():
    """Steps a microsecond: the fastest of some tries, each long enough; finding out how long is the warm-up."""
    loops = 1000
    while time_of(loops) < LONG_ENOUGH_NS:
        loops *= 2
    return loops * 1000 / min(time_of(loops) for _ in range(TRIES))


def shuffled(sizes, x):
    """Fisher and Yates's shuffle with the chain as its generator, alike in every language."""
    for last in range(len(sizes) - 1, 0, -1):
        x = chain(x, 1)
        other = (x >> 33) % (last + 1)
        sizes[last], sizes[other] = sizes[other], sizes[last]
    return sizes


class Batch:
    """How much each task computes and sleeps, how often it was done, and the number it arrived at."""

    def __init__(self, words, sizes):
        unit_us, percent = words.integer("unit_us", 5000, least=1), words.integer("cpu_percent", 100, least=0)
        if percent > 100:
            raise Refused(f"cpu_percent: expected 100 or less, found {percent}")
        rate = words.integer("loops_per_us", 0, least=0) or calibrated()
        self.loops = [int(size * unit_us * rate * percent / 100) for size in sizes]
        self.pauses_ns = [size * unit_us * (100 - percent) * 10 for size in sizes]
        self.sizes, self.sweeps = sizes, words.integer("steps", 1)
        self.done, self.arrived_at = shared_integers(len(sizes)), shared_integers(2 * len(sizes))


def prepare(words, tasks, degree):
    order, seed = words.one_of("order", ("descending", "ascending", "random")), words.integer("seed", 1, least=0)
    sizes = list(range(1, len(tasks) + 1))
    if order == "descending":
        sizes.reverse()
    if order == "random":
        shuffled(sizes, seed)
    for task in tasks:
        task.size = sizes[task.index]
    return Batch(words, sizes)


async def operate(batch, task, meter):
    x = chain(task.size, batch.loops[task.index])
    batch.arrived_at[2 * task.index], batch.arrived_at[2 * task.index + 1] = x >> 32, x & 0xFFFFFFFF
    if batch.pauses_ns[task.index]:
        await meter.sleep(batch.pauses_ns[task.index])
    batch.done[task.index] += 1
    meter.ops += task.size


def check(batch):
    found = [high << 32 | low for high, low in zip(batch.arrived_at[0::2], batch.arrived_at[1::2], strict=True)]
    wanted = [leap(*start) for start in zip(batch.sizes, batch.loops, strict=True)]
    right = sum(a == b and times == batch.sweeps for a, b, times in zip(found, wanted, batch.done, strict=True))
    clear(batch.done)
    clear(batch.arrived_at)
    expected, found = (f"{tasks} tasks done once with the right number" for tasks in (len(wanted), right))
    return expected, found
