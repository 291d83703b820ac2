"""Whether the steps of a ladder scale alike: then what differs between them is the work, not how well it is spread.

The largest scaling over the smallest, with what the intervals allow. The m intervals of a family are made at
1 - alpha / m each, so together they hold at 1 - alpha, and so does the range of the quotient.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from msgspec import Struct

from assay.analysis.model import Estimate, Split, Step

EQUAL_WITHIN = 0.05
"""Scaling that differs by no more than this share counts as equal."""


class EqualScaling(Struct, frozen=True):
    """The steps of one ladder beside each other."""

    family: str
    splits: tuple[str, ...]  # names, in the order of the ladder
    ratio: float  # largest scaling / smallest
    low: float | None  # what the intervals allow it to be; None where a step has none
    high: float | None
    word: str  # equal | not equal | cannot tell


def equal_scaling(splits: Iterable[Split], ladders: Mapping[str, Sequence[Step]]) -> tuple[EqualScaling, ...]:
    """One judgement for each ladder, and each way to run it, of which two steps or more ran concurrently."""
    found = []
    known = list(splits)
    for family, steps in ladders.items():
        places = {step.variant: place for place, step in enumerate(steps)}
        mine = sorted((one for one in known if one.serial in places), key=lambda one: places[one.serial])
        for how in dict.fromkeys(map(how_it_ran, mine)):
            group = [one for one in mine if how_it_ran(one) == how]
            if len(group) > 1:
                found.append(_judged(family, group))
    return tuple(found)


def how_it_ran(split: Split) -> tuple[str, ...]:
    """What the concurrent variant's name says that its serial one's does not: model, library, workers."""
    serial = split.serial.split("/")
    return tuple(word for word in split.variant.split("/") if word not in serial)


def spread(estimates: Sequence[Estimate]) -> tuple[float, float | None, float | None]:
    """Largest / smallest, and between what it can lie by their intervals; no ends where one has none."""
    values = [one.value for one in estimates]
    ratio = max(values) / min(values)
    ends = [(one.low, one.high) for one in estimates if one.low is not None and one.high is not None]
    if len(ends) < len(values):
        return ratio, None, None
    low = max((one[0] / other[1] for one, other in permutations(ends, 2)), default=1.0)
    high = max((one[1] / other[0] for one, other in permutations(ends, 2)), default=1.0)
    return ratio, max(1.0, low), high


def _judged(family: str, splits: Sequence[Split]) -> EqualScaling:
    names = tuple(split.name for split in splits)
    ratio, low, high = spread([split.scaling for split in splits])
    if low is None or high is None:
        return EqualScaling(family, names, ratio, None, None, "cannot tell")
    word = "equal" if high <= 1 + EQUAL_WITHIN else "not equal" if low > 1 + EQUAL_WITHIN else "cannot tell"
    return EqualScaling(family, names, ratio, low, high, word)
