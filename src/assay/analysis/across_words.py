"""One comparison over several machines, in a sentence: on how many it came out which way, and how far apart they are.

No figure is pooled: the range in parentheses reaches from the lowest end of any of the intervals to the highest, so it
holds for each machine that is counted there. Runs of one machine count as one machine; where they do not agree, that
machine is counted for neither side and said to disagree with itself.
"""

import math
from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct, structs

from assay.analysis.model import Comparison
from assay.units import plural
from assay.wording import agreed, quantity, ratio_words, sentence

LESS, MORE, ALIKE, UNKNOWN, TORN, NO_VERDICT, ABSENT = (
    "less",
    "more",
    "alike",
    "unknown",
    "torn",
    "no verdict",
    "absent",
)
KINDS = {"faster": LESS, "lower": LESS, "slower": MORE, "higher": MORE, "no_difference": ALIKE, "cannot_tell": UNKNOWN}
"""Of a verdict; whatever else there is, is none."""
TOLD = (LESS, MORE, ALIKE)
UNTOLD = (UNKNOWN, TORN, NO_VERDICT, ABSENT)
AT_ODDS = "its own runs do not agree"
UNMEASURED = "not measured"
"""Instead of a ruling, where a claim was measured elsewhere only."""
SAID = {"no_difference": "no difference", "cannot_tell": "cannot tell"}

Runs = Sequence[Comparison | None]
"""What the runs of one machine say of a comparison, in their order; None where it was not measured."""


class Names(Struct, frozen=True):
    """How the two variants of a comparison are called, and the machines."""

    candidate: str
    baseline: str
    machines: tuple[str, ...]


def across_words(machines: Sequence[Runs], names: Names) -> str:
    """ "on 3 of 4 machines threads takes less time than serial (12 to 48 % less); on 1 ..."."""
    groups: dict[str, list[Runs]] = {}
    for runs in machines:
        groups.setdefault(kind_of(runs), []).append(runs)
    told = sorted((kind for kind in TOLD if kind in groups), key=lambda kind: -len(groups[kind]))
    kinds = [*told, *(kind for kind in UNTOLD if kind in groups)]
    clauses = [
        f"{_on(len(groups[kind]), machines, first=place == 0)} {_clause(kind, groups[kind], names, first=place == 0)}"
        for place, kind in enumerate(kinds)
    ]
    quick = "quick: " if any(one.mode == "quick" for runs in machines for one in runs if one) else ""
    return quick + "; ".join([*clauses, *_unlike(machines, names)])


def kind_of(runs: Runs) -> str:
    """What one machine says; runs in which it was not measured, or gave no verdict, leave that to its other ones."""
    kinds = [KINDS.get(one.verdict, NO_VERDICT) if one else ABSENT for one in runs]
    telling = {kind for kind in kinds if kind not in (NO_VERDICT, ABSENT)}
    if len(telling) > 1:
        return TORN
    return next(iter(telling), NO_VERDICT if NO_VERDICT in kinds else ABSENT)


def _on(count: int, machines: Sequence[Runs], *, first: bool) -> str:
    if not first:
        return f"on {count}"
    if len(machines) == 1:
        return f"on 1 machine ({plural(len(machines[0]), 'run')})"
    return f"on {count} of {len(machines)} machines"


def _clause(kind: str, group: Sequence[Runs], names: Names, *, first: bool) -> str:
    found = [one for runs in group for one in runs if one and KINDS.get(one.verdict) in (*TOLD, UNKNOWN)]
    if kind in (LESS, MORE):
        return _one_sided(kind, found, names, first=first)
    if kind in (ALIKE, UNKNOWN):
        doubt = " (cannot tell)" if kind == UNKNOWN else ""
        return f"{_said_of_all(found, names)}{doubt}"
    of_what = f" on {names.candidate} against {names.baseline}" if first else ""
    if kind == TORN:
        verdicts = dict.fromkeys(SAID.get(one.verdict, one.verdict) for one in found)
        return f"{AT_ODDS}{of_what} ({', '.join(verdicts)})"
    return f"there is no verdict{of_what}" if kind == NO_VERDICT else f"it was not measured{of_what}"


