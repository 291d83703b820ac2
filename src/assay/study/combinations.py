"""What a study's families and ladders stand for: combinations, each with one level for every factor.

Pure and without the machine: sweeps over workers are still expressions here.
"""

from collections.abc import Mapping, Sequence
from itertools import product

from msgspec import Struct

from assay.study.model import FamilyRequest, Ladder, Level, Rounds, Study

Combination = dict[str, str]
"""Factor -> level, as text."""


NOTHING_SAID = ""
"""The level that leaves a factor to the probe or the workload."""


class DeclaredFamily(Struct, frozen=True):
    """Combinations to be run in the same rounds, as the file declares them."""

    place: str  # where in the file it comes from
    name: str
    question: str
    kind: str  # comparison | ladder | scaling | response | observation
    combinations: tuple[Combination, ...]
    metric: str
    margin: float
    rounds: Rounds | None = None  # its own; None = as the study has it
    quick: bool = True  # False = quick mode leaves it out


def declared_families(study: Study) -> tuple[DeclaredFamily, ...]:
    """Every family of a study, ladders first, in the order of the file."""
    ladders = [part for place, ladder in enumerate(study.ladders, 1) for part in _of_ladder(study, ladder, place)]
    families = [part for place, request in enumerate(study.families, 1) for part in _of_request(study, request, place)]
    return (*ladders, *families)


def first_combination(study: Study) -> Combination:
    """The combination that holds where nothing else is said: the first level of every factor."""
    return {factor: str(levels[0]) for factor, levels in study.factors.items() if levels}


def varying(study: Study) -> tuple[str, ...]:
    """The factors that tell variants apart: with more than one level that says something, in the order of the file."""
    return tuple(
        factor for factor, levels in study.factors.items() if sum(str(level) != NOTHING_SAID for level in levels) > 1
    )


def every_combination(each: Mapping[str, Sequence[Level]]) -> list[Combination]:
    """Every combination of the levels, the last factor changing fastest; one empty one where there are none."""
    return [dict(zip(each, map(str, levels), strict=True)) for levels in product(*each.values())]


def changed(combination: Combination, change: Mapping[str, Level]) -> Combination:
    """The combination after a change."""
    return combination | {factor: str(level) for factor, level in change.items()}


def climb(ladder: Ladder, start: Combination) -> list[Combination]:
    """The combination of each step: the one before with the step's change."""
    combinations: list[Combination] = []
    for step in ladder.steps:
        combinations.append(changed(combinations[-1] if combinations else start, step.change))
    return combinations


def filled(text: str, levels: Mapping[str, str]) -> str:
    """The text with "{factor}" replaced by the level of that factor."""
    for factor, level in levels.items():
        text = text.replace("{" + factor + "}", level)
    return text


def _of_ladder(study: Study, ladder: Ladder, place: int) -> list[DeclaredFamily]:
    """Serial combinations of all steps, then the concurrent ones of the steps asked for."""
    found = []
    for levels in every_combination(ladder.each):
        combinations = climb(ladder, changed(changed(first_combination(study), ladder.base), levels))
        chosen = [
            combination
            for step, combination in zip(ladder.steps, combinations, strict=True)
            if step.name in ladder.concurrent_at
        ]
        concurrent = [changed(combination, ladder.concurrent) for combination in chosen]
        found.append(
            DeclaredFamily(
                place=f"ladders[{place}]",
                name=filled(ladder.name, levels),
                question=filled(ladder.question, levels),
                kind="ladder",
                combinations=(*combinations, *concurrent),
                metric=study.metric,
                margin=study.margin if ladder.margin is None else ladder.margin,
            )
        )
    return found


def _of_request(study: Study, request: FamilyRequest, place: int) -> list[DeclaredFamily]:
    return [
        DeclaredFamily(
            place=f"families[{place}]",
            name=filled(request.name, levels),
            question=filled(request.question, levels),
            kind=request.kind,
            combinations=tuple(
                changed(changed(first_combination(study), levels), variant) for variant in request.variants
            ),
            metric=request.metric or study.metric,
            margin=study.margin if request.margin is None else request.margin,
            rounds=None if request.rounds is None else Rounds(request.rounds, request.rounds),
            quick=request.quick,
        )
        for levels in every_combination(request.each)
    ]
