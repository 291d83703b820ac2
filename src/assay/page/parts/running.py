"""How the variants ran: concurrent or parallel, who did how much, and what the first call in a process took."""

from assay.page.from_lines import blocks_of
from assay.page.model import Block, Section
from assay.page.sheet import Sheet, Told, each_run
from assay.report.running_screen import first_call_lines, running_lines


def section(sheet: Sheet) -> Section | None:
    """Nothing where no variant had workers."""
    figures = sheet.many_figures("running")
    blocks = (*figures, *each_run(sheet, "running", _of))
    return Section("running", "How they ran, and how fairly", blocks, "How they ran") if blocks else None


def _of(one: Told) -> tuple[Block, ...]:
    findings, names = one.findings, one.names
    return (
        *blocks_of(running_lines(findings, names), "How the variants ran that no table above has told of"),
        *blocks_of(first_call_lines(findings, names), "The first call of the work in a process, and the later ones"),
    )
