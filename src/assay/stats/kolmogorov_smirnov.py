"""How far a sample is from a law: the Kolmogorov-Smirnov distance, its critical values, and Lilliefors' correction.

The hypothesis is rejected when the distance is LARGE. With parameters estimated from the same values the ordinary
critical values are far too lenient; for the normal law Lilliefors' are right. Clock ties break both: the law must be
continuous. Sources: Kolmogorov 1933; Lilliefors 1967; Dallal & Wilkinson 1986; Molin & Abdi 1998.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np


def distance(values: Sequence[float], cumulative: Callable[[Any], Any]) -> float:
    """Largest vertical distance between the sample's steps and a fully specified law."""
    ordered = np.sort(np.asarray(values, dtype=float))
    n = ordered.size
    at = cumulative(ordered)
    steps = np.arange(n + 1) / n
    return float(max(np.max(steps[1:] - at), np.max(at - steps[:-1])))


def critical_distance(n: int, alpha: float) -> float:
    """Reject a fully specified law when the distance is at least this; exact."""
    from scipy.stats import kstwo

    return float(kstwo.isf(alpha, n))


def lilliefors_distance(values: Sequence[float]) -> float:
    """Distance from the normal law with the sample's own mean and standard deviation; four values at least."""
    from scipy.special import ndtr

    sample = np.asarray(values, dtype=float)
    if sample.size < 4 or np.ptp(sample) == 0:
        raise ValueError("lilliefors: expected at least four values that are not all the same")
    return distance((sample - sample.mean()) / sample.std(ddof=1), ndtr)


def lilliefors_p(d: float, n: int) -> float:
    """Dallal & Wilkinson's formula for the p-value, good below 0.1; above it says no more than "not small"."""
    if n > 100:
        d, n = d * (n / 100) ** 0.49, 100
    exponent = -7.01256 * d**2 * (n + 2.78019) + 2.99587 * d * math.sqrt(n + 2.78019)
    return min(1.0, math.exp(exponent - 0.122119 + 0.974598 / math.sqrt(n) + 1.67997 / n))


def lilliefors_critical(n: int, alpha: float, rng: np.random.Generator, replicates: int = 100_000) -> float:
    """Critical distance by drawing normal samples; its error is about 0.1 / sqrt(replicates)."""
    from scipy.special import ndtr

    steps = np.arange(n + 1) / n
    distances = []
    for start in range(0, replicates, 10_000):
        sample = np.sort(rng.normal(size=(min(10_000, replicates - start), n)), axis=1)
        at = ndtr((sample - sample.mean(axis=1, keepdims=True)) / sample.std(axis=1, ddof=1, keepdims=True))
        distances.append(np.maximum(steps[1:] - at, at - steps[:-1]).max(axis=1))
    return float(np.quantile(np.concatenate(distances), 1 - alpha))
