"""What a distribution comes to in numbers: median, mean and tail, and whether these contradict the typical ratio.

A p99 is shown of no fewer than five hundred values and never in quick mode. Where each process alone has values enough
for a tail, the tail is read in each process first; else it is that of all values together, which says less.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from assay.analysis.comparisons import MAIN
from assay.analysis.model import Comparison
from assay.charts.trial_values import FamilyTrials, Singles
from assay.stats.interval import Interval
from assay.stats.paired_ratios import ratio_of_means, ratio_of_tails
from assay.stats.quantile import fewest_for_tail, harrell_davis, tail_over_processes

TAILS = (("p95", 0.95), ("p99", 0.99))
NOT_QUICK = 0.95
"""Beyond this no quantile is shown in quick mode."""
FEWEST_ROUNDS = 6
"""As many processes as a tail over processes needs."""


class Shape(Struct, frozen=True):
    """One variant's values in numbers, in the unit of the metric."""

    count: int
    of: str  # execution | iteration | trial
    median: float
    mean: float
    tails: dict[str, float]  # "p95" -> value; only those that so many values show
    by_process: frozenset[str] = frozenset()  # tails that were read in each process first


def shape_of(singles: Singles, quick: bool) -> Shape:
    """Median, mean and the tails that may be shown."""
    values = singles.values
    wanted = [(name, q) for name, q in TAILS if not (quick and q > NOT_QUICK)]
    together = {name: harrell_davis(values, q) for name, q in wanted if values.size >= fewest_for_tail(q)}
    apart = {name: tail_over_processes(singles.processes, q).estimate for name, q in wanted if _each_has(singles, q)}
    return Shape(
        count=int(values.size),
        of=singles.of,
        median=float(np.median(values)),
        mean=float(np.mean(values)),
        tails=together | apart,
        by_process=frozenset(apart),
    )


def _each_has(singles: Singles, q: float) -> bool:
    """Whether every process alone shows the tail."""
    processes = singles.processes
    enough = all(part.size >= fewest_for_tail(q) and part.min() > 0 for part in processes)
    return len(processes) >= FEWEST_ROUNDS and enough


class Contrast(Struct, frozen=True):
    """One comparison's typical ratio beside those of the mean and of the tail."""

    comparison: Comparison
    mean: Interval
    tail: Interval | None
    tail_name: str = ""

    @property
    def against(self) -> list[tuple[str, Interval]]:
        """What contradicts the typical ratio: a mean or a tail whose interval says something else."""
        named = [("mean", self.mean), (self.tail_name, self.tail)]
        return [(name, one) for name, one in named if one is not None and _contradicts(one, self.comparison)]


def contrasts(one: FamilyTrials) -> list[Contrast]:
    """Of each of the family's main comparisons that has an interval; mean and tail are those of trials."""
    found = []
    for comparison in one.run.findings.comparisons:
        mine = comparison.family == one.family.name and comparison.metric == one.metric
        if mine and comparison.role in MAIN and comparison.low is not None:
            pairs = _pairs(one, comparison)
            mean = ratio_of_means(pairs, 1 - comparison.level)
            if mean is not None:
                name, tail = _tail(pairs, comparison)
                found.append(Contrast(comparison, mean, tail, name))
    return found


def _pairs(one: FamilyTrials, comparison: Comparison) -> list[tuple[float, float]]:
    """(baseline, candidate) of each round that counts."""
    left_out = one.left_out
    sides: list[dict[int, float]] = [
        {
            row.round: row.value
            for row in one.of(name)
            if row.value is not None and row.value > 0 and row.round not in left_out
        }
        for name in (comparison.baseline, comparison.candidate)
    ]
    return [(sides[0][number], sides[1][number]) for number in sides[0] if number in sides[1]]


def _tail(pairs: Sequence[tuple[float, float]], comparison: Comparison) -> tuple[str, Interval | None]:
    """The farthest tail that so many rounds show."""
    for name, q in reversed(TAILS):
        if not (comparison.mode == "quick" and q > NOT_QUICK):
            found = ratio_of_tails(pairs, q, 1 - comparison.level)
            if found is not None:
                return name, found
    return "", None


def _contradicts(other: Interval, typical: Comparison) -> bool:
    """Whether a reader of the typical ratio alone would be led astray."""
    assert typical.low is not None
    assert typical.high is not None
    if not other.bounded:
        return False
    if typical.verdict == "no_difference":
        return not other.low <= 1 <= other.high
    return other.low > typical.high or other.high < typical.low
