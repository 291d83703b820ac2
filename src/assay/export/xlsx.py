"""report.xlsx: a sheet a question with its chart and raw values, and every table of the run."""

from pathlib import Path

from assay.analysis.several import Several
from assay.export.writing import write_file

NAME = "report.xlsx"


def write(several: Several, folder: Path) -> list[Path]:
    """One file."""
    from assay.workbook.book import write_book

    return [write_file(folder / NAME, lambda stream: write_book(several, stream))]
