"""The report as one HTML file that needs no network."""

from pathlib import Path

from assay.analysis.several import Several
from assay.export.catalogue import Told
from assay.export.writing import write_file
from assay.page import render
from assay.store.reader import RECORDS

NAME = "report.html"
BESIDE = {
    RECORDS: "the record: a header with the study, the plan and the machine, then a line for each trial",
    "report.json": "everything on this page for programs",
    "report.xlsx": "a workbook, a sheet for each question",
    "report.md": "one screen, to paste",
    "report.txt": "the screen of the terminal",
}


def write(several: Several, folder: Path, told: Told) -> list[Path]:
    """report.html below the folder; it points at files of the report that lie there already."""
    return [write_file(folder / NAME, render(several, beside(several, folder), told))]


def beside(several: Several, folder: Path) -> dict[str, str]:
    """What there is to point at, by its place below the folder."""
    found = {name: what for name, what in BESIDE.items() if (folder / name).is_file()}
    return found | {place: what for place, what in _tables(several).items() if (folder / place).is_file()}


def _tables(several: Several) -> dict[str, str]:
    from assay.tables.catalogue import TABLES

    return {f"tables/{name}.csv": f"{name}, as a table" for name in TABLES}
