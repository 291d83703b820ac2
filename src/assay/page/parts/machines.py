"""Machines side by side, where there are several."""

from assay.page.model import Section
from assay.page.sheet import Sheet


def section(sheet: Sheet) -> Section | None:
    """Nothing for one machine."""
    figures = sheet.figures("machines")
    return Section("machines", "Machines side by side", figures) if figures else None
