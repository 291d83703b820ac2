"""Where the variation comes from: iterations, processes, builds; and how often to repeat each.

Kalibera & Jones 2013 in the corrected form: T_i^2 = S_i^2 - S_{i-1}^2 / r_{i-1}, where S_i^2 is the variance of the
means at level i and r_{i-1} how many values of the level below each mean is made of. Balanced data, lowest level first.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct


class VarianceComponents(Struct, frozen=True):
    """One entry a level, the lowest (iterations) first, in the squared unit of the values."""

    seen: tuple[float, ...]  # S_i^2: variance of the means at level i, with what comes up from below in it
    own: tuple[float, ...]  # T_i^2: what level i adds by itself; 0 where the estimate is negative
    repetitions: tuple[int, ...]  # r_i, as measured


def variance_components(groups: Sequence[Any]) -> VarianceComponents:
    """Components of nested, balanced data: groups[process][iteration], or with more levels around it.

    At least two values at every level. The outermost list is the highest level.
    """
    means = np.asarray(groups, dtype=float)
    if means.ndim < 1 or min(means.shape) < 2:
        raise ValueError(f"variance components: expected at least two values at every level, found {means.shape}")
    repetitions = tuple(reversed(means.shape))
    seen: list[float] = []
    while means.ndim:
        seen.append(float(np.mean(np.var(means, axis=-1, ddof=1))))
        means = means.mean(axis=-1)
    below = [0.0, *(s / r for s, r in zip(seen, repetitions, strict=True))]
    own = tuple(max(0.0, s - b) for s, b in zip(seen, below, strict=False))
    return VarianceComponents(tuple(seen), own, repetitions)


def optimal_repetitions(own: Sequence[float], costs: Sequence[float]) -> tuple[int, ...]:
    """How often to repeat each level but the highest, on which all the time that is left is spent.

    r_i = ceil(sqrt(c_{i+1} / c_i * T_i^2 / T_{i+1}^2)); `costs[i]` is what one more repetition of level i costs, in any
    unit. A level that adds nothing is repeated once. Where the level above adds nothing there is no finite optimum: it
    is taken as adding a hundredth of the variance of this one, which asks for many iterations but not for endless ones.
    """
    answer = []
    for i in range(len(own) - 1):
        above = max(own[i + 1], own[i] / 100)
        ratio = 0.0 if own[i] == 0 else costs[i + 1] / costs[i] * own[i] / above
        answer.append(max(1, math.ceil(math.sqrt(ratio))))
    return tuple(answer)
