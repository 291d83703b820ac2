"""Where a sample and the named laws lie in the plane of squared skewness and kurtosis (Cullen & Frey 1999).

A description, never a test: one outlier decides the picture, and the kurtosis of fewer than a hundred values is mostly
noise. Kurtosis here is the plain one, 3 for the normal law.
"""

import math
from collections.abc import Sequence

import numpy as np

Point = tuple[float, float]
"""(squared skewness, kurtosis)."""

POINTS: dict[str, Point] = {
    "normal": (0.0, 3.0),
    "uniform": (0.0, 1.8),
    "logistic": (0.0, 4.2),
    "exponential": (4.0, 9.0),
}
"""The laws that are a single point."""


def sample_point(values: Sequence[float], unbiased: bool = True) -> Point:
    """The sample's own point; at least four values that differ. `unbiased` corrects as fitdistrplus::descdist does."""
    sample = np.asarray(values, dtype=float)
    n = sample.size
    if n < 4 or np.ptp(sample) == 0:
        raise ValueError("cullen-frey: expected at least four values that are not all the same")
    second, third, fourth = (float(np.mean((sample - sample.mean()) ** power)) for power in (2, 3, 4))
    skewness, kurtosis = third / second**1.5, fourth / second**2
    if unbiased:
        skewness *= math.sqrt(n * (n - 1)) / (n - 2)
        kurtosis = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * kurtosis - 3 * (n - 1)) + 3
    return skewness**2, kurtosis


def gamma_point(shape: float) -> Point:
    """On the line kurtosis = 3 + 1.5 * skewness^2."""
    return 4 / shape, 3 + 6 / shape


def log_normal_point(sigma: float) -> Point:
    """`sigma` is the standard deviation of the logarithm."""
    w = math.exp(sigma**2)
    return (w + 2) ** 2 * (w - 1), w**4 + 2 * w**3 + 3 * w**2 - 3


def beta_point(p: float, q: float) -> Point:
    """Between the impossible boundary (kurtosis = skewness^2 + 1) and the gamma line."""
    total = p + q
    squared_skewness = 4 * (q - p) ** 2 * (total + 1) / ((total + 2) ** 2 * p * q)
    kurtosis = 3 * (total + 1) * (p * q * (total - 6) + 2 * total**2) / (p * q * (total + 2) * (total + 3))
    return squared_skewness, kurtosis


def weibull_point(shape: float) -> Point:
    """From its moments, which are gamma functions."""
    first, second, third, fourth = (math.gamma(1 + power / shape) for power in (1, 2, 3, 4))
    variance = second - first**2
    skewness = (third - 3 * first * second + 2 * first**3) / variance**1.5
    kurtosis = (fourth - 4 * first * third + 6 * first**2 * second - 3 * first**4) / variance**2
    return skewness**2, kurtosis
