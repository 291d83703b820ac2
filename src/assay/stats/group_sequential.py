"""What looking again and again costs: crossing probabilities of repeated z-tests at equal steps of information.

Not used for verdicts (the planned looks need no normal law); it is how the manual says what peeking does. Source:
Armitage, McPherson & Rowe 1969, numerical integration of the density of the sum that has not crossed yet; Jennison &
Turnbull 2000.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

NODES = 201
"""Gauss-Legendre nodes a look; the constants agree to more digits than anyone prints."""


def crossing_probability(bounds: Sequence[float]) -> float:
    """Chance that |z| exceeds bounds[k] at some look k when nothing is true."""
    from scipy.special import ndtr

    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    reach = bounds[0]  # of the partial sum; after look k it is bounds[k] * sqrt(k)
    points, density = reach * nodes, np.exp(-((reach * nodes) ** 2) / 2) / math.sqrt(2 * math.pi)
    crossed = 2 * float(ndtr(-reach))
    for look, bound in enumerate(bounds[1:], start=2):
        mass = density * weights * reach
        reach = bound * math.sqrt(look)
        crossed += float(mass @ (ndtr(points - reach) + ndtr(-points - reach)))
        ahead = reach * nodes
        density = np.exp(-(np.subtract.outer(ahead, points) ** 2) / 2) @ mass / math.sqrt(2 * math.pi)
        points = ahead
    return crossed


def pocock(looks: int, alpha: float = 0.05) -> float:
    """The one bound that, used at every look, errs with chance alpha in all."""
    return _solve(lambda c: crossing_probability([c] * looks) - alpha)


def obrien_fleming(looks: int, alpha: float = 0.05) -> float:
    """The bound at the last look, when that at look k is it times sqrt(looks / k)."""
    return _solve(lambda c: crossing_probability([c * math.sqrt(looks / k) for k in range(1, looks + 1)]) - alpha)


def _solve(excess: Callable[[float], float]) -> float:
    from scipy.optimize import brentq

    return float(brentq(excess, 1.0, 6.0, xtol=1e-10))
