"""What the answer to a study calls things: builds by their compiler, loops by what they are, workers by their kind."""

import re
from collections.abc import Sequence

from assay.analysis.model import Findings, Split
from assay.analysis.short_names import PLACE
from assay.units import plural

IN_BRACKETS = re.compile(r"\(([^()]+)\)\?$")
"""What a question says of its own variants at its end: "... (gcc -O2)?"."""
NAMING = re.compile(r"(the|a|an) (?!.*\b(is|are|was|has|have|does|do)\b).+")
"""A piece of a step's words that names its loop, rather than telling what was changed."""


def labels(findings: Findings, splits: Sequence[Split]) -> dict[str, str]:
    """What tells these splits apart, by variant: how each was built, else what each is called."""
    found = {one.variant: built(findings, one) for one in splits}
    return found if len(set(found.values())) == len(splits) else {one.variant: one.name for one in splits}


def built(findings: Findings, split: Split) -> str:
    """ "gcc -O2" where its question says so, else what tells it from the others; "" where nothing does."""
    levels = next((one.levels for one in findings.variants if one.variant == split.variant), ())
    found = IN_BRACKETS.search(findings.questions.get(split.family, ""))
    if found and any(re.search(rf"\b{re.escape(level)}(?!\w)", found[1]) for level in levels):
        return found[1]
    return PLACE.sub("", split.name).strip(" ,")


def how_run(findings: Findings, splits: Sequence[Split]) -> str:
    """ "2 threads"; "2 workers" where they are of several kinds, or nobody says of which."""
    hows = {one.variant: one.how for one in findings.variants}
    found = {hows.get(split.variant, "") for split in splits}
    return (found.pop() if len(found) == 1 else "") or plural(splits[0].workers, "worker")


def kind_of(how: str) -> str:
    """ "threads" of "2 threads"."""
    return how.partition(" ")[2] or "workers"


def loops(findings: Findings, splits: Sequence[Split]) -> tuple[str, str]:
    """The loop of these steps and that of the first, by name where the study names them."""
    found = {_loops(findings, one) for one in splits}
    return found.pop() if len(found) == 1 else ("the loop of each step", "the first step")


def _loops(findings: Findings, split: Split) -> tuple[str, str]:
    place, whats = place_of(findings, split)
    if not whats:
        return "this loop", "the first"
    return named(whats[place]) or f"step {place + 1} of {len(whats)}", named(whats[0]) or "the first step"


def place_of(findings: Findings, split: Split) -> tuple[int, tuple[str, ...]]:
    """Which step of its ladder it is, from 0, and what each step is; (0, ()) where it is on none."""
    for steps in findings.ladders.values():
        for place, step in enumerate(steps):
            if step.variant == split.serial:
                return place, tuple(one.what for one in steps)
    return 0, ()


def named(what: str) -> str:
    """ "the serial program's loop" of "the serial program's loop: the divisor is a constant"; "" without a name."""
    return next((piece for piece in what.split(": ") if NAMING.fullmatch(piece)), "")
