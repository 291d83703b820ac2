"""The step of the clock, seen in the values it produced, and when it is too coarse.

Values that are whole steps of something lie on a grid, and so do the ends of an interval computed from them: such an
end is known to a quarter of a step (averages of two values lie half a step apart). Without that allowance coverage
falls to 0.92 under a clock of 1 to 2 % of the time measured; with it, it is kept. On nanoseconds that really are
nanoseconds the allowance is nothing.
"""

import math
from collections import Counter
from collections.abc import Sequence
from statistics import median

COARSE = 0.2
"""Share of tied or zero differences above which the data deserve a caveat."""


def log_step(values: Sequence[float]) -> float:
    """The grid of these values (all of both variants), as a step of their log ratio; 0 where all are the same.

    The greatest common divisor of their distances, over their median: values are whole numbers of some unit.
    """
    whole = [round(value) for value in values]
    step = math.gcd(*(value - whole[0] for value in whole)) if whole else 0
    middle = median(whole) if whole else 0
    return step / middle if middle > 0 else 0.0


def tied_share(log_ratios: Sequence[float]) -> float:
    """Share of differences that are zero or have the same size as another one; above COARSE say so."""
    sizes = [abs(value) for value in log_ratios]
    times = Counter(sizes)
    return sum(size == 0 or times[size] > 1 for size in sizes) / len(sizes) if sizes else 0.0
