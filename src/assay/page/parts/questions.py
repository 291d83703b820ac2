"""Each question, what came out of it in words, and its charts."""

from collections.abc import Sequence

from assay.charts.model import Chart
from assay.page.from_lines import blocks_of
from assay.page.model import Block, Group, Section
from assay.page.sheet import Sheet, Told, anchor
from assay.report.layout import UNBOUND
from assay.report.questions import in_order, question_block


def section(sheet: Sheet) -> Section | None:
    """Nothing where nothing was asked of a machine."""
    blocks = _of_one(sheet) if sheet.alone else _of_several(sheet)
    return Section("questions", "Questions and answers", blocks, "Questions") if blocks else None


def _of_one(sheet: Sheet) -> tuple[Block, ...]:
    one = sheet.first
    if one.findings.commands:
        return sheet.figures("questions")
    groups = [_question(one, families, sheet) for families in in_order(one.findings)]
    told = {family for families in in_order(one.findings) for family in families}
    rest = [chart for chart in sheet.charts_of("questions") if not told & set(chart.families)]
    return (*(group for group in groups if group), *(sheet.figure(chart) for chart in rest))


def _question(one: Told, families: Sequence[str], sheet: Sheet) -> Group | None:
    lines = question_block(one.findings, families, one.names, UNBOUND)
    charts = [chart for chart in sheet.charts_of("questions") if _is_of(chart, families)]
    if not lines and not charts:
        return None
    question = one.findings.questions[families[0]]
    figures = tuple(sheet.figure(chart, question) for chart in charts)
    return Group(f"{one.mark}question-{anchor(families[0])}", question, (*blocks_of(lines[2:], question), *figures))


def _is_of(chart: Chart, families: Sequence[str]) -> bool:
    """A chart of several questions stands below the first of them."""
    return bool(chart.families) and chart.families[0] in families


def _of_several(sheet: Sheet) -> tuple[Block, ...]:
    """The pictures of all machines, then the words of each."""
    figures = sheet.figures("questions")
    bare = [words_of(one) for one in sheet.told]
    return (*figures, *(group for group in bare if group.blocks))


def words_of(one: Told) -> Group:
    """Every question with what came out of it, without pictures."""
    blocks: list[Block] = []
    for families in in_order(one.findings):
        lines = question_block(one.findings, families, one.names, UNBOUND)
        if lines:
            question = one.findings.questions[families[0]]
            name = f"{one.mark}question-{anchor(families[0])}"
            blocks.append(Group(name, question, blocks_of(lines[2:], question)))
    return Group(f"{one.mark}questions", one.run.machine, tuple(blocks))
