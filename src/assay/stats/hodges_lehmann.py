"""The Hodges-Lehmann estimate and its exact interval.

The estimate is the median of the n(n+1)/2 averages of two values (each value with itself too); the interval keeps
the averages that the signed-rank test does not reject. It assumes values that are symmetric about a common centre;
for others it estimates their pseudo-median. On log ratios, exp() of it is the ratio Assay prints.
Source: Hollander & Wolfe, Nonparametric Statistical Methods, 1973, section 3.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from assay.stats.interval import Interval, unbounded
from assay.stats.signed_rank import achieved_level, critical_rank_sum, fewest_values

__all__ = ["fewest_values", "hodges_lehmann", "hodges_lehmann_interval", "walsh_averages"]


@lru_cache(maxsize=64)
def _halves(n: int) -> tuple[Any, Any]:
    """Index pairs i <= j, kept because a simulation asks for the same few n a hundred thousand times."""
    return np.triu_indices(n)


def walsh_averages(values: Sequence[float]) -> Any:
    """All averages of two values, sorted; at least one value is needed."""
    row = np.asarray(values, dtype=float)
    if row.size == 0:
        raise ValueError("walsh averages: expected at least one value, found none")
    first, second = _halves(row.size)
    averages = (row[first] + row[second]) / 2
    averages.sort()
    return averages


def _middle(ordered: Any) -> float:
    half = ordered.size // 2
    return float(ordered[half] if ordered.size % 2 else (ordered[half - 1] + ordered[half]) / 2)


def hodges_lehmann(values: Sequence[float]) -> float:
    """The pseudo-median, in the unit of the values."""
    return _middle(walsh_averages(values))


def hodges_lehmann_interval(values: Sequence[float], alpha: float, step: float = 0.0) -> Interval:
    """Estimate and exact interval of level at least 1 - alpha: [w(k+1), w(M-k)], k the critical rank sum.

    Unbounded where there are fewer than fewest_values(alpha) values. Where the values lie on a grid of `step`, each end
    moves out by a quarter of it (see granularity.py).
    """
    averages = walsh_averages(values)
    estimate = _middle(averages)
    k = critical_rank_sum(len(values), alpha)
    if k < 0:
        return unbounded(estimate)
    low, high = float(averages[k]) - step / 4, float(averages[-1 - k]) + step / 4
    return Interval(estimate, low, high, achieved_level(len(values), k))
