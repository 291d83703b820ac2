"""Lines of a terminal screen: wrapped to a width, with a label at the right edge, coloured or plain.

Everything is made as plain text first, so that colour can never carry something the text does not say.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

NARROWEST, WIDEST = 80, 120
UNBOUND = 100_000
"""The width for a reader whose tables need not fit into columns of letters: nothing is shortened or left away."""
GAP = 3
NUMBER = re.compile(r"|-|unknown|[\d,.]+( (ns|us|ms|s|B|KiB|MiB|GiB)( an? \w+)?)?")
"""What stands in a column of numbers."""
GLUE = "\N{NO-BREAK SPACE}"
TOGETHER = re.compile(r"(?<=\d) (?=(?:%|s|ms|us|ns|min|MB|KiB|MiB|GiB)(?:\W|$))|(?<=\d,) (?=[\d.]+\])")
"""Spaces where no line may end: between a number and its unit, and within [1.964, 1.975]."""
NAME_LENGTHS = (40, 24, 20, 16, 12, 8)
STYLES = {
    "bold": "1",
    "dim": "2",
    "FASTER": "1;32",
    "LOWER": "1;32",
    "HOLDS": "1;32",
    "SLOWER": "1;31",
    "HIGHER": "1;31",
    "NO DIFFERENCE": "1;36",
    "CANNOT TELL": "1;33",
    "NO VERDICT": "1;33",
    "SIMULATED": "1;35",
    "green": "32",
    "yellow": "33",
    "red": "31",
}


class Line(Struct, frozen=True):
    """One thing said: as many lines as it needs."""

    text: str = ""
    more: tuple[str, ...] = ()  # what follows the text, each piece kept on one line where it fits on one
    joint: str = " | "  # between the pieces
    label: str = ""  # at the right edge of the first line
    label_style: str = ""  # key of STYLES; "" = the label is its own key
    style: str = ""  # key of STYLES
    indent: int = 0
    hang: int = 2  # further indent of the lines after the first
    table: bool = False  # never wrapped
    cells: tuple[str, ...] = ()  # of a table's row: what the text was made from
    heading: bool = False  # the first row of a table


def to_text(lines: Iterable[Line], width: int, *, color: bool) -> str:
    """All lines as one string without a final line break."""
    return "\n".join(row for line in lines for row in _rows(line, columns_of(width), color=color))


def columns_of(width: int) -> int:
    """The width that is used where this one is there."""
    return width if width == UNBOUND else max(NARROWEST, min(WIDEST, width))


def table(rows: Sequence[Sequence[str]], indent: int = 2) -> list[Line]:
    """Columns as wide as their widest cell, those of numbers to the right; the first row is the heading."""
    columns = list(zip(*rows, strict=True))
    aligned = zip(*(_column(column) for column in columns), strict=True)
    return [
        Line((" " * GAP).join(row).rstrip(), indent=indent, table=True, cells=tuple(cells), heading=number == 0)
        for number, (row, cells) in enumerate(zip(aligned, rows, strict=True))
    ]


def fitting_table(rows_with: Callable[[int], Sequence[Sequence[str]]], width: int) -> list[Line]:
    """The table with names as long as the width allows; `rows_with` makes its rows for a longest name."""
    if width == UNBOUND:
        return table(rows_with(UNBOUND))
    for longest in NAME_LENGTHS:
        lines = table(rows_with(longest))
        if fits(lines, width):
            break
    return lines


def fits(lines: Iterable[Line], width: int) -> bool:
    """Whether these rows of a table can stand in this width."""
    return all(line.indent + len(line.text) <= columns_of(width) for line in lines)


def on_one_row(line: Line, width: int) -> bool:
    """Whether the text and all that follows it stand side by side in this width."""
    return len(_wrapped(line, columns_of(width))) == 1


def shortened(name: str, longest: int) -> str:
    """The name, its middle left out where it is longer: what tells commands apart is often at the end."""
    if len(name) <= longest:
        return name
    end = longest // 2
    return f"{name[: longest - end - 1]}\N{HORIZONTAL ELLIPSIS}{name[-end:]}"


def _column(cells: Sequence[str]) -> list[str]:
    width = max(map(len, cells))
    numbers = all(NUMBER.fullmatch(cell) for cell in cells[1:])
    return [cell.rjust(width) if numbers else cell.ljust(width) for cell in cells]


def _rows(line: Line, width: int, *, color: bool) -> list[str]:
    if not line.text:
        return [""]
    rows = [" " * line.indent + line.text] if line.table else _wrapped(line, width)
    styled = [_styled(row, line.style, color=color) for row in rows]
    if line.label:
        styled[0] += " " * (width - len(rows[0]) - len(line.label)) + _styled(
            line.label, line.label_style or line.label, color=color
        )
    return styled


def _wrapped(line: Line, width: int) -> list[str]:
    """The text, then each further piece on the same row if it fits there, else on a row of its own."""
    first, later = " " * line.indent, " " * (line.indent + line.hang)
    room = width - len(line.label) - GAP if line.label else width
    rows = _wrap(line.text, room, first, later)
    for piece in line.more:
        longer = rows[-1] + line.joint + piece
        if len(longer) <= (room if len(rows) == 1 else width):
            rows[-1] = longer
        else:
            rows += _wrap(piece, width, later, later)
    return rows


def _wrap(text: str, room: int, first: str, later: str) -> list[str]:
    wrapper = textwrap.TextWrapper(room, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)
    return [row.replace(GLUE, " ") for row in wrapper.wrap(TOGETHER.sub(GLUE, text))]


def _styled(text: str, style: str, *, color: bool) -> str:
    code = STYLES.get(style, "")
    return f"\x1b[{code}m{text}\x1b[0m" if color and code else text
