"""Where the data are: the files beside this page."""

from assay.page.model import Block, Link, Links, Said, Section
from assay.page.sheet import Sheet

SAID = (
    "Every figure on this page is computed from the record: one line for each trial, never rewritten. Below each chart "
    "stand the rows it was drawn from."
)


def section(sheet: Sheet) -> Section | None:
    """Always there."""
    links = tuple(Link(place, place, what) for place, what in sheet.beside.items())
    blocks: list[Block] = [Said(SAID)]
    if links:
        blocks += [Said("Beside this page, in its folder:"), Links(links, listed=True)]
    return Section("data", "Data", tuple(blocks))
