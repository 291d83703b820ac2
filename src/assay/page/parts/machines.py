"""Machines side by side, where there are several."""

from assay.page.figures import figure_of
from assay.page.model import Section
from assay.page.sheet import Sheet


def section(sheet: Sheet) -> Section | None:
    """Nothing for one machine."""
    figures = tuple(figure_of(chart, sheet.beside) for chart in sheet.charts_of("machines"))
    return Section("machines", "Machines side by side", figures) if figures else None
