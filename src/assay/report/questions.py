"""One block of a study's screen for each question: what was asked, and a table or sentences of what came out.

Families that ask the same question in the same words, one a language say, stand in one table.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

from assay.analysis.asked_together import asked_together
from assay.analysis.model import Findings
from assay.analysis.short_names import short_names
from assay.report.commands_screen import verdict_lines
from assay.report.comparison_table import comparison_lines
from assay.report.ladder_screen import ladder_lines
from assay.report.layout import Line
from assay.report.observation_screen import observation_lines
from assay.report.response_screen import response_lines
from assay.report.scaling_screen import language_of, scaling_lines

MOST_SENTENCES = 3
"""More comparisons than this are easier to read as a table."""
Names = Mapping[str, str]


def question_lines(findings: Findings, names: Names, width: int) -> list[Line]:
    """All blocks; nothing where nothing came out."""
    blocks = (question_block(findings, group, names, width) for group in in_order(findings))
    return list(chain.from_iterable(blocks))


def in_order(findings: Findings) -> list[tuple[str, ...]]:
    """The families of each question, that of most languages first and then in the order of the study."""
    return sorted(asked_together(findings), key=lambda group: group != _of_most_languages(findings))


def _of_most_languages(findings: Findings) -> tuple[str, ...]:
    """The question on scaling that is put to most languages, each against its own; () where none has several."""
    counted = {
        group: len({language_of(one.variant) for one in findings.scaling if one.family in group})
        for group in asked_together(findings)
    }
    most = max(counted.values(), default=0)
    return next(group for group, count in counted.items() if count == most) if most > 1 else ()


def question_block(findings: Findings, families: Sequence[str], names: Names, width: int) -> list[Line]:
    """A question and what came out; its variants are called by what tells them apart."""
    if families[0] in findings.ladders:
        lines = list(chain.from_iterable(_ladder(findings, family, names) for family in families))
        return _asked(findings.questions[families[0]], lines)
    short = short_names(findings, _told_of(findings, families))
    lines = _told(findings, families, {**names, **short.names}, width)
    common = [Line(f"each: {short.common}", indent=2)] if short.common and lines else []
    return _asked(findings.questions[families[0]], [*common, *lines])


def _ladder(findings: Findings, family: str, names: Names) -> list[Line]:
    """Its steps by their places; what all of them are is said once."""
    short = short_names(findings, [step.variant for step in findings.ladders[family]])
    lines = ladder_lines(findings, family, {**names, **short.names})
    return [Line(f"each: {short.common}", indent=2), *lines] if short.common and lines else lines


def _asked(question: str, lines: list[Line]) -> list[Line]:
    return [Line(), Line(question, style="bold"), *lines] if lines else []


def _told_of(findings: Findings, families: Sequence[str]) -> set[str]:
    """The variants that the block of these families names."""
    if findings.kinds.get(families[0], "") == "scaling":
        return {one.variant for one in findings.scaling if one.family in families}
    return {one.variant for one in findings.variants if set(one.families) & set(families)}


def _told(findings: Findings, families: Sequence[str], names: Names, width: int) -> list[Line]:
    kind = findings.kinds.get(families[0], "")
    if kind == "scaling":
        return scaling_lines(findings, families, names, width)
    if kind == "response":
        return response_lines(findings, families, names, width)
    if kind == "observation":
        return observation_lines(findings, families, names, width)
    mine = [one for one in findings.comparisons if one.family in families and one.role == "primary"]
    if len(mine) > MOST_SENTENCES:
        return comparison_lines(mine, names, width)
    return [line for one in mine for line in verdict_lines(one, names)]
