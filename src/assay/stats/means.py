"""Which mean for what: times add up, rates do not, ratios multiply."""

import math
from collections.abc import Sequence


def mean_time(times: Sequence[float]) -> float:
    """Arithmetic: what a run costs when many are paid for."""
    return math.fsum(times) / len(times)


def mean_rate(rates: Sequence[float]) -> float:
    """Harmonic: the rate at which the same work is got through each time."""
    return len(rates) / math.fsum(1 / rate for rate in rates)


def mean_ratio(ratios: Sequence[float]) -> float:
    """Geometric: the ratio of a whole suite, which does not depend on what is divided by what."""
    return math.exp(math.fsum(math.log(ratio) for ratio in ratios) / len(ratios))


def speed_up(baseline_times: Sequence[float], candidate_times: Sequence[float]) -> float:
    """Mean time of the baseline over mean time of the candidate."""
    return mean_time(baseline_times) / mean_time(candidate_times)
