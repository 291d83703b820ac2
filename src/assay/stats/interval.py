"""An estimate with the one interval that every statement about it is read from."""

import math

from msgspec import Struct


class Interval(Struct, frozen=True):
    """low <= estimate <= high; low = -inf and high = inf where there are too few values to say anything."""

    estimate: float
    low: float
    high: float
    level: float  # the level achieved, at least the one asked for; 1.0 for the unbounded interval

    @property
    def bounded(self) -> bool:
        """Whether there were enough values for an interval."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def exp(self) -> "Interval":
        """The same statement about the ratio, when this one is about its logarithm (unbounded becomes 0 to inf)."""
        return Interval(math.exp(self.estimate), math.exp(self.low), math.exp(self.high), self.level)


def unbounded(estimate: float) -> Interval:
    """What is known when there are too few values: everything is possible, at level 1."""
    return Interval(estimate, -math.inf, math.inf, 1.0)
