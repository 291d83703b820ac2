"""Ratios of what the typical run does not show: the mean, which is what many runs cost, and the tail.

Both are taken of paired rounds, and get an interval by leaving out one whole round at a time (jackknife-t). They stand
beside the typical ratio of the rounds and are secondary: a lock convoy can move the mean by 2 % and the typical run by
a seventh of that.
"""

import math
from collections.abc import Sequence

from assay.stats.interval import Interval
from assay.stats.jackknife import jackknife_t
from assay.stats.quantile import fewest_for_tail, harrell_davis

FEWEST_ROUNDS = 6
"""Fewer give no interval, as with the typical ratio."""

Pairs = Sequence[tuple[float, float]]
"""(baseline, candidate) of each round, above zero."""


def ratio_of_means(pairs: Pairs, alpha: float = 0.05) -> Interval | None:
    """Mean of the candidate over mean of the baseline; None below six rounds."""
    if len(pairs) < FEWEST_ROUNDS:
        return None
    return jackknife_t(pairs, _log_ratio_of_means, alpha).exp()


def ratio_of_tails(pairs: Pairs, q: float, alpha: float = 0.05) -> Interval | None:
    """The q-quantile of the candidate over that of the baseline; None where so few rounds do not show it."""
    if len(pairs) < max(FEWEST_ROUNDS, fewest_for_tail(q)):
        return None

    def log_ratio(rows: Pairs) -> float:
        first, second = zip(*rows, strict=True)
        return math.log(harrell_davis(second, q) / harrell_davis(first, q))

    return jackknife_t(pairs, log_ratio, alpha).exp()


def _log_ratio_of_means(rows: Pairs) -> float:
    return math.log(math.fsum(second for _, second in rows) / math.fsum(first for first, _ in rows))
