"""Planned looks: when a comparison may be judged, and how much error each look may spend.

Looking is free only if it is planned. The shares add up to 5 % and the union bound keeps the total error at or
below that, whatever the looks have to do with each other. No asymptotics, no model.
"""

from assay.stats.signed_rank import fewest_values

ALPHA = 0.05
"""Total error of a comparison (of a family, once divided by its number of comparisons)."""

PLANNED = ((10, 0.005), (20, 0.010), (40, 0.015), (80, 0.020))
"""Rounds and share of the error of each look."""

QUICK_ROUNDS = 12
"""The one look of quick mode."""


def planned_looks(mode: str, comparisons: int, rounds: int | None = None) -> tuple[tuple[int, float], ...]:
    """(rounds, alpha) of each look; the interval at a look has level 1 - alpha / comparisons.

    A fixed number of rounds, or quick mode, is one look that spends everything. Otherwise a look at which no interval
    could exist at alpha / comparisons is left out and its share passed on to the next one that is kept.
    """
    if rounds is not None:
        return ((rounds, ALPHA),)
    if mode == "quick":
        return ((QUICK_ROUNDS, ALPHA),)
    return _kept(comparisons)


def _kept(comparisons: int) -> tuple[tuple[int, float], ...]:
    kept: list[tuple[int, float]] = []
    saved = 0.0
    for rounds, share in PLANNED:
        alpha = round(saved + share, 12)  # sums of thousandths: 0.015, not 0.015000000000000001
        if fewest_values(alpha / comparisons) > rounds:
            saved = alpha
            continue
        kept.append((rounds, alpha))
        saved = 0.0
    return tuple(kept) or ((PLANNED[-1][0], ALPHA),)