def _one_sided(kind: str, found: Sequence[Comparison], names: Names, *, first: bool) -> str:
    what = quantity(found[0].metric)
    than = f" than {names.baseline}" if first else ""
    hull = hull_of(found)
    assert hull.low is not None
    assert hull.high is not None
    words = ratio_words(math.sqrt(hull.low * hull.high), hull.low, hull.high, hull.metric)
    as_much = " ".join(what.as_much.split()[:2])  # "as long", without what of: the noun says that
    beyond = {"of": " of it", "as": f" {as_much}"}.get(words.link, "")
    claim = agreed(names.candidate, f"{what.verb} {kind} {what.noun}{than}")
    return f"{claim} ({words.interval}{beyond})"


def _said_of_all(found: Sequence[Comparison], names: Names) -> str:
    """What all of their intervals allow; nothing is known where there are none."""
    bounded = [one for one in found if one.low is not None]
    if len(bounded) < len(found):
        return f"{names.candidate} and {names.baseline} cannot be told apart"
    return sentence(hull_of(found), names.candidate, names.baseline)


def hull_of(found: Sequence[Comparison]) -> Comparison:
    """One comparison whose interval holds those of all; its ratio is only the middle, and nobody's estimate."""
    low = min(one.low for one in found if one.low is not None)
    high = max(one.high for one in found if one.high is not None)
    return structs.replace(found[0], ratio=math.sqrt(low * high), low=low, high=high)


def _unlike(machines: Sequence[Runs], names: Names) -> list[str]:
    """Machines whose intervals do not meet; and runs of one machine, whose intervals say nothing of the next run."""
    bounded = [
        (name, [one for one in runs if one is not None and one.low is not None])
        for name, runs in zip(names.machines, machines, strict=True)
    ]
    themselves = [name for name, runs in bounded if any(_apart(a, b) for a, b in combinations(runs, 2))]
    pairs = [
        (one, another)
        for (one, mine), (another, theirs) in combinations(bounded, 2)
        if mine and theirs and all(_apart(a, b) for a in mine for b in theirs)
    ]
    said = [f"runs of {' and of '.join(themselves)} differ by more than their intervals"] if themselves else []
    if len(pairs) == 1:
        said.append(f"{pairs[0][0]} and {pairs[0][1]} differ from each other: their intervals do not meet")
    elif pairs:
        everyone = len(bounded) * (len(bounded) - 1) // 2
        which = (
            "all machines differ" if len(pairs) == everyone else f"{len(pairs)} of {everyone} pairs of machines differ"
        )
        said.append(f"{which} from each other: their intervals do not meet")
    return said


def _apart(one: Comparison, another: Comparison) -> bool:
    assert one.low is not None
    assert one.high is not None
    assert another.low is not None
    assert another.high is not None
    return one.high < another.low or another.high < one.low


def rulings_words(machines: Sequence[Sequence[str]]) -> str:
    """The rulings on one claim: "holds on 3 of 4 machines; cannot tell on 1"."""
    groups: dict[str, int] = {}
    for rulings in machines:
        told = set(rulings)
        key = next(iter(told)) if len(told) == 1 else f"{AT_ODDS} ({', '.join(dict.fromkeys(rulings))})"
        groups[key] = groups.get(key, 0) + 1
    ranked = sorted(groups.items(), key=lambda item: (item[0].startswith((AT_ODDS, UNMEASURED)), -item[1]))
    whole = f"{len(machines)} machines" if len(machines) > 1 else f"machine ({plural(len(machines[0]), 'run')})"
    (ruling, count), *others = ranked
    first = f"{ruling} on {count} of {whole}" if len(machines) > 1 else f"{ruling} on 1 {whole}"
    return "; ".join([first, *(f"{ruling} on {count}" for ruling, count in others)])
