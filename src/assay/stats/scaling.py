"""Scaling laws: Amdahl, Gustafson, Karp-Flatt, and the Universal Scalability Law with its fit.

X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1)): alpha is waiting for each other, beta is telling each other.
The fit is of log X, because errors scale with throughput; absolute residuals give other answers. Sources: Amdahl 1967,
Gustafson 1988, Karp & Flatt 1990, Gunther 2007.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct


class Universal(Struct, frozen=True):
    """A fitted Universal Scalability Law."""

    gamma: float  # throughput of one worker, in the unit of the throughputs
    alpha: float  # contention, >= 0
    beta: float  # coherency, >= 0
    peak: float | None  # workers at the highest throughput; None when beta is 0: no peak within reach
    at_bound: tuple[str, ...]  # parameters that ended at 0

    def throughput(self, workers: float) -> float:
        """X(workers)."""
        n = workers
        return self.gamma * n / (1 + self.alpha * (n - 1) + self.beta * n * (n - 1))


AT_BOUND = 1e-7
"""The solver stops just short of a bound; no machine could show an alpha or beta below this."""


def amdahl(serial: float, workers: float) -> float:
    """Speed-up when the share `serial` of the work cannot be spread."""
    return 1 / (serial + (1 - serial) / workers)


def gustafson(serial: float, workers: float) -> float:
    """Speed-up when the work grows with the workers and `serial` is the serial share of the parallel run."""
    return workers - serial * (workers - 1)


def karp_flatt(speed_up: float, workers: float) -> float:
    """The serial share that a speed-up amounts to; rising with `workers` it is overhead; above 1 it is slower."""
    return (1 / speed_up - 1 / workers) / (1 - 1 / workers)


def fit_universal(workers: Sequence[float], throughputs: Sequence[float]) -> Universal:
    """Least squares on log X with alpha, beta >= 0; needs at least four points and three different N."""
    n, x = np.asarray(workers, dtype=float), np.asarray(throughputs, dtype=float)
    if n.size < 4 or np.unique(n).size < 3:
        raise ValueError("universal scalability law: expected four points or more at three numbers of workers or more")
    if np.any(n < 1) or np.any(x <= 0):
        raise ValueError("universal scalability law: expected workers of at least 1 and throughputs above 0")
    from scipy.optimize import least_squares

    def residuals(p: Any) -> Any:
        return p[0] + np.log(n) - np.log1p(p[1] * (n - 1) + p[2] * n * (n - 1)) - np.log(x)

    best = min(
        (
            least_squares(residuals, start, bounds=([-np.inf, 0, 0], np.inf), xtol=1e-15, ftol=1e-15, gtol=1e-15)
            for start in _starts(n, x)
        ),
        key=lambda result: float(result.cost),
    )
    log_gamma, alpha, beta = (float(value) for value in best.x)
    alpha, beta = (0.0 if value < AT_BOUND else value for value in (alpha, beta))
    return Universal(math.exp(log_gamma), alpha, beta, _peak(alpha, beta), _at_bound(alpha, beta))


def _starts(n: Any, x: Any) -> list[list[float]]:
    """The linear solution of N/X in (1, N-1, N(N-1)), weighted by (X/N)^2, and two plain ones."""
    terms = np.stack([np.ones_like(n), n - 1, n * (n - 1)], axis=1)
    weights = x / n
    a, b, c = (float(value) for value in np.linalg.lstsq(terms * weights[:, None], n / x * weights, rcond=None)[0])
    first = math.log(float(np.median(x / n)))
    starts = [[first, 0.05, 0.001], [first, 0.5, 0.05]]
    if a > 0:
        starts.insert(0, [-math.log(a), max(b / a, 1e-6), max(c / a, 1e-6)])
    return starts


def _peak(alpha: float, beta: float) -> float | None:
    return math.sqrt((1 - alpha) / beta) if beta > 0 and alpha < 1 else None


def _at_bound(alpha: float, beta: float) -> tuple[str, ...]:
    return tuple(name for name, value in (("alpha", alpha), ("beta", beta)) if value == 0)
