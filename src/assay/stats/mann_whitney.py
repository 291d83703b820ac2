"""The rank-sum test of two unpaired samples, exact with ties: for judging peers by their own rule.

Assay itself pairs its rounds and does not need it: no test can take out what time did between two sessions.
Source: Mann & Whitney 1947; with ties the null is that of the mid-ranks actually seen.
"""

from collections.abc import Sequence

from msgspec import Struct

from assay.stats.signed_rank import doubled_mid_ranks


class MannWhitney(Struct, frozen=True):
    """U of the first sample (pairs in which it is larger, ties one half) and its exact p-values."""

    statistic: float
    p_two_sided: float
    p_less: float
    p_greater: float


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> MannWhitney:
    """Exact conditional test; all values equal give p = 1. Sizes up to about 40 a side."""
    ranks = doubled_mid_ranks([*first, *second])
    counts = _sums_of_chosen(ranks, len(first))
    seen = sum(ranks[: len(first)])
    total = sum(counts)
    less, greater = sum(counts[: seen + 1]), sum(counts[seen:])
    return MannWhitney(
        statistic=(seen - len(first) * (len(first) + 1)) / 2,
        p_two_sided=min(total, 2 * min(less, greater)) / total,
        p_less=less / total,
        p_greater=greater / total,
    )


def _sums_of_chosen(ranks: Sequence[int], chosen: int) -> list[int]:
    """In how many ways `chosen` of the ranks add up to each sum; one big integer a number of ranks chosen so far."""
    width = len(ranks) // 8 + 1
    ways = [1, *[0] * chosen]
    for rank in ranks:
        for size in range(chosen, 0, -1):
            ways[size] += ways[size - 1] << (8 * width * rank)
    size = sum(ranks) + 1
    digits = ways[chosen].to_bytes(size * width, "little")
    return [int.from_bytes(digits[i : i + width], "little") for i in range(0, size * width, width)]
