"""speed-up = scaling / extra work, and what threads cost besides their work."""

from assay.page.from_lines import blocks_of
from assay.page.model import Block, Group, Section
from assay.page.sheet import Sheet, Told, each_run
from assay.report.budget import budget_lines
from assay.report.ladder_screen import split_lines
from assay.report.layout import UNBOUND, Line
from assay.report.scaling_screen import gate_lines


def section(sheet: Sheet) -> Section | None:
    """Nothing where no work was held against other work, and no price was measured."""
    blocks = each_run(sheet, "speed-up", _of)
    return Section("speed-up", "Scaling and extra work apart", blocks, "Extra work") if blocks else None


def _of(one: Told) -> tuple[Block, ...]:
    findings = one.findings
    return (
        *_titled(split_lines(findings, UNBOUND), f"{one.mark}splits"),
        *blocks_of(gate_lines(findings)),
        *_titled(budget_lines(findings), f"{one.mark}budget"),
    )


def _titled(lines: list[Line], name: str) -> tuple[Block, ...]:
    """Lines whose first one is their heading."""
    said = [line for line in lines if line.text]
    return (Group(name, said[0].text, blocks_of(said[1:], said[0].text)),) if said else ()
