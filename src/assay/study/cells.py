"""What a study's families and ladders stand for: cells, each with one level for every factor.

Pure and without the machine: sweeps over workers are still expressions here.
"""

from collections.abc import Mapping, Sequence
from itertools import product

from msgspec import Struct

from assay.study.model import FamilyRequest, Ladder, Level, Study

Cell = dict[str, str]
"""Factor -> level, as text."""


class CellFamily(Struct, frozen=True):
    """Cells to be run in the same rounds."""

    place: str  # where in the file it comes from
    name: str
    question: str
    kind: str  # comparison | ladder | scaling
    cells: tuple[Cell, ...]
    metric: str
    margin: float


def cell_families(study: Study) -> tuple[CellFamily, ...]:
    """Every family of a study, ladders first, in the order of the file."""
    ladders = [part for place, ladder in enumerate(study.ladders, 1) for part in _of_ladder(study, ladder, place)]
    families = [part for place, request in enumerate(study.families, 1) for part in _of_request(study, request, place)]
    return (*ladders, *families)


def first_cell(study: Study) -> Cell:
    """The cell that holds where nothing else is said: the first level of every factor."""
    return {factor: str(levels[0]) for factor, levels in study.factors.items() if levels}


def combinations(each: Mapping[str, Sequence[Level]]) -> list[Cell]:
    """Every combination of the levels, the last factor changing fastest; one empty one where there are none."""
    return [dict(zip(each, map(str, levels), strict=True)) for levels in product(*each.values())]


def changed(cell: Cell, change: Mapping[str, Level]) -> Cell:
    """The cell after a change."""
    return cell | {factor: str(level) for factor, level in change.items()}


def climb(ladder: Ladder, start: Cell) -> list[Cell]:
    """The cell of each step: the one before with the step's change."""
    cells: list[Cell] = []
    for step in ladder.steps:
        cells.append(changed(cells[-1] if cells else start, step.change))
    return cells


def filled(text: str, levels: Mapping[str, str]) -> str:
    """The text with "{factor}" replaced by the level of that factor."""
    for factor, level in levels.items():
        text = text.replace("{" + factor + "}", level)
    return text


def _of_ladder(study: Study, ladder: Ladder, place: int) -> list[CellFamily]:
    """Serial cells of all steps, then the concurrent ones of the steps asked for."""
    found = []
    for levels in combinations(ladder.each):
        cells = climb(ladder, changed(changed(first_cell(study), ladder.base), levels))
        chosen = [cell for step, cell in zip(ladder.steps, cells, strict=True) if step.name in ladder.concurrent_at]
        concurrent = [changed(cell, ladder.concurrent) for cell in chosen]
        found.append(
            CellFamily(
                place=f"ladders[{place}]",
                name=filled(ladder.name, levels),
                question=filled(ladder.question, levels),
                kind="ladder",
                cells=(*cells, *concurrent),
                metric=study.metric,
                margin=study.margin if ladder.margin is None else ladder.margin,
            )
        )
    return found


def _of_request(study: Study, request: FamilyRequest, place: int) -> list[CellFamily]:
    return [
        CellFamily(
            place=f"families[{place}]",
            name=filled(request.name, levels),
            question=filled(request.question, levels),
            kind=request.kind,
            cells=tuple(changed(changed(first_cell(study), levels), variant) for variant in request.variants),
            metric=request.metric or study.metric,
            margin=study.margin if request.margin is None else request.margin,
        )
        for levels in combinations(request.each)
    ]
