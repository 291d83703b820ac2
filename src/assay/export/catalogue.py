"""The one table of formats that a report can be had in; the command line, its help and the checks read it.

A format is one file of this folder with a public `write(several, folder) -> list[Path]` (those that make many files
take `told` as well, and say how far they are). It puts its files below `folder` with `writing.write_file` and gives
their places. Its libraries are imported inside its functions: to list the formats must cost nothing.
"""

import importlib
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from assay.analysis.several import Several
from assay.errors import UsageError

Told = Callable[[int, int], None]
"""Hears how many files are written, and how many there will be."""


class Format(Struct, frozen=True):
    """One way to take a report along."""

    name: str  # the word for --export
    home: str  # module:function
    what: str  # what comes out, one line for the help
    marks_simulated: bool = False  # says of drawn times that they are; all others refuse them
    many: bool = False  # it takes a while: its function takes `told`
    counted: str = "files"  # what `told` is told of

    def write(self, several: Several, folder: Path, told: Told | None = None) -> list[Path]:
        """All its files below the folder, in the order in which they were written."""
        self.refuse_simulated(several)
        module, _, name = self.home.partition(":")
        write: Callable[..., list[Path]] = getattr(importlib.import_module(module), name)
        return write(several, folder, told or _nobody) if self.many else write(several, folder)

    def refuse_simulated(self, several: Several) -> None:
        """Figures that leave Assay cannot say any more that nothing was measured."""
        drawn = [one for one in several.runs if one.header.simulated]
        if drawn and not self.marks_simulated:
            marked = " or ".join(sorted(one.name for one in FORMATS.values() if one.marks_simulated))
            raise UsageError(
                f"{self.name}: expected measured records, found simulated ones; "
                f"take {marked}, which mark them, or measure: assay run {drawn[0].findings.study}"
            )


def _nobody(done: int, planned: int) -> None:
    """Hears nothing."""


def _table(*formats: Format) -> dict[str, Format]:
    return {one.name: one for one in formats}


FORMATS = _table(
    Format(
        "html",
        "assay.export.html:write",
        "report.html, one file to read and to keep",
        marks_simulated=True,
        many=True,
        counted="charts",
    ),
    Format("json", "assay.export.json:write", "report.json, for programs (schema assay/1)", marks_simulated=True),
    Format("md", "assay.export.markdown:write", "report.md, one screen to paste"),
    Format("csv", "assay.export.csv:write", "tables/<name>.csv, every table, to open anywhere"),
    Format("parquet", "assay.export.parquet:write", "tables/<name>.parquet, every table, typed and compressed"),
    Format("xlsx", "assay.export.xlsx:write", "report.xlsx, a sheet a question with its chart, and every table"),
    Format("svg", "assay.export.pictures:write_svg", "charts/<name>.svg, each chart by itself", many=True),
    Format("png", "assay.export.pictures:write_png", "charts/<name>.png, each chart as pixels", many=True),
    Format("pdf", "assay.export.pictures:write_pdf", "charts/<name>.pdf, each chart to print", many=True),
)
"""Every format, by its word for --export."""
