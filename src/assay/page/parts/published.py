"""The source's own tables, and the same measured here."""

from collections.abc import Iterator, Sequence

from assay.page.from_lines import blocks_of
from assay.page.model import Block, Group, Section
from assay.page.sheet import Sheet, Told, each_run
from assay.report.layout import Line
from assay.report.published import published_lines


def section(sheet: Sheet) -> Section | None:
    """Nothing where the study names none."""
    blocks = each_run(sheet, "published", _of)
    return Section("published", "Their tables, and the same measured here", blocks, "Their tables") if blocks else None


def _of(one: Told) -> tuple[Block, ...]:
    """Bars made of letters are left to the terminal: the tables hold the same figures."""
    lines = [line for line in published_lines(one.findings) if line.cells or not (line.table or _of_bars(line))]
    return tuple(_parts(lines[2:], f"{one.mark}published")) if lines else ()


def _of_bars(line: Line) -> bool:
    return line.text.startswith("Figure ")


def _parts(lines: Sequence[Line], stem: str) -> Iterator[Block]:
    """Each table below its title; remarks after them."""
    for number, part in enumerate(_apart(lines), 1):
        if any(line.cells for line in part):
            yield Group(f"{stem}-{number}", part[0].text, blocks_of(part[1:], part[0].text))
        else:
            yield from blocks_of(part)


def _apart(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """What stands between blank lines."""
    part: list[Line] = []
    for line in [*lines, Line()]:
        if line.text or line.cells:
            part.append(line)
        elif part:
            yield part
            part = []
