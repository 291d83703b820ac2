"""The signed-rank test, exact for any ties and zeros.

Under "no difference", with the order of each round drawn by a fair coin, every sign pattern is equally likely given
the sizes of the differences. The null distribution is therefore counted, not approximated: with whole numbers, over
doubled mid-ranks. Zeros keep their ranks and carry no sign (Pratt 1959). Ties are equality of floats: round the
differences first where the clock is coarse. It can reach 5 % two-sided from six values on.

Whole numbers only, no numpy: the planned looks need it before anything heavy is loaded.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from statistics import NormalDist

from msgspec import Struct

EXACT_UP_TO = 200
"""Above this many untied values the rank at which an interval ends comes from the normal law, rounded outwards."""


class SignedRank(Struct, frozen=True):
    """W (sum of the ranks of positive differences) and its exact p-values."""

    statistic: float
    p_two_sided: float
    p_less: float  # small when the differences tend to be below zero
    p_greater: float  # small when the differences tend to be above zero
    n: int  # differences given, zeros included
    zeros: int
    ties: int  # non-zero differences that share their size with another one


def null_counts(doubled_ranks: Sequence[int]) -> list[int]:
    """How many of the 2^n sign patterns give each value of the doubled rank sum, index = doubled sum.

    The generating function prod(1 + x^r) is multiplied out inside one big integer whose digits are wide enough
    never to carry.
    """
    width = len(doubled_ranks) // 8 + 1  # bytes a coefficient; 2^n always fits
    product = 1
    for rank in doubled_ranks:
        product += product << (8 * width * rank)
    size = sum(doubled_ranks) + 1
    digits = product.to_bytes(size * width, "little")
    return [int.from_bytes(digits[i : i + width], "little") for i in range(0, size * width, width)]


def doubled_mid_ranks(sizes: Sequence[float]) -> list[int]:
    """Twice the mid-rank of each value: whole numbers, whatever the ties."""
    order = sorted(sizes)
    twice: dict[float, int] = {}
    start = 0
    while start < len(order):
        end = bisect_right(order, order[start], start)
        twice[order[start]] = start + 1 + end
        start = end
    return [twice[size] for size in sizes]


def signed_rank_test(differences: Sequence[float]) -> SignedRank:
    """Exact conditional signed-rank test of symmetry about zero (all differences zero: every p is 1)."""
    values = [float(value) for value in differences]
    sizes = [abs(value) for value in values]
    ranks = doubled_mid_ranks(sizes)
    signed = [rank for rank, value in zip(ranks, values, strict=True) if value != 0]
    positive = sum(rank for rank, value in zip(ranks, values, strict=True) if value > 0)
    counts = null_counts(signed)
    total = 1 << len(signed)
    less, greater = sum(counts[: positive + 1]), sum(counts[positive:])
    return SignedRank(
        statistic=positive / 2,
        p_two_sided=min(total, 2 * min(less, greater)) / total,
        p_less=less / total,
        p_greater=greater / total,
        n=len(values),
        zeros=len(values) - len(signed),
        ties=len([size for size in sizes if size != 0 and sizes.count(size) > 1]),
    )


@lru_cache(maxsize=512)
def untied_cumulative(n: int) -> tuple[int, ...]:
    """Sign patterns with W <= k for k = 0, 1, ... up to the middle, for n untied values."""
    counts = null_counts(range(1, n + 1))
    return tuple(accumulate(counts[: len(counts) // 2 + 1]))


@lru_cache(maxsize=4096)
def critical_rank_sum(n: int, alpha: float) -> int:
    """The largest k with 2 P(W <= k) <= alpha for n untied values, -1 where there is none.

    Whole counts are compared with alpha as an exact fraction, so that levels like 2^-5 fall on the right side.
    """
    if n > EXACT_UP_TO:
        mean, deviation = n * (n + 1) / 4, math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        return math.floor(mean + NormalDist().inv_cdf(alpha / 2) * deviation - 0.5)
    allowed = math.floor(Fraction(alpha) / 2 * (1 << n))
    return bisect_right(untied_cumulative(n), allowed) - 1


@lru_cache(maxsize=4096)
def achieved_level(n: int, k: int) -> float:
    """1 - 2 P(W <= k) for n untied values: the level of an interval that drops k + 1 rank sums a side."""
    if n > EXACT_UP_TO:
        mean, deviation = n * (n + 1) / 4, math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        return 1 - 2 * NormalDist().cdf((k + 0.5 - mean) / deviation)
    total = 1 << n
    return (total - 2 * untied_cumulative(n)[k]) / total


def fewest_values(alpha: float) -> int:
    """The fewest values from which an interval of level 1 - alpha can be had: 6 at 5 %, 8 at 1 %."""
    n = 1
    while Fraction(2, 1 << n) > Fraction(alpha):
        n += 1
    return n
