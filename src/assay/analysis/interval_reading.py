"""Reads one interval against a goal: above it, below it, or neither; and several such readings as one ruling."""

from collections.abc import Iterable, Sequence

from assay.analysis.model import Estimate, Split
from assay.wording import ratio_cells

FEWEST_ROUNDS = 10
"""Fewer rounds (quiet ones, where what else the machine does matters) cannot carry a ruling."""
NOT_TESTABLE = "not testable here"


def above(estimate: Estimate, goal: float) -> bool:
    """Whether all of the interval is at least the goal."""
    return estimate.low is not None and estimate.low >= goal


def below(estimate: Estimate, goal: float) -> bool:
    """Whether all of the interval is below the goal."""
    return estimate.high is not None and estimate.high < goal


def bounded(*estimates: Estimate) -> bool:
    """Whether each has an interval."""
    return all(one.low is not None and one.high is not None for one in estimates)


def enough(split: Split, *estimates: Estimate) -> bool:
    """Whether a split has the rounds, and these numbers of it their intervals, that a ruling needs."""
    return split.rounds_used >= FEWEST_ROUNDS and bounded(*estimates)


def in_range(low: float | None, high: float | None, least: float | None, most: float | None) -> str:
    """Holds where the interval lies inside the claimed range, does not hold where it lies outside."""
    if low is None or high is None:
        return "cannot tell"
    floor, ceiling = (0.0 if least is None else least), (float("inf") if most is None else most)
    if floor <= low and high <= ceiling:
        return "holds"
    return "does not hold" if high < floor or low > ceiling else "cannot tell"


def to_both_sides(
    low: float | None, high: float | None, goals: Iterable[float | None], whose: str = ""
) -> tuple[str, ...]:
    """Why an interval does not decide: what lies inside it; nothing to say where none of the goals does."""
    if low is None or high is None:
        return ()
    inside = [f"{goal:.3g}" for goal in goals if goal is not None and low <= goal <= high]
    if not inside:
        return ()
    named = f"{whose}: " if whose else ""
    return (f"{named}the interval reaches to both sides of {' and '.join(inside)}; a narrower one would tell",)


def of_all(readings: Sequence[str]) -> str:
    """What is claimed of several: one that does not hold is enough, and all of them must hold."""
    if all(reading == NOT_TESTABLE for reading in readings):
        return NOT_TESTABLE
    for ruling in ("does not hold", "cannot tell", NOT_TESTABLE):
        if ruling in readings:
            return ruling if ruling != NOT_TESTABLE else "cannot tell"
    return "holds"


def estimate_words(estimate: Estimate) -> str:
    """ "1.982 [1.971, 1.990]"."""
    return " ".join(part for part in ratio_cells(estimate.value, estimate.low, estimate.high) if part)


def shared_error(families: Iterable[str]) -> tuple[str, ...]:
    """A ruling read off several families adds up what each of them may err; nothing to say of one."""
    count = len(set(families))
    return (f"read off {count} families at 95 % each: wrong in at most {5 * count} % of runs",) if count > 1 else ()
