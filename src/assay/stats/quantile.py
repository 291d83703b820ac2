"""Quantiles that use every value: the Harrell-Davis estimate.

A weighted mean of all order statistics with beta weights (Harrell & Davis 1982). Smoother than one order statistic, but
no magic: a p99 of fewer than about five hundred values is a guess, and the raw minimum is never a quantile.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np


@lru_cache(maxsize=256)
def _weights(n: int, q: float) -> Any:
    from scipy.special import betainc

    return np.diff(betainc((n + 1) * q, (n + 1) * (1 - q), np.arange(n + 1) / n))


def harrell_davis(values: Sequence[float], q: float) -> float:
    """The q-quantile (0 < q < 1) in the unit of the values; one value is its own quantile."""
    if not 0 < q < 1:
        raise ValueError(f"quantile: expected a share between 0 and 1, found {q}")
    ordered = np.sort(np.asarray(values, dtype=float))
    if ordered.size == 0:
        raise ValueError("quantile: expected at least one value, found none")
    return float(_weights(ordered.size, q) @ ordered)
