"""The shape of many values in few numbers: a histogram of their bulk, and an empirical distribution of few steps.

Both are for looking at. They assume nothing about the law of the values, name no distribution, and treat a million
values in a fraction of a second.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

FEWEST_BINS, MOST_BINS = 6, 60
BULK = 0.01
"""Values beyond this quantile, and beyond its counterpart, may lie outside the histogram, where they are far out."""
FAR = 0.5
"""Far out: farther beyond those quantiles than this share of the distance between them."""
SKEWED = 8.0
"""Largest over smallest value from which on an axis is better drawn in multiples than in differences."""
TAIL_STEPS = 0.2
"""Share of the steps of a thinned distribution that each end has for itself."""


class Histogram(Struct, frozen=True):
    """Counts between edges, and what lies outside them: nothing is dropped in silence."""

    edges: tuple[float, ...]  # one more than counts, rising
    counts: tuple[int, ...]
    below: int  # values under the first edge
    above: int  # values over the last one
    smallest: float
    largest: float


class Steps(Struct, frozen=True):
    """An empirical distribution: at `values[i]` the share of values not above it reaches `shares[i]`."""

    values: tuple[float, ...]
    shares: tuple[float, ...]
    moved: float  # no step between two of these was moved by a larger share than this; 0 = all steps are there


def histogram(values: Sequence[float]) -> Histogram:
    """Bins of equal width by the rule of Freedman and Diaconis (1981), over the bulk of the values."""
    ordered = _sorted(values)
    low, high = _bulk(ordered)
    inside = ordered[np.searchsorted(ordered, low, "left") : np.searchsorted(ordered, high, "right")]
    counts, edges = np.histogram(inside, bins=_bins(inside), range=_range(low, high))
    return Histogram(
        edges=tuple(edges.tolist()),
        counts=tuple(counts.tolist()),
        below=int(np.searchsorted(ordered, low, "left")),
        above=int(ordered.size - np.searchsorted(ordered, high, "right")),
        smallest=float(ordered[0]),
        largest=float(ordered[-1]),
    )


def steps(values: Sequence[float], most: int = 400) -> Steps:
    """The empirical distribution in at most so many steps; the smallest and the largest value always stay.

    Ties become one step. Where there are more, those at evenly spread shares are kept, and beyond them ever rarer ones
    at both ends, so that the tails stay to be seen. `most` is at least 10.
    """
    ordered = _sorted(values)
    last_of = np.append(np.flatnonzero(np.diff(ordered)), ordered.size - 1)  # the last of each group of ties
    places = np.arange(last_of.size) if last_of.size <= most else _spread(last_of, ordered.size, most)
    shares = (last_of[places] + 1) / ordered.size
    before = (last_of[places[1:] - 1] + 1) / ordered.size  # how high it is drawn too late, just below the next one kept
    moved = float(np.max(before - shares[:-1], initial=0.0))
    return Steps(tuple(ordered[last_of[places]].tolist()), tuple(shares.tolist()), moved)


def skewed(smallest: float, largest: float) -> bool:
    """Whether values between these belong on a logarithmic axis."""
    return smallest > 0 and largest >= SKEWED * smallest


def _sorted(values: Sequence[float]) -> Any:
    ordered = np.sort(np.asarray(values, dtype=float))
    if ordered.size == 0:
        raise ValueError("histogram: expected at least one value, found none")
    if not np.isfinite(ordered[-1]) or not np.isfinite(ordered[0]):
        raise ValueError("histogram: expected finite values, found one that is not")
    return ordered


def _bulk(ordered: Any) -> tuple[float, float]:
    """From where to where bins are laid: over all values, but for those few that lie far out."""
    near, far = np.quantile(ordered, (BULK, 1 - BULK))
    room = FAR * (far - near)
    return max(float(ordered[0]), float(near - room)), min(float(ordered[-1]), float(far + room))


def _range(low: float, high: float) -> tuple[float, float]:
    """The same, and around one single value a little room."""
    if high > low:
        return low, high
    room = abs(low) * 0.005 or 0.5
    return low - room, high + room


def _bins(inside: Any) -> int:
    """How many; by Sturges' rule where half of the values are one and the same."""
    spread = float(inside[-1] - inside[0])
    if spread == 0:
        return 1
    lower, upper = np.quantile(inside, (0.25, 0.75))
    width = 2 * float(upper - lower) / inside.size ** (1 / 3)
    wanted = spread / width if width > 0 else math.log2(inside.size) + 1
    return int(min(MOST_BINS, max(FEWEST_BINS, math.ceil(wanted))))


def _spread(last_of: Any, n: int, most: int) -> Any:
    """Which steps to keep of too many: positions in `last_of`."""
    tail = int(most * TAIL_STEPS)
    even = most - 2 * tail
    rare = np.geomspace(1 / n, 1 / even, tail)
    wanted = np.concatenate((rare, np.linspace(1 / n, 1, even), 1 - rare))
    positions = np.searchsorted(last_of, np.ceil(wanted * n - 1e-6).astype(int) - 1)
    return np.unique(np.clip(positions, 0, last_of.size - 1))
