"""How values spread: the typical run, and the tail beside it."""

from assay.page.model import Said, Section
from assay.page.sheet import Sheet

READING = (
    "A ratio of typical runs says nothing about rare slow ones. If a change made one run in ten take a fifth "
    "longer, the typical run would hardly move; so the spread and the tail are shown beside it."
)


def section(sheet: Sheet) -> Section | None:
    """Nothing where nothing was measured."""
    figures = sheet.many_figures("distributions")
    if not figures:
        return None
    return Section(
        "distributions", "Distributions: the typical run, and the tail", (Said(READING), *figures), "Distributions"
    )
