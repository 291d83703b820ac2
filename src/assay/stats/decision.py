"""From log ratios to a verdict: the whole decision path, the one the simulator runs ten thousand times a noise law."""

import math
from collections.abc import Sequence

from msgspec import Struct

from assay.stats.hodges_lehmann import hodges_lehmann_interval
from assay.stats.interval import Interval
from assay.stats.verdict import read_verdict


class Decision(Struct, frozen=True):
    """What is said of one comparison, and at which look."""

    look: int | None  # index of the look it was read at; None when not even the first one was reached
    interval: Interval  # of the ratio candidate / baseline
    verdict: str  # faster | slower | no_difference | cannot_tell; none when no look was reached
    rounds: int  # rounds with a value that went into the interval
    decided: bool  # False: more rounds may still decide, or (after the last look) it ended as cannot_tell
    last: bool  # True: nothing more to run, because it is decided or because the last planned look has been read


def decide(
    log_ratios: Sequence[float],
    looks: Sequence[tuple[int, float]],
    comparisons: int = 1,
    margin: float = 0.01,
    step: float = 0.0,
) -> Decision:
    """Read each planned look in turn and stop at the first verdict that is not "cannot tell".

    `log_ratios[i]` is log(candidate / baseline) of round i + 1; NaN where a failed trial took the pair away. A look is
    reached when its number of rounds has been run; its interval has level 1 - alpha / comparisons. Rounds after the
    decisive look change nothing. `step` is the grid the log ratios lie on (granularity.log_step of all the times).
    """
    reached = [(index, *look) for index, look in enumerate(looks) if look[0] <= len(log_ratios)]
    if not reached:
        return _before_any_look(log_ratios, looks[0][1] / comparisons, step)
    for index, rounds, alpha in reached:
        interval, verdict, used = read_look(log_ratios[:rounds], alpha / comparisons, margin, step)
        if verdict != "cannot_tell":
            return Decision(index, interval, verdict, used, decided=True, last=True)
    return Decision(index, interval, verdict, used, decided=False, last=index == len(looks) - 1)


def read_look(log_ratios: Sequence[float], alpha: float, margin: float, step: float = 0.0) -> tuple[Interval, str, int]:
    """The interval of the ratio at level 1 - alpha, the verdict read off it, and how many rounds had a value."""
    present = [value for value in log_ratios if value == value]  # NaN is not equal to itself
    if not present:
        return Interval(math.nan, 0.0, math.inf, 1.0), "cannot_tell", 0
    interval = hodges_lehmann_interval(present, alpha, step).exp()
    return interval, read_verdict(interval.low, interval.high, margin), len(present)


def _before_any_look(log_ratios: Sequence[float], alpha: float, step: float) -> Decision:
    """Interrupted early: the interval that the first look would have had, and no verdict."""
    interval, _, used = read_look(log_ratios, alpha, 0.0, step)
    return Decision(None, interval, "none", used, decided=False, last=False)
