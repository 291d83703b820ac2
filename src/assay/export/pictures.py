"""Every chart of a report as a picture by itself: SVG, PNG or PDF, in the folder charts."""

from collections.abc import Callable
from pathlib import Path

from assay.analysis.several import Several
from assay.charts.model import Chart
from assay.export.catalogue import Told
from assay.export.writing import write_file

FOLDER = "charts"
Draw = Callable[[Chart], bytes | str]


def write_svg(several: Several, folder: Path, told: Told) -> list[Path]:
    """Lines and text; for documents and the web."""
    from assay.charts.draw import svg

    return _write(several, folder / FOLDER, (".svg", svg), told)


def write_png(several: Several, folder: Path, told: Told) -> list[Path]:
    """Pixels; for slides and messages."""
    from assay.charts.draw import png

    return _write(several, folder / FOLDER, (".png", png), told)


def write_pdf(several: Several, folder: Path, told: Told) -> list[Path]:
    """For print and for LaTeX."""
    from assay.charts.draw import pdf

    return _write(several, folder / FOLDER, (".pdf", pdf), told)


def _write(several: Several, folder: Path, how: tuple[str, Draw], told: Told) -> list[Path]:
    from assay.charts.catalogue import charts_of

    suffix, draw = how
    charts = charts_of(several)
    written: list[Path] = []
    for chart in charts:
        told(len(written), len(charts))
        written.append(write_file(folder / f"{chart.name}{suffix}", draw(chart)))
    return written
