"""What stands on a sheet of a question before it is written: columns, rows, formulas, and one chart over them."""

from typing import Any

from msgspec import Struct


class Ref(Struct, frozen=True):
    """A cell that a formula names: of this row, or of another variant's row of the same machine and family."""

    key: str  # of a column; RAW = all raw values of the variant
    variant: str = ""  # "" = this row's own


RAW = "raw"
"""Names the values of all rounds, further below on the same sheet."""


class Formula(Struct, frozen=True):
    """A formula, and the value it has: programs that do not calculate on opening show that."""

    text: str  # "MEDIAN({0})": places of refs
    refs: tuple[Ref, ...]
    value: float


class Column(Struct, frozen=True):
    """One column of the table of a question."""

    key: str
    heading: str
    form: str = "text"  # text | words (many of them) | ratio | share | time | count


class Row(Struct, frozen=True):
    """One variant as it was found in one family on one machine."""

    machine: str
    family: str
    variant: str
    name: str
    cells: dict[str, Any]  # key of a column -> text, number, Formula or None


class Bars(Struct, frozen=True):
    """The chart: a bar a row, with its interval."""

    title: str
    axis: str
    value: str  # keys of columns
    low: str = ""
    high: str = ""
    beside: tuple[tuple[str, str], ...] = ()  # further bars: key of the column and what it is called
    crossing: float | None = None  # where bars begin, if not at 0


class Sheet(Struct, frozen=True):
    """The table of one question."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    bars: Bars | None
    metric: str  # of the raw values
    factor: float  # a raw value divided by this stands in its cell
    unit: str  # of these cells: "ms"
    notes: tuple[str, ...] = ()
