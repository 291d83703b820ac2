"""What the machine does right now: steal, other programs, what weighs on it, and what reading the clock costs.

These change from second to second, so they are no facts and are never stored with a run; `assay doctor` shows them.
"""

import os
import time
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from assay.run.facts.strain import Strain, read_strain
from assay.run.facts.text import line_of

LISTEN_S = 1.0
CLOCK_READS = 20_000


class Now(Struct, frozen=True):
    """What went on while we listened. Shares are of all CPU time of the machine."""

    seconds: float
    steal_share: float | None  # None where the machine does not say
    foreign_share: float | None
    load_average: float | None  # over the last minute
    clock_step_ns: int  # smallest difference between two readings that differ
    clock_cost_ns: float  # of one reading from Python: an upper bound for a compiled program
    strain: Strain = Strain()  # at the end
    slowed_by_heat: int | None = None  # times, while we listened
    held_by_quota: int | None = None  # periods, while we listened


class Ticks(Struct, frozen=True):
    """The first line of /proc/stat, in seconds."""

    busy: float
    steal: float
    total: float


def listen(seconds: float = LISTEN_S, root: Path = Path("/")) -> Now:
    """Sleep for so long and say what the machine did meanwhile."""
    earlier, before, own_before = read_strain(root), read_ticks(root), own_cpu_s()
    time.sleep(seconds)
    after, own, strain = read_ticks(root), own_cpu_s() - own_before, read_strain(root)
    step_ns, cost_ns = clock()
    steal, foreign = shares(before, after, own)
    return Now(
        seconds=seconds,
        steal_share=steal,
        foreign_share=foreign,
        load_average=load_average(root),
        clock_step_ns=step_ns,
        clock_cost_ns=cost_ns,
        strain=strain,
        slowed_by_heat=_grown(earlier.slowed_by_heat, strain.slowed_by_heat),
        held_by_quota=_grown(earlier.held_by_quota, strain.held_by_quota),
    )


def _grown(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before


def shares(before: Ticks | None, after: Ticks | None, own_s: float) -> tuple[float | None, float | None]:
    """Steal and foreign CPU between two readings, as shares of all CPU time."""
    if before is None or after is None or after.total <= before.total:
        return None, None
    total = after.total - before.total
    foreign_s = max(0.0, after.busy - before.busy - own_s)
    return (after.steal - before.steal) / total, foreign_s / total


def read_ticks(root: Path) -> Ticks | None:
    """Busy, stolen and all CPU time since the machine started; None where it does not say."""
    words = line_of(root / "proc/stat").split()
    if len(words) < 9 or words[0] != "cpu":
        return None
    user, nice, system, idle, waiting, irq, softirq, steal = (int(word) for word in words[1:9])
    busy = user + nice + system + irq + softirq
    tick = os.sysconf("SC_CLK_TCK")
    return Ticks(busy / tick, steal / tick, (busy + idle + waiting + steal) / tick)


def own_cpu_s() -> float:
    """CPU time of this process, so that looking is not taken for load."""
    return time.process_time()


def load_average(root: Path) -> float | None:
    """Processes running or waiting to run, averaged over the last minute."""
    word = line_of(root / "proc/loadavg").partition(" ")[0]
    return float(word) if word else None


def clock() -> tuple[int, float]:
    """Step and cost of the monotonic clock, in nanoseconds."""
    began = time.perf_counter_ns()
    readings = [time.monotonic_ns() for _ in range(CLOCK_READS)]
    cost_ns = (time.perf_counter_ns() - began) / CLOCK_READS
    steps = {after - before for before, after in pairwise(readings)} - {0}
    return min(steps, default=0), cost_ns
