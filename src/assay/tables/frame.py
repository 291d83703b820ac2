"""A table as a polars data frame: text, whole numbers, numbers and yes/no, with null where something is unknown."""

from typing import TYPE_CHECKING, Any

import numpy as np

from assay.errors import library_needed
from assay.tables.model import Column, Table

if TYPE_CHECKING:
    import polars

KINDS = {"text": "String", "integer": "Int64", "number": "Float64", "yes_no": "Boolean"}
"""kind of a column -> its type in polars."""


def frame_of(table: Table) -> "polars.DataFrame":
    """All rows and columns of a table."""
    with library_needed("frames"):
        import polars
    return polars.DataFrame([_series(polars, one) for one in table.columns])


def described(table: Table) -> "polars.DataFrame":
    """Its columns instead of its rows: name, kind, unit and meaning of each."""
    with library_needed("frames"):
        import polars
    return polars.DataFrame(
        {name: [getattr(one, name) for one in table.columns] for name in ("name", "kind", "unit", "meaning")}
    )


def _series(library: Any, column: Column) -> "polars.Series":
    """Arrays of numbers go over without an object for each of them."""
    kind = getattr(library, KINDS[column.kind])
    values: Any = column.values
    as_it_is = isinstance(values, np.ndarray) and values.dtype != object
    given = np.ma.getdata(values) if as_it_is else column.plain
    series: polars.Series = library.Series(column.name, given, dtype=kind)
    if not np.ma.is_masked(values):
        return series
    known = library.Series(~np.ma.getmaskarray(values))
    return series.to_frame().select(library.when(known).then(library.col(column.name))).to_series()
