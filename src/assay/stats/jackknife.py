"""Jackknife-t: an interval for any smooth statistic of rounds, leaving out one whole round at a time.

For mean ratios, fitted scaling laws, geometric means. Not for medians (not smooth). In simulation it covers about what
it says from five rounds on, where bootstrap intervals fall short. Source: Tukey 1958; Efron & Tibshirani 1993, 11.5.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from assay.stats.interval import Interval, unbounded


def jackknife_t(rows: Sequence[Any], statistic: Callable[[list[Any]], float], alpha: float = 0.05) -> Interval:
    """Interval of level about 1 - alpha for statistic(rows), with n - 1 degrees of freedom; needs two rounds.

    `rows` holds one entry a round, with everything that was measured in it; `statistic` is called with lists of rows.
    """
    rounds = list(rows)
    n = len(rounds)
    estimate = float(statistic(rounds))
    if n < 2:
        return unbounded(estimate)
    without = [float(statistic(rounds[:i] + rounds[i + 1 :])) for i in range(n)]
    centre = math.fsum(without) / n
    error = math.sqrt((n - 1) / n * math.fsum((value - centre) ** 2 for value in without))
    half = _student_quantile(1 - alpha / 2, n - 1) * error
    return Interval(estimate, estimate - half, estimate + half, 1 - alpha)


def _student_quantile(p: float, degrees: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(degrees, p))
