"""Jackknife-t: an interval for any smooth statistic of rounds, leaving out one whole round at a time.

For mean ratios, fitted scaling laws, geometric means. Not for medians (not smooth). In simulation it covers about what
it says from five rounds on, where bootstrap intervals fall short. Source: Tukey 1958; Efron & Tibshirani 1993, 11.5.

Beyond 500 rounds it leaves out one of 250 stretches of consecutive rounds at a time (delete-a-group: Shao & Tu 1995):
to leave out each of them would take the square of their number.
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from assay.stats.interval import Interval, unbounded

MOST_LEFT_OUT_ALONE, STRETCHES = 500, 250


def jackknife_t(rows: Sequence[Any], statistic: Callable[[list[Any]], float], alpha: float = 0.05) -> Interval:
    """Interval of level about 1 - alpha for statistic(rows), with one degree of freedom less than parts left out.

    `rows` holds one entry a round, with everything that was measured in it; `statistic` is called with lists of rows.
    It needs two rounds.
    """
    rounds = list(rows)
    n = len(rounds)
    estimate = float(statistic(rounds))
    if n < 2:
        return unbounded(estimate)
    ends = [place * n // _parts(n) for place in range(_parts(n) + 1)]
    without = [float(statistic(rounds[:start] + rounds[end:])) for start, end in pairwise(ends)]
    m = len(without)
    centre = math.fsum(without) / m
    error = math.sqrt((m - 1) / m * math.fsum((value - centre) ** 2 for value in without))
    half = _student_quantile(1 - alpha / 2, m - 1) * error
    return Interval(estimate, estimate - half, estimate + half, 1 - alpha)


def _parts(n: int) -> int:
    """How many parts are left out in turn: each round, or stretches of them."""
    return n if n <= MOST_LEFT_OUT_ALONE else STRETCHES


def _student_quantile(p: float, degrees: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(degrees, p))
