"""Parquet: each table typed, null for what is unknown, units and meanings in the file itself."""

import json
from pathlib import Path

import polars
import pytest

from assay.export.catalogue import FORMATS
from assay.tables.catalogue import TABLES
from tests.tables.made_several import commands, probes, two_machines

TYPES = {"text": polars.String, "integer": polars.Int64, "number": polars.Float64, "yes_no": polars.Boolean}


@pytest.mark.parametrize("made", [commands, probes, two_machines])
def test_every_table_with_rows_comes_back_as_it_was(made, tmp_path: Path) -> None:
    written = FORMATS["parquet"].write(made(), tmp_path)
    names = [name for name, make in TABLES.items() if make(made()).rows]
    assert [one.name for one in written] == [f"{name}.parquet" for name in names] + ["columns.csv"]
    for name in names:
        table = TABLES[name](made())
        frame = polars.read_parquet(tmp_path / "tables" / f"{name}.parquet")
        assert dict(frame.schema) == {one.name: TYPES[one.kind] for one in table.columns}
        assert frame.to_dict(as_series=False) == {one.name: one.plain for one in table.columns}


def test_the_file_says_what_its_rows_and_columns_are(tmp_path: Path) -> None:
    FORMATS["parquet"].write(commands(), tmp_path)
    told = polars.read_parquet_metadata(tmp_path / "tables" / "trials.parquet")
    assert told["assay.table"] == TABLES["trials"](commands()).meaning
    column = json.loads(told["assay.columns"])["process_wall_ns"]
    assert column == {"kind": "number", "unit": "ns", "meaning": "time from starting the process to collecting it"}
