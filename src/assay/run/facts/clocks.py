"""Whether the clock says the same on every CPU: one thread goes from CPU to CPU and reads it on each.

A thread leaves a CPU, reads the clock on another, and comes back. If the clock of the other were ahead by more than
the way there took, or behind by more than the way back, time would be seen to run backwards or the way to be too long;
so the shortest way there and back bounds by how much they can disagree.
"""

import os
import threading
import time
from collections.abc import Sequence

from msgspec import Struct

MOST_CPUS = 32
"""Of more, as many that lie evenly apart."""
JOURNEYS = 4


class ClockSeen(Struct, frozen=True):
    """What the journeys showed."""

    cpus: int  # visited, home included
    backwards: int  # journeys on which time ran backwards
    within_ns: int  # all CPUs agree with the first one to this; 0 where there was none to visit


def visit(cpus: Sequence[int]) -> ClockSeen | None:
    """From the first CPU to each other one and back; None where a thread may not choose its CPU."""
    seen: list[ClockSeen | None] = []
    # A thread of its own, so that the CPUs of this one stay as they are.
    traveller = threading.Thread(target=lambda: seen.append(_travel(_some(cpus))))
    traveller.start()
    traveller.join()
    return seen[0] if seen else None


def _some(cpus: Sequence[int]) -> Sequence[int]:
    return cpus if len(cpus) <= MOST_CPUS else cpus[:: -(-len(cpus) // MOST_CPUS)]


def _travel(cpus: Sequence[int]) -> ClockSeen | None:
    home, *others = cpus
    backwards, bounds = 0, [0]
    try:
        for there in others:
            journeys = [_journey(home, there) for _ in range(JOURNEYS)]
            backwards += sum(min(ways) < 0 for ways in journeys)
            bounds.append(min(max(ways) for ways in journeys))
    except OSError:
        return None
    return ClockSeen(len(cpus), backwards, max(bounds))


def _journey(home: int, there: int) -> tuple[int, int]:
    """How long the way there and the way back took, by the clocks at both ends."""
    os.sched_setaffinity(0, {home})
    left = time.monotonic_ns()
    os.sched_setaffinity(0, {there})
    arrived = time.monotonic_ns()
    os.sched_setaffinity(0, {home})
    return arrived - left, time.monotonic_ns() - arrived
