"""Each table as CSV, to open anywhere: RFC 4180, UTF-8, numbers unrounded, nothing where a value is unknown.

Beside the tables lies columns.csv with the kind, the unit and the meaning of every column in them.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import structs

from assay.analysis.several import Several
from assay.export.writing import write_file
from assay.tables.catalogue import TABLES
from assay.tables.model import Column, Table

FOLDER = "tables"
COLUMNS, HEADS = "columns.csv", ("table", "column", "kind", "unit", "meaning")
BLOCK = 10_000
"""Rows that are turned into text at a time: a million of them never are Python's own numbers together."""
WORDS = {True: "true", False: "false"}


def write(several: Several, folder: Path) -> list[Path]:
    """tables/<name>.csv for each table that has rows, and tables/columns.csv."""
    place = folder / FOLDER
    tables = (make(several) for make in TABLES.values())
    return write_tables(tables, lambda table: write_table(table, place), place)


def write_tables(tables: Iterable[Table], write_one: Callable[[Table], Path], place: Path) -> list[Path]:
    """A file for each table that has rows, one table after the other, and columns.csv that explains them."""
    written, columns = [], []
    for table in tables:
        if table.rows:
            written.append(write_one(table))
            columns += [(table.name, one.name, one.kind, one.unit, one.meaning) for one in table.columns]
    return [*written, write_file(place / COLUMNS, csv_text([HEADS, *columns]))]


def write_table(table: Table, place: Path) -> Path:
    """One table below a folder."""
    return write_file(place / f"{table.name}.csv", _Rows(table))


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """A few rows as one text."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue()


class _Rows:
    """Writes a table to an open file, block by block."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __call__(self, stream: BinaryIO) -> None:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        writer = csv.writer(text)
        writer.writerow([one.name for one in self._table.columns])
        for start in range(0, self._table.rows, BLOCK):
            writer.writerows(_block(self._table.columns, start))
        text.detach()  # writes what is left, and leaves the file open


def _block(columns: Sequence[Column], start: int) -> Iterator[tuple[Any, ...]]:
    """So many rows from this one on."""
    parts = [structs.replace(one, values=one.values[start : start + BLOCK]) for one in columns]
    return zip(*(_texts(one) if one.kind == "yes_no" else one.plain for one in parts), strict=True)


def _texts(column: Column) -> list[str]:
    return [WORDS.get(value, "") for value in column.plain]
