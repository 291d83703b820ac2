"""How long each task took to come back, against how long it is: the turnaround of a batch.

    length of task j   = size of j / sum of sizes x CPU time of the iteration
    response of task j = end of j, since the opening / length of j

1 where a task was begun at once and had a CPU to itself; the mean over all tasks depends on the discipline (in order,
or sharing the CPU) where elapsed time does not. Asche 1996 divides by the time a task was meant to take; here it is
what it really took of a CPU, so that a slower machine or language does not look like a worse discipline. Sizes must
be lengths, and all of a task must be computing: CPU time does not know how long it slept.
"""

from collections.abc import Mapping, Sequence

COMPUTING = "cpu_percent"
"""The word by which a workload is told how much of each task computes; the rest it sleeps."""


def only_computes(asked: Mapping[str, str]) -> bool:
    """Whether CPU time is all of a task's length, as far as its words say."""
    return asked.get(COMPUTING, "100") == "100"


def response(ended: Sequence[int], sizes: Sequence[int], cpu_ns: int) -> tuple[float, float]:
    """Mean and worst over all tasks; -1 where a task has no size, or the CPU time is not known."""
    if cpu_ns <= 0 or min(sizes, default=0) <= 0:
        return -1.0, -1.0
    whole = sum(sizes) / cpu_ns
    each = [end * whole / size for end, size in zip(ended, sizes, strict=True)]
    return sum(each) / len(each), max(each)
