"""The tables of a run, a sheet each, and one that says what their columns are."""

from collections.abc import Sequence
from typing import Any

from assay.analysis.several import Several
from assay.tables.catalogue import TABLES
from assay.tables.model import Column, Table
from assay.workbook.ink import Ink, Names, set_to_print

MOST_ROWS = 200_000
"""Sheets end at 1,048,576 rows, and become slow long before."""
WIDEST, NARROWEST = 44, 9
LOOKED_AT = 200
"""Rows from which the width of a column is taken."""


def write_tables(book: Any, ink: Ink, names: Names, several: Several) -> list[str]:
    """All of them; gives those that are too long for a sheet, in words."""
    left_out = []
    made = []
    for name, make in TABLES.items():
        table = make(several)
        if table.rows > MOST_ROWS:
            left_out.append(f"{name}: {table.rows:,} rows; take them as CSV or Parquet: --export parquet")
        elif table.rows:
            made.append(table)
            _write_table(book, ink, names.take(name), table)
    _write_meanings(book, ink, names.take("columns"), made)
    return left_out


def _write_table(book: Any, ink: Ink, name: str, table: Table) -> None:
    page = book.add_worksheet(name)
    for number, column in enumerate(table.columns):
        values = column.plain
        heading = (
            f"{column.name} ({column.unit})" if column.unit and not column.name.endswith(column.unit) else column.name
        )
        page.write_string(0, number, heading, ink["heading"])
        page.set_column(number, number, _width(heading, values))
        for row, value in enumerate(values, 1):
            write_value(page, row, number, value)
    page.freeze_panes(1, 0)
    page.autofilter(0, 0, table.rows, len(table.columns) - 1)
    page.repeat_rows(0)
    set_to_print(page, f"{name}: {table.meaning}", pages_high=0)


def _heading(column: Column) -> str:
    """With its unit, where the name does not end with it."""
    return column.name if column.name.endswith(column.unit) else f"{column.name} ({column.unit})"


def write_value(page: Any, row: int, column: int, value: Any) -> None:
    """Unknown stays empty; text never becomes a formula or a link."""
    if value is None:
        return
    if isinstance(value, bool):
        page.write_boolean(row, column, value)
    elif isinstance(value, int | float):
        page.write_number(row, column, value)
    else:
        page.write_string(row, column, str(value)[:32_767])


def _width(heading: str, values: Sequence[Any]) -> int:
    longest = max((len(str(value)) for value in values[:LOOKED_AT] if value is not None), default=0)
    return max(NARROWEST, min(WIDEST, max(longest, len(heading)) + 2))


def _write_meanings(book: Any, ink: Ink, name: str, tables: Sequence[Table]) -> None:
    page = book.add_worksheet(name)
    for number, (heading, width) in enumerate((("sheet", 16), ("column", 24), ("unit", 10), ("meaning", 110))):
        page.write_string(0, number, heading, ink["heading"])
        page.set_column(number, number, width)
    rows = [(table.name, one.name, one.unit, one.meaning) for table in tables for one in table.columns]
    for row, cells in enumerate(rows, 1):
        for number, text in enumerate(cells):
            page.write_string(row, number, text)
    page.freeze_panes(1, 0)
    page.repeat_rows(0)
    set_to_print(page, "what each column holds", pages_high=0)
