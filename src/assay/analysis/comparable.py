"""Which runs may stand in one report: those that asked the same thing in the same way, wherever they ran.

The machine may differ, and so may the compilers and runtimes, which are named; how much work the pilots found for a
trial may, as it is compared per unit. All else must be alike, and the first fact that is not is what a refusal names.
"""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from msgspec import Struct, structs

from assay.errors import StoreError
from assay.plan.model import CommandWork, Family, ProbeWork
from assay.store.records import Header, Record
from assay.wording import percent_text

APART = "report them apart"
IMMATERIAL = {True: {"seed", "timeout_s"}, False: {"trial_seconds"}}
"""Keys that change no trial, of `assay compare` and of study files: the order's seed, when to give up, forecasts."""
LONGEST_VALUE = 40


class Candidate(Struct, frozen=True):
    """A run that is to stand beside others."""

    place: str  # the folder to name in a refusal
    records: Sequence[Record]  # the header first

    @property
    def header(self) -> Header:
        """What it says of itself."""
        first = self.records[0]
        assert isinstance(first, Header)
        return first


class Unlike(Struct, frozen=True):
    """Why two runs cannot stand in one report."""

    found: str
    remedy: str = APART


Check = Callable[[Candidate, Candidate], Unlike | None]


def refuse_unlike(runs: Sequence[Candidate]) -> None:
    """Raise for the first run that cannot stand beside one before it, or is given twice.

    Each is held against all before it: two of them may have measured what the first one could not.
    """
    for place, run in enumerate(runs):
        for before in runs[:place]:
            if _is_again(before, run):
                raise _refusal(before, run, Unlike("that run again", "give each run once"))
        for before in runs[:place]:
            for check in CHECKS:
                unlike = check(before, run)
                if unlike is not None:
                    raise _refusal(before, run, unlike)


def _refusal(first: Candidate, other: Candidate, unlike: Unlike) -> StoreError:
    return StoreError(
        f"{other.place}: expected a run that can stand in one report with {first.place}, "
        f"found {unlike.found}; {unlike.remedy}"
    )


def _is_again(first: Candidate, other: Candidate) -> bool:
    """One run, or a copy of it, perhaps of when it had not ended yet."""
    return all(one == another for one, another in zip(first.records, other.records, strict=False))


def _simulated(first: Candidate, other: Candidate) -> Unlike | None:
    if first.header.simulated == other.header.simulated:
        return None
    simulated, measured = (first, other) if first.header.simulated else (other, first)
    return Unlike(f"that {simulated.place} was simulated and {measured.place} measured")


def _study(first: Candidate, other: Candidate) -> Unlike | None:
    one, another = first.header.plan.study, other.header.plan.study
    return None if one == another else Unlike(f"another study: {another}, not {one}")


def _text(first: Candidate, other: Candidate) -> Unlike | None:
    name = first.header.plan.study
    unlike = _first_difference(_study_values(first.header), _study_values(other.header))
    remedy = f"{APART}, or measure again with one of the two studies"
    return Unlike(f"another text of the study {name}: {unlike}", remedy) if unlike else None


def _study_values(header: Header) -> dict[str, Any]:
    """What the study says, without comments and without what changes no trial."""
    ignored = IMMATERIAL[header.study_text.startswith("{")]
    return {key: value for key, value in _values(header.study_text).items() if key not in ignored}


def _values(text: str) -> dict[str, Any]:
    """What a study file, or the words of a comparison of commands, come to; damage is told where they are read."""
    try:
        values = json.loads(text) if text.startswith("{") else tomllib.loads(text)
    except ValueError:
        return {"text": text}
    return dict(values)


def _files(first: Candidate, other: Candidate) -> Unlike | None:
    """Claims and published tables: two texts would rule by two books."""
    mine, theirs = first.header.files, other.header.files
    for name in (*mine, *(name for name in theirs if name not in mine)):
        if name not in mine or name not in theirs:
            return Unlike(f"that only {(first if name in mine else other).place} has {name}")
        if mine[name] == theirs[name]:
            continue
        is_toml = name.endswith(".toml")
        unlike = _first_difference(_values(mine[name]), _values(theirs[name])) if is_toml else ""
        if unlike or not is_toml:
            return Unlike(f"another {name}{': ' if unlike else ''}{unlike}")
    return None


