"""How a table is put together: each column is declared once, with its unit, its meaning and where its values come from.

In: what each run has a row of. Out: a `Table`, with the column `machine` in front where there are several runs.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

from msgspec import Struct

from assay.analysis.model import Estimate, Metric
from assay.analysis.several import MachineRun, Several
from assay.tables.model import Column, Table

MACHINE = ("machine", "text", "which machine, or which run of it")


class Field(Struct, frozen=True):
    """A column before it has values."""

    name: str
    kind: str  # text | integer | number | yes_no
    meaning: str
    of: Callable[[Any], Any]  # a row -> its value; None = unknown
    unit: str = ""


def field(name: str, kind: str, meaning: str, unit: str = "", of: Callable[[Any], Any] | str = "") -> Field:
    """A column whose value is an attribute of a row (the column's own name, or the path given), or a function of it."""
    read = of if callable(of) else attrgetter(of or name)
    return Field(name, kind, meaning, read, unit)


def estimate_fields(name: str, meaning: str, unit: str = "ratio", path: str = "") -> tuple[Field, ...]:
    """Three columns of one `Estimate` or `Metric`: its value, and the ends of its interval."""
    get = attrgetter(path or name)

    def part(which: str) -> Callable[[Any], Any]:
        return lambda row: _part(get(row), which)

    return (
        Field(name, "number", meaning, part("value"), unit),
        Field(f"{name}_low", "number", f"lower end of the interval of {name}", part("low"), unit),
        Field(f"{name}_high", "number", f"upper end of the interval of {name}", part("high"), unit),
    )


def caveats_field() -> Field:
    """The doubts of a row, in one text."""
    return Field("caveats", "text", "doubts that travel with this row, joined by '; '", lambda row: joined(row.caveats))


def table_of(
    name: str, meaning: str, several: Several, rows_of: Callable[[MachineRun], Iterable[Any]], fields: Sequence[Field]
) -> Table:
    """The table of all runs, one below the other in their order."""
    rows = [(run.machine, row) for run in several.runs for row in rows_of(run)]
    columns = [_column(one, [one.of(row) for _, row in rows]) for one in fields]
    if len(several.runs) > 1:
        columns.insert(0, Column(*MACHINE, [machine for machine, _ in rows]))
    return Table(name, meaning, tuple(columns))


def _column(one: Field, values: list[Any]) -> Column:
    """What is not a number, or is beyond all of them, is unknown."""
    if one.kind == "number":
        values = [value if value is not None and math.isfinite(value) else None for value in values]
    return Column(one.name, one.kind, one.meaning, values, one.unit)


def joined(texts: Iterable[str]) -> str:
    """Several texts as one value."""
    return "; ".join(texts)


def words(pairs: dict[str, str]) -> str:
    """Settings as they are typed: "lines=1000 to=file"."""
    return " ".join(f"{key}={value}" for key, value in pairs.items())


def _part(one: Estimate | Metric | None, which: str) -> float | None:
    if one is None:
        return None
    if which == "value":
        return one.value if isinstance(one, Estimate) else one.median
    return one.low if which == "low" else one.high
