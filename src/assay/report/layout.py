"""Lines of a terminal screen: wrapped to a width, with a label at the right edge, coloured or plain.

Everything is made as plain text first, so that colour can never carry something the text does not say.
"""

import textwrap
from collections.abc import Iterable, Sequence

from msgspec import Struct

NARROWEST, WIDEST = 80, 120
GAP = 3
STYLES = {
    "bold": "1",
    "dim": "2",
    "FASTER": "1;32",
    "LOWER": "1;32",
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
    style: str = ""  # key of STYLES
    indent: int = 0
    hang: int = 2  # further indent of the lines after the first
    table: bool = False  # never wrapped


def to_text(lines: Iterable[Line], width: int, *, color: bool) -> str:
    """All lines as one string without a final line break."""
    return "\n".join(row for line in lines for row in _rows(line, columns_of(width), color=color))


def columns_of(width: int) -> int:
    """The width that is used where this one is there."""
    return max(NARROWEST, min(WIDEST, width))


def table(rows: Sequence[Sequence[str]], indent: int = 2) -> list[Line]:
    """Columns as wide as their widest cell; numbers to the right, the first column and intervals to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    found = []
    for row in rows:
        cells = [_cell(text, width, column) for column, (text, width) in enumerate(zip(row, widths, strict=True))]
        found.append(Line((" " * GAP).join(cells).rstrip(), indent=indent, table=True))
    return found


def _cell(text: str, width: int, column: int) -> str:
    return text.ljust(width) if column == 0 or text.startswith("[") or not _numeric(text) else text.rjust(width)


def _numeric(text: str) -> bool:
    return not text or text[0].isdigit() or text in ("-", "ratio") or "/" in text or text[0] in "<-"


def _rows(line: Line, width: int, *, color: bool) -> list[str]:
    if not line.text:
        return [""]
    rows = [" " * line.indent + line.text] if line.table else _wrapped(line, width)
    styled = [_styled(row, line.style, color=color) for row in rows]
    if line.label:
        styled[0] += " " * (width - len(rows[0]) - len(line.label)) + _styled(line.label, line.label, color=color)
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
    return wrapper.wrap(text)


def _styled(text: str, style: str, *, color: bool) -> str:
    code = STYLES.get(style, "")
    return f"\x1b[{code}m{text}\x1b[0m" if color and code else text
