"""The words of a verdict, all read off one interval of the ratio candidate / baseline.

Because every word comes from the same interval, the chance that any of them is false is at most what the interval
misses (partitioning: Goeman, Solari & Stijnen 2010).
"""

import math
from collections.abc import Sequence
from statistics import NormalDist

from assay.stats.hodges_lehmann import fewest_values, hodges_lehmann_interval

POWER = 0.9
"""Chance to tell a difference of the margin that `rounds_needed` plans for."""


def read_verdict(low: float, high: float, margin: float) -> str:
    """`no_difference`, `slower`, `faster` or `cannot_tell`, for a ratio of times in [low, high].

    Equivalence is asked first: an interval wholly inside 1 - margin to 1 + margin is "no difference larger than the
    margin" even if it excludes 1.
    """
    if low - 1 > -margin and high - 1 < margin:
        return "no_difference"
    if low > 1:
        return "slower"
    if high < 1:
        return "faster"
    return "cannot_tell"


def bound(low: float, high: float) -> float:
    """The tightest true "differ by less than": max(|low - 1|, |high - 1|), as a share; inf where unbounded."""
    return max(abs(low - 1), abs(high - 1))


def rounds_needed(log_ratios: Sequence[float], margin: float, alpha: float = 0.05) -> int | None:
    """About how many rounds would tell a difference of `margin` with power 0.9; None under six rounds.

    ((z(1 - alpha/2) + z(power)) * s / margin)^2, where s is the spread as the Hodges-Lehmann interval sees it: its half
    width times sqrt(n) / z(0.975). A few wild rounds thus do not inflate the answer as they would a standard deviation.
    """
    n = len(log_ratios)
    if n < fewest_values(0.05):
        return None
    seen = hodges_lehmann_interval(log_ratios, 0.05)
    quantile = NormalDist().inv_cdf
    spread = (seen.high - seen.low) / 2 * math.sqrt(n) / quantile((1 + seen.level) / 2)
    rounds = ((quantile(1 - alpha / 2) + quantile(POWER)) * spread / math.log1p(margin)) ** 2
    return max(fewest_values(alpha), math.ceil(rounds))
