"""CSV that any reader takes: quoted as RFC 4180 asks, numbers unrounded, nothing for what is unknown."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assay.analysis.several import Several
from assay.errors import StoreError, UsageError
from assay.export import csv as export
from assay.export.catalogue import FORMATS
from assay.tables.catalogue import TABLES
from assay.tables.model import Column, Table
from tests.tables.made_several import command_records, commands, probes, several_of, two_machines

READ = {"integer": int, "number": float, "text": str, "yes_no": {"true": True, "false": False}.__getitem__}

ROOT = Path(__file__).parents[2]
FILLING = """
import resource
from assay.errors import StoreError
from assay.export.catalogue import FORMATS
from tests.tables.made_several import commands
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
try:
    FORMATS["{name}"].write(commands(), __import__("pathlib").Path("{folder}"))
except StoreError as told:
    print(told)
"""


def read_back(place: Path, table: Table) -> dict[str, list[object]]:
    with place.open(newline="", encoding="utf-8") as stream:
        heads, *rows = csv.reader(stream)
    kinds = {one.name: READ[one.kind] for one in table.columns}
    columns = zip(*rows, strict=True)
    return {
        name: [kinds[name](text) if text else None for text in texts]
        for name, texts in zip(heads, columns, strict=True)
    }


@pytest.mark.parametrize("made", [commands, probes, two_machines])
def test_every_table_with_rows_comes_back_as_it_was(made, tmp_path: Path) -> None:
    written = FORMATS["csv"].write(made(), tmp_path)
    names = [name for name, make in TABLES.items() if make(made()).rows]
    assert [one.name for one in written] == [f"{name}.csv" for name in names] + ["columns.csv"]
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == sorted(one.name for one in written)
    for name in names:
        table = TABLES[name](made())
        expected = {one.name: [None if value == "" else value for value in one.plain] for one in table.columns}
        assert read_back(tmp_path / "tables" / f"{name}.csv", table) == expected


def test_numbers_are_not_rounded_and_rows_end_as_the_standard_asks(tmp_path: Path) -> None:
    FORMATS["csv"].write(commands(), tmp_path)
    content = (tmp_path / "tables" / "comparisons.csv").read_bytes()
    assert content.count(b"\r\n") == content.count(b"\n") == 1 + len(commands().runs[0].findings.comparisons)
    assert repr(commands().runs[0].findings.comparisons[0].ratio).encode() in content


def test_commas_quotes_line_breaks_and_other_alphabets_survive(tmp_path: Path) -> None:
    texts = ['say "hello", twice', "two\nlines", "größer als π", "", None]
    table = Table(
        "odd", "a text", (Column("text", "text", "any", texts), Column("n", "integer", "any", [1, 2, 3, 4, None]))
    )
    export.write_tables([table], lambda one: export.write_table(one, tmp_path), tmp_path)
    assert read_back(tmp_path / "odd.csv", table)["text"] == [*texts[:3], None, None]


def test_a_table_longer_than_a_block_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "BLOCK", 7)
    table = TABLES["samples"](commands())
    assert table.rows % 7
    export.write_table(table, tmp_path)
    assert read_back(tmp_path / "samples.csv", table)["wall_ns"] == table.column("wall_ns").plain


def test_columns_are_explained_beside_the_tables(tmp_path: Path) -> None:
    FORMATS["csv"].write(commands(), tmp_path)
    with (tmp_path / "tables" / "columns.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    wall = next(row for row in rows if (row["table"], row["column"]) == ("trials", "process_wall_ns"))
    assert (wall["kind"], wall["unit"]) == ("number", "ns")
    assert {row["table"] for row in rows} == {name for name, make in TABLES.items() if make(commands()).rows}


@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_simulated_records_are_refused_and_measured_ones_are_not(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected measured records, found simulated ones"):
        FORMATS[name].write(several_of(command_records(simulated=True)), tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert FORMATS[name].write(commands(), tmp_path)


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_a_folder_that_may_not_be_written_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("a file where the folder should be")
    with pytest.raises(StoreError, match=r"tables.*expected a file that can be written"):
        FORMATS[name].write(commands(), tmp_path)
    assert leftovers(tmp_path) == ["tables"]


@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_a_disk_that_fills_up_leaves_no_half_file(name: str, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: both end a write in the middle."""
    FORMATS[name].write(commands(), tmp_path / "whole")
    sizes = {path.name: path.stat().st_size for path in (tmp_path / "whole" / "tables").iterdir()}
    limit = max(sizes.values()) - 1
    program = FILLING.format(limit=limit, name=name, folder=str(tmp_path / "cut"))
    paths = os.pathsep.join(str(ROOT / folder) for folder in ("src", "."))
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "the disk full; make room" in done.stdout, done.stderr
    left = {path.name: path.stat().st_size for path in (tmp_path / "cut" / "tables").iterdir()}
    assert all(sizes[name] == size for name, size in left.items())
    assert len(left) < len(sizes)


def test_an_export_made_again_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    FORMATS["csv"].write(commands(), tmp_path)
    before = (tmp_path / "tables" / "trials.csv").read_bytes()
    (tmp_path / "tables" / "trials.csv").write_text("something old")
    FORMATS["csv"].write(commands(), tmp_path)
    assert (tmp_path / "tables" / "trials.csv").read_bytes() == before


def test_nothing_is_written_of_a_table_without_rows(tmp_path: Path) -> None:
    nothing: Several = several_of(command_records()[:1])
    written = FORMATS["csv"].write(nothing, tmp_path)
    assert "trials.csv" not in [one.name for one in written]
    assert "machines.csv" in [one.name for one in written]
