"""Every table is tidy: columns of one length, each of one kind, with a unit and a meaning; the documents say so too."""

import re
from pathlib import Path

import numpy as np
import pytest

from assay.tables.catalogue import TABLES
from assay.tables.model import Column, Table
from tests.tables.made_several import commands, ladder, probes, two_machines

DOCUMENT = Path(__file__).parents[2] / "docs" / "tables.md"
SECTION = re.compile(r"^## (\w+)\n\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
KINDS: dict[str, type | tuple[type, ...]] = {"text": str, "integer": int, "number": (int, float), "yes_no": bool}
UNITS = {"", "ns", "s", "1/s", "bytes", "share", "ratio"}
MADE = {"commands": commands, "probes": probes, "ladder": ladder, "two machines": two_machines}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("made", MADE)
def test_columns_are_of_one_length_and_hold_what_they_say(name: str, made: str) -> None:
    table = TABLES[name](MADE[made]())
    assert table.name == name
    for column in table.columns:
        assert len(column.values) == len(column.plain) == table.rows
        kinds = {type(value) for value in column.plain} - {type(None)}
        allowed = KINDS[column.kind]
        assert kinds <= set(allowed if isinstance(allowed, tuple) else (allowed,)), column.name


@pytest.mark.parametrize("name", TABLES)
def test_every_column_has_a_name_of_its_own_a_known_unit_and_one_line_of_meaning(name: str) -> None:
    table = TABLES[name](probes())
    names = [one.name for one in table.columns]
    assert len(set(names)) == len(names)
    for one in table.columns:
        assert one.unit in UNITS
        assert one.meaning
        assert "\n" not in one.meaning
        assert one.unit == "ns" or not one.name.endswith("_ns")
        assert one.unit == "bytes" or not one.name.endswith("_bytes")


def test_some_run_fills_every_table() -> None:
    filled = {name for make in MADE.values() for name, table in TABLES.items() if table(make()).rows}
    assert filled == set(TABLES) - {"claims", "skipped"}  # these come from a study's text: see test_findings_tables


@pytest.mark.parametrize("name", TABLES)
def test_the_machine_stands_in_front_where_there_are_several_and_only_there(name: str) -> None:
    alone, both = TABLES[name](commands()), TABLES[name](two_machines())
    assert "machine" not in [one.name for one in alone.columns]
    assert both.columns[0].name == "machine"
    assert [one.name for one in both.columns[1:]] == [one.name for one in alone.columns]
    assert both.columns[0].plain == ["machine A"] * alone.rows + ["machine B"] * alone.rows


def test_a_number_that_is_none_is_unknown() -> None:
    column = Column("x", "number", "a number", np.ma.masked_array([1.5, 0.0], [False, True]))
    assert column.plain == [1.5, None]
    assert Column("x", "number", "a number", (1, None)).plain == [1, None]


def section(table: Table) -> str:
    """What the document says of a table."""
    rows = [f"| `{one.name}` | {one.kind} | {one.unit} | {one.meaning} |" for one in table.columns]
    return "\n".join(
        [f"A row: {table.meaning}.\n", "| column | kind | unit | meaning |", "| --- | --- | --- | --- |", *rows]
    )


def test_the_document_tells_of_every_table_and_of_every_column(pytestconfig: pytest.Config) -> None:
    fresh = {name: section(make(probes())) for name, make in TABLES.items()}
    text = DOCUMENT.read_text()
    if pytestconfig.getoption("--bless"):
        start = text.partition("\n## ")[0].rstrip("\n")
        text = "\n\n".join([start, *(f"## {name}\n\n{body}" for name, body in fresh.items())]) + "\n"
        DOCUMENT.write_text(text)
    found = {name: body.strip("\n") for name, body in SECTION.findall(text)}
    assert found == fresh, "docs/tables.md is older than the tables; run pytest tests/tables --bless"
