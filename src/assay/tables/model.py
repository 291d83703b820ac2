"""A tidy table: columns of equal length, each with its unit and meaning; numbers are unrounded, the unknown is None."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct


class Column(Struct, frozen=True):
    """One variable of a table."""

    name: str
    kind: str  # text | integer | number | yes_no
    meaning: str  # one line, for the documentation and the workbook
    values: Sequence[Any]  # a list or tuple (None = unknown), or a numpy array, masked where something is unknown
    unit: str = ""  # ns | bytes | share | ratio | "" where it has none, or its name says it

    @property
    def plain(self) -> list[Any]:
        """The values as Python's own, None where unknown: also of a numpy array."""
        return self.values.tolist() if hasattr(self.values, "tolist") else list(self.values)


class Table(Struct, frozen=True):
    """One kind of thing a run holds, a row each."""

    name: str  # also the name of its file: "trials"
    meaning: str  # what a row is
    columns: tuple[Column, ...]

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(self.columns[0].values) if self.columns else 0

    def column(self, name: str) -> Column:
        """The column of this name."""
        return next(one for one in self.columns if one.name == name)
