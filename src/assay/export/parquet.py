"""Each table as Parquet, for polars, pandas, DuckDB, R and the like: typed, compressed, null where a value is unknown.

The file's own metadata hold what a row is ("assay.table"), and as JSON the unit and the meaning of each column
("assay.columns"); columns.csv says the same for readers that look at no metadata.
"""

import io
import json
from pathlib import Path

from assay.analysis.several import Several
from assay.export.csv import FOLDER, write_tables
from assay.export.writing import write_file
from assay.tables.catalogue import TABLES
from assay.tables.frame import frame_of
from assay.tables.model import Table


def write(several: Several, folder: Path) -> list[Path]:
    """tables/<name>.parquet for each table that has rows, and tables/columns.csv."""
    place = folder / FOLDER
    tables = (make(several) for make in TABLES.values())
    return write_tables(tables, lambda table: _write_one(table, place), place)


def _write_one(table: Table, place: Path) -> Path:
    """Made in memory, where it is small: polars has words of its own for a full disk."""
    content = io.BytesIO()
    frame_of(table).write_parquet(content, metadata=_metadata(table))
    return write_file(place / f"{table.name}.parquet", content.getvalue())


def _metadata(table: Table) -> dict[str, str]:
    columns = {one.name: {"kind": one.kind, "unit": one.unit, "meaning": one.meaning} for one in table.columns}
    return {"assay.table": table.meaning, "assay.columns": json.dumps(columns)}
