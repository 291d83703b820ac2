"""Every chart of a report as a picture by itself: SVG, PNG or PDF, in the folder charts."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from assay.analysis.several import Several
from assay.charts.model import Chart
from assay.export.catalogue import Told
from assay.export.writing import write_file

FOLDER = "charts"
MOST_AT_ONCE = 8
"""Pictures that are drawn side by side: what takes the time is measuring the words in them."""
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
    """Drawn side by side and written in their order, each as soon as it is there."""
    from assay.charts.catalogue import charts_of

    suffix, draw = how
    charts = charts_of(several)
    written: list[Path] = []
    threads = ThreadPoolExecutor(min(MOST_AT_ONCE, os.cpu_count() or 1))
    try:
        told(0, len(charts))
        for chart, picture in zip(charts, threads.map(draw, charts), strict=True):
            written.append(write_file(folder / f"{chart.name}{suffix}", picture))
            told(len(written), len(charts))
    finally:
        threads.shutdown(cancel_futures=True)  # after Ctrl-C or on a full disk nothing more is drawn
    return written
