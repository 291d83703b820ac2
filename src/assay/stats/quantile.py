"""Quantiles that use every value: the Harrell-Davis estimate.

A weighted mean of all order statistics with beta weights (Harrell & Davis 1982). Smoother than one order statistic, but
no magic: a p99 of fewer than about five hundred values is a guess, and the raw minimum is never a quantile.

A tail over several processes is read in each process by itself and then over the processes, since the values of one
process are not independent of each other.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from assay.stats.hodges_lehmann import hodges_lehmann_interval
from assay.stats.interval import Interval

KEPT_WEIGHTS = 4096
"""Weights of up to so many values are kept for the next call; of more they would fill the memory."""
WIDTH = 40
"""Weights farther from the quantile than so many standard deviations of its rank are below 1e-20, and left out."""


@lru_cache(maxsize=256)
def _kept_weights(n: int, q: float) -> Any:
    return _weights(n, q, 0, n)


def _weights(n: int, q: float, first: int, last: int) -> Any:
    """The weights of the order statistics first + 1 to last."""
    from scipy.special import betainc

    return np.diff(betainc((n + 1) * q, (n + 1) * (1 - q), np.arange(first, last + 1) / n))


def harrell_davis(values: Sequence[float], q: float) -> float:
    """The q-quantile (0 < q < 1) in the unit of the values; one value is its own quantile."""
    if not 0 < q < 1:
        raise ValueError(f"quantile: expected a share between 0 and 1, found {q}")
    ordered = np.sort(np.asarray(values, dtype=float))
    n = ordered.size
    if n == 0:
        raise ValueError("quantile: expected at least one value, found none")
    if n <= KEPT_WEIGHTS:
        return float(_kept_weights(n, q) @ ordered)
    reach = math.ceil(WIDTH * (math.sqrt(n * q * (1 - q)) + 1))
    first, last = max(0, math.floor(n * q) - reach), min(n, math.ceil(n * q) + reach)
    return float(_weights(n, q, first, last) @ ordered[first:last])


def fewest_for_tail(q: float) -> int:
    """Fewer values than this do not show their q-quantile: five beyond p99, one beyond p95 and what is nearer."""
    return math.ceil((5 if max(q, 1 - q) > 0.95 else 1) / min(q, 1 - q) - 1e-9)


def tail_over_processes(processes: Sequence[Sequence[float]], q: float, alpha: float = 0.05) -> Interval:
    """The q-quantile of each process, then the Hodges-Lehmann interval of their logarithms; values above zero.

    Each process needs fewest_for_tail(q) values to be believed; unbounded where there are too few processes.
    """
    return hodges_lehmann_interval([math.log(harrell_davis(values, q)) for values in processes], alpha).exp()
