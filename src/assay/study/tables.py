"""Published tables: a source's numbers as plain text, looked up by row and column.

A table is CSV with a header row; its first column names the rows. Cells stay text until a formula asks for a
number, so that a column of remarks can stand beside a column of seconds.
"""

import csv
import io

from msgspec import Struct

from assay.study.shape import meant


class TableError(Exception):
    """A look-up that finds nothing, worded for the person who wrote the formula."""


class Table(Struct, frozen=True):
    """One CSV file of a source."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def cell(self, key: str, column: str) -> float:
        """The number in the row whose first cell is `key`."""
        return self._number(self._row(key), self._position(column))

    def column(self, column: str) -> tuple[float, ...]:
        """All numbers of one column, from top to bottom."""
        position = self._position(column)
        return tuple(self._number(row, position) for row in self.rows)

    def row(self, key: str, prefix: str = "") -> tuple[float, ...]:
        """The numbers of one row, of the columns whose name starts with `prefix`; the row's name is left out."""
        found = self._row(key)
        positions = [i for i, name in enumerate(self.columns) if i > 0 and name.startswith(prefix)]
        if not positions:
            known = ", ".join(self.columns)
            raise TableError(f'table "{self.name}" has no column that starts with "{prefix}"; known are: {known}')
        return tuple(self._number(found, position) for position in positions)

    def _position(self, column: str) -> int:
        if column not in self.columns:
            raise TableError(f'table "{self.name}" has no column "{column}"; {meant(column, list(self.columns))}')
        return self.columns.index(column)

    def _row(self, key: str) -> tuple[str, ...]:
        for row in self.rows:
            if row[0] == key:
                return row
        raise TableError(f'table "{self.name}" has no row "{key}"; {meant(key, [row[0] for row in self.rows])}')

    def _number(self, row: tuple[str, ...], position: int) -> float:
        try:
            return float(row[position])
        except ValueError:
            where = f'table "{self.name}", row "{row[0]}", column "{self.columns[position]}"'
            raise TableError(f'{where}: expected a number, found "{row[position]}"') from None


def parse_table(name: str, text: str) -> Table:
    """A table from the text of its CSV file; raises TableError with every line that does not fit."""
    try:
        lines = list(csv.reader(io.StringIO(text)))
    except csv.Error as trouble:
        raise TableError(f'table "{name}": expected lines of comma-separated cells, found: {trouble}') from None
    if not lines:
        raise TableError(f'table "{name}": expected a header row, found an empty file')
    header, rows = lines[0], lines[1:]
    problems = [
        f'table "{name}", line {number}: expected {len(header)} cells, found {len(row)}'
        for number, row in enumerate(rows, start=2)
        if len(row) != len(header)
    ]
    keys = [row[0] for row in rows if row]
    problems += [
        f'table "{name}": two rows are called "{key}"' for key in sorted({k for k in keys if keys.count(k) > 1})
    ]
    if problems:
        raise TableError("\n".join(problems))
    return Table(name=name, columns=tuple(header), rows=tuple(tuple(row) for row in rows))
