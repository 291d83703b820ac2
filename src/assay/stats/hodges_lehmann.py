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


FEW = 256
"""Up to so many values all averages are sorted; of more only those are put in their places that are asked for."""


@lru_cache(maxsize=64)
def _halves(n: int) -> tuple[Any, Any]:
    """Index pairs i <= j, kept because a simulation asks for the same few n a hundred thousand times."""
    return np.triu_indices(n)


def walsh_averages(values: Sequence[float]) -> Any:
    """All averages of two values, sorted; at least one value is needed."""
    averages = _averages(values)
    averages.sort()
    return averages


def _averages(values: Sequence[float]) -> Any:
    """The same in no order; of many values row by row, since their index pairs would take twice the room."""
    row = np.asarray(values, dtype=float)
    if row.size == 0:
        raise ValueError("walsh averages: expected at least one value, found none")
    if row.size <= FEW:
        first, second = _halves(row.size)
        return (row[first] + row[second]) / 2
    averages = np.empty(row.size * (row.size + 1) // 2)
    end = 0
    for place, value in enumerate(row):
        start, end = end, end + row.size - place
        averages[start:end] = (value + row[place:]) / 2
    return averages


def _in_place(values: Sequence[float], *more: int) -> Any:
    """The averages with the middle ones, and these, where sorting would put them."""
    averages = _averages(values)
    if len(values) <= FEW:
        averages.sort()
    else:
        half = averages.size // 2
        averages.partition(sorted({half - 1, half, *(place % averages.size for place in more)}))
    return averages


def _middle(ordered: Any) -> float:
    half = ordered.size // 2
    return float(ordered[half] if ordered.size % 2 else (ordered[half - 1] + ordered[half]) / 2)


def hodges_lehmann(values: Sequence[float]) -> float:
    """The pseudo-median, in the unit of the values."""
    return _middle(_in_place(values))


def hodges_lehmann_interval(values: Sequence[float], alpha: float, step: float = 0.0) -> Interval:
    """Estimate and exact interval of level at least 1 - alpha: [w(k+1), w(M-k)], k the critical rank sum.

    Unbounded where there are fewer than fewest_values(alpha) values. Where the values lie on a grid of `step`, each end
    moves out by a quarter of it (see granularity.py).
    """
    k = critical_rank_sum(len(values), alpha)
    averages = _in_place(values, *((k, -1 - k) if k >= 0 else ()))
    estimate = _middle(averages)
    if k < 0:
        return unbounded(estimate)
    low, high = float(averages[k]) - step / 4, float(averages[-1 - k]) + step / 4
    return Interval(estimate, low, high, achieved_level(len(values), k))
