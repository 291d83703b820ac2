"""The published claim that was measured here: its ruling, and how sure that is."""

from assay.page.first import answer_blocks
from assay.page.model import Section
from assay.page.sheet import Sheet, each_run


def section(sheet: Sheet) -> Section | None:
    """Nothing where no claim was measured."""
    blocks = each_run(sheet, "answer", answer_blocks)
    return Section("answer", "The answer, and how sure it is", blocks, "Answer in full") if blocks else None
