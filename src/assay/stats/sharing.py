"""What theory says of a batch: when each task ends, if at most so many share the CPUs at once.

Tasks are let in in the order given, at most `at_once` of them; those that are in share the CPUs evenly, none of them on
more than one (processor sharing: what an operating system does with threads). With as many at once as there are CPUs,
each keeps a CPU to its end: first come, first served, what a pool does, or whatever else does not take turns. Making
threads and switching between them cost nothing here. Kleinrock 1976; Graham 1969 for the list order.
"""

from collections.abc import Sequence
from statistics import fmean

LEFT = 1e-9
"""Of a task's size: less is nothing left."""


def finishing_times(sizes: Sequence[float], cpus: int, at_once: int) -> list[float]:
    """When each task ends, since the start, in the unit of the sizes; exact, from one end to the next."""
    if cpus < 1 or at_once < 1 or any(size <= 0 for size in sizes):
        raise ValueError("finishing times: expected at least one CPU, one task at once, and sizes above 0")
    left, ends = list(sizes), [0.0] * len(sizes)
    inside, waiting, now = list(range(min(at_once, len(sizes)))), at_once, 0.0
    while inside:
        rate = min(cpus, len(inside)) / len(inside)
        worked = min(left[task] for task in inside)
        now += worked / rate
        for task in inside:
            left[task] -= worked
        done = [task for task in inside if left[task] <= LEFT * sizes[task]]
        for task in done:
            ends[task] = now
        inside = [task for task in inside if task not in done]
        coming = range(waiting, min(waiting + len(done), len(sizes)))
        inside, waiting = [*inside, *coming], waiting + len(done)
    return ends


def mean_response(sizes: Sequence[float], ends: Sequence[float]) -> float:
    """Mean over tasks of end / size: 1 where each was begun at once and had a CPU to itself."""
    return fmean(end / size for size, end in zip(sizes, ends, strict=True))
