"""The lines of a screen as blocks of a page: sentences, real tables and remarks, in the words of the screen."""

import re
from collections.abc import Iterator, Sequence

from assay.page.model import Block, Grid, Items, Said, Sentence
from assay.report.layout import Line

NAMES = ("goes with", "output", "machine", "carry-over", "asked")
"""Remarks of the screen of commands that say in their first words what they are about."""
FIGURE = re.compile(
    r"|-|unknown|(under |about )?[\d,.]+(x|( (ns|us|ms|s|min|h|B|KiB|MiB|GiB|%)( an? \w+)?))?"
    r"( (%|to) ?[\d,.]*)?( \[[\d,.]+, [\d,.]+\])?|\[[\d,.]+, [\d,.]+\]|[\d.,]+x = [\d.,]+ / [\d.,]+"
)
"""A cell of a column of figures: a number with its unit, an interval, or both."""


def blocks_of(lines: Sequence[Line], caption: str = "") -> tuple[Block, ...]:
    """One after the other; rows of one table become one table with this caption."""
    return tuple(_blocks(lines, caption))


def _blocks(lines: Sequence[Line], caption: str) -> Iterator[Block]:
    """Rows are gathered until a row is none or begins a table, remarks until a line is none."""
    rows: list[Line] = []
    notes: list[str] = []
    for line in [*lines, Line(style="end")]:
        if rows and (not line.cells or line.heading):
            yield grid_of([row.cells for row in rows], caption)
            rows = []
        if notes and (line.cells or line.label or line.style):
            yield Items(tuple(notes), notes=True)
            notes = []
        if line.cells:
            rows.append(line)
        elif line.label:
            yield Sentence(line.text, line.label, " ".join(line.more))
        elif line.style and line.text:
            yield Said(line.text)
        elif line.text:
            notes.append("; ".join((line.text.strip(), *line.more)))


def grid_of(rows: Sequence[Sequence[str]], caption: str) -> Grid:
    """The first row is the heading; columns without a word are left away."""
    kept = [place for place, cells in enumerate(zip(*rows, strict=True)) if any(cells)]
    heading, *body = [tuple(row[place] for place in kept) for row in rows]
    columns = list(zip(*body, strict=True)) if body else [() for _ in heading]
    numeric = tuple(place > 0 and all(map(FIGURE.fullmatch, cells)) for place, cells in enumerate(columns))
    return Grid(caption, heading, tuple(body), numeric, spoken_only=True)


def named_apart(lines: Sequence[Line]) -> tuple[list[Line], tuple[tuple[str, tuple[str, ...]], ...]]:
    """The verdict and its table; and the remarks after them, each below its name."""
    start = next((place for place, line in enumerate(lines) if _name_of(line.text)), len(lines))
    named: list[tuple[str, list[str]]] = []
    for line in lines[start:]:
        for piece in (line.text, *line.more):
            name = _name_of(piece)
            if name:
                named.append((name, [piece.removeprefix(f"{name}: ")]))
            else:
                named[-1][1].append(piece)
    return list(lines[:start]), tuple((name, tuple(texts)) for name, texts in named)


def _name_of(text: str) -> str:
    return next((name for name in NAMES if text.startswith(f"{name}: ")), "")
