"""Machines side by side, where there are several: each comparison and each claim over all of them."""

from assay.page.model import Block, Group, Items, Section
from assay.page.sheet import Sheet


def section(sheet: Sheet) -> Section | None:
    """Nothing for one machine."""
    if sheet.alone:
        return None
    several = sheet.several
    blocks: list[Block] = list(sheet.figures("machines"))
    if several.across:
        sentences = tuple(one.sentence for one in several.across)
        blocks.append(Group("across", "Each comparison over all machines", (Items(sentences),)))
    if several.claims:
        sentences = tuple(f"{one.id}: {one.sentence}" for one in several.claims)
        blocks.append(Group("claims-across", "Each claim over all machines", (Items(sentences),)))
    return Section("machines", "Machines side by side", tuple(blocks), "Machines") if blocks else None