def _mode(first: Candidate, other: Candidate) -> Unlike | None:
    one, another = first.header.plan.mode, other.header.plan.mode
    if one == another:
        return None
    remedy = f"{APART}, or measure again {'with' if one == 'quick' else 'without'} --quick"
    return Unlike(f"a {another} run, not a {one} one", remedy)


def _families(first: Candidate, other: Candidate) -> Unlike | None:
    """Families that both measured must have been compared by one rule."""
    mine = {family.name: family for family in first.header.plan.families}
    for family in other.header.plan.families:
        unlike = _family_difference(mine[family.name], family) if family.name in mine else ""
        if unlike:
            return Unlike(f"another plan: {unlike} in the family {family.name}")
    return None


def _family_difference(one: Family, another: Family) -> str:
    metrics = [{(pair.baseline, pair.candidate, pair.role): pair.metric for pair in f.pairs} for f in (one, another)]
    facts: list[tuple[str, Any, Any]] = [
        ("margin", percent_text(one.margin), percent_text(another.margin)),
        ("rounds", _rounds(one), _rounds(another)),
        ("kind", one.kind, another.kind),
        ("question", one.question, another.question),
        ("quiet rounds", (one.quiet_share, one.quiet_rounds), (another.quiet_share, another.quiet_rounds)),
        *(("metric", metrics[0][key], metrics[1][key]) for key in metrics[0].keys() & metrics[1].keys()),
    ]
    return next((_against(name, mine, theirs) for name, mine, theirs in facts if mine != theirs), "")


def _rounds(family: Family) -> str:
    """ "looks after 10, 20, 40, 80"; the levels belong to them."""
    return f"looks after {', '.join(str(look.rounds) for look in family.looks)}"


def _works(first: Candidate, other: Candidate) -> Unlike | None:
    """Variants of one name must have been asked for the same work; which runtime did it is named, not refused."""
    mine = {one.name: one.work for one in first.header.plan.variants}
    for variant in other.header.plan.variants:
        unlike = _first_difference(_asked(mine.get(variant.name, variant.work)), _asked(variant.work))
        if unlike:
            return Unlike(f"other work under the name {variant.name}: {unlike}")
    return None


def _asked(work: CommandWork | ProbeWork) -> dict[str, Any]:
    """The words of it; the seed of what a workload draws is the plan's own, as the order of its trials is."""
    if isinstance(work, CommandWork):
        return structs.asdict(work)
    arguments = {key: word for key, word in work.arguments.items() if key != "seed"}
    return structs.asdict(structs.replace(work, runtime="", arguments=arguments))


def _sources(first: Candidate, other: Candidate) -> Unlike | None:
    """What the same compiler built must have been the same text; records of before that was kept do not say."""
    theirs = other.header.toolchains
    for name, tool in first.header.toolchains.items():
        built = theirs[name].sources if name in theirs else {}
        for work in tool.sources.keys() & built.keys():
            if tool.sources[work] != built[work]:
                return Unlike(f"another source of {work} in {name}", f"{APART}, or measure again with one of the two")
    return None


CHECKS: tuple[Check, ...] = (_simulated, _study, _mode, _text, _files, _families, _works, _sources)
"""What must be alike, the most telling first."""


def _first_difference(one: Any, another: Any, path: str = "") -> str:
    """Where two texts differ first, and how: "rounds.full is 20, there 40"; "" where they do not."""
    if isinstance(one, Mapping) and isinstance(another, Mapping):
        for key in (*one, *(key for key in another if key not in one)):
            place = f"{path}.{key}" if path else str(key)
            if key not in one or key not in another:
                return f"{place} is only in {'the first' if key in one else 'this'} one"
            unlike = _first_difference(one[key], another[key], place)
            if unlike:
                return unlike
        return ""
    if isinstance(one, list | tuple) and isinstance(another, list | tuple):
        for number, (mine, theirs) in enumerate(zip_longest(one, another), 1):
            unlike = _first_difference(mine, theirs, f"{path} {number}")
            if unlike:
                return unlike
        return ""
    return "" if one == another else _against(path, one, another)


def _against(name: str, mine: Any, theirs: Any) -> str:
    return f"{name} is {_short(theirs)}, not {_short(mine)}"


def _short(value: Any) -> str:
    if value is None:
        return "missing"
    text = value if isinstance(value, str) else str(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 3]}..."
