"""The median and its order-statistic interval, valid for any continuous law (no symmetry needed).

The number of values below the true median is binomial with one half; the interval runs from the r-th smallest to
the r-th largest value. 95 % needs six values.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from statistics import median

from assay.stats.interval import Interval, unbounded


@lru_cache(maxsize=1024)
def median_ranks(n: int, alpha: float) -> tuple[int, int, float] | None:
    """Lower rank, upper rank (from 1) and achieved level; None where n values cannot reach 1 - alpha."""
    allowed = math.floor(Fraction(alpha) / 2 * (1 << n))
    rank, below, ways = 0, 0, 1  # `below`: patterns with fewer than `rank` values under the median; ways: exactly rank
    while rank <= n and below + ways <= allowed:
        below += ways
        ways = ways * (n - rank) // (rank + 1)
        rank += 1
    if rank == 0:
        return None
    total = 1 << n
    return rank, n + 1 - rank, (total - 2 * below) / total


def median_interval(values: Sequence[float], alpha: float = 0.05) -> Interval:
    """Median and order-statistic interval of level at least 1 - alpha, in the unit of the values."""
    ordered = sorted(float(value) for value in values)
    ranks = median_ranks(len(ordered), alpha)
    if ranks is None:
        return unbounded(median(ordered))
    lower, upper, level = ranks
    return Interval(median(ordered), ordered[lower - 1], ordered[upper - 1], level)
