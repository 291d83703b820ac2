"""The screen of a study: what was asked, what came out for each question, and what this machine cannot say."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from assay.analysis.model import ClaimRuling, Concurrency, Findings, Skipped
from assay.report.claims import render
from assay.report.commands_screen import ending, names_of, verdict_lines
from assay.report.doubts import shared_doubts
from assay.report.headline import headline, measured_claim
from assay.report.ladder_screen import ladder_lines, split_lines
from assay.report.layout import Line, table
from assay.report.screen_words import in_screen_words
from assay.units import duration_text, plural

ABOVE = "see the answer above"


def study_screen(findings: Findings, width: int) -> list[Line]:
    """All lines, first what was asked; `width` is for what stands in columns."""
    findings = in_screen_words(findings)
    names = names_of(findings)
    answer = headline(findings)
    lines = [*_heading(findings), *([Line(), *answer] if answer else [])]
    for family, question in findings.questions.items():
        lines += _family(findings, family, question, names)
    lines += split_lines(findings, width)
    lines += _concurrency(findings.concurrency, names)
    lines += _claims(findings, width)
    lines += [Line(), *(Line(text, indent=2) for text in _machine(findings))]
    lines += _titled("what this machine cannot say", findings.cannot_say)
    lines += _titled("left out", [_left_out(one, names) for one in findings.skipped])
    return without_double_blanks(lines + ending(findings))


def without_double_blanks(lines: Sequence[Line]) -> list[Line]:
    """One blank line at a time; parts that are missing leave none behind."""
    return [line for before, line in zip([Line(), *lines], lines, strict=False) if line.text or before.text]


def _heading(findings: Findings) -> list[Line]:
    lines = [Line(findings.title, style="bold")]
    if findings.question:
        lines.append(Line(f"asked: {findings.question}"))
    if findings.rounds:
        quick = "quick, " if findings.mode == "quick" else ""
        effort = f"{quick}{plural(findings.rounds, 'round')} of each family, {duration_text(findings.seconds)} in all"
        lines.append(Line(f"{'drawn, not measured' if findings.simulated else 'measured here'}: {effort}"))
        lines += [Line(f"every trial: {_constants(findings)}")] if findings.constants else []
    return lines


def _constants(findings: Findings) -> str:
    """ "total=80,000,000 iterations=1": numbers with their thousands apart."""
    return " ".join(
        f"{key}={int(word):,}" if word.isdigit() else f"{key}={word}"
        for key, word in findings.constants.items()
        if key != "seed"
    )


def _family(findings: Findings, family: str, question: str, names: Mapping[str, str]) -> list[Line]:
    """One question: its sentences, or its ladder; nothing for a family that only feeds the splits."""
    mine = [one for one in findings.comparisons if one.family == family]
    lines = [line for one in mine if one.role == "primary" for line in verdict_lines(one, names)]
    if family in findings.ladders:
        lines = ladder_lines(findings, family, names)
    return [Line(), Line(question, style="bold"), *lines] if lines else []


def _concurrency(found: Sequence[Concurrency], names: Mapping[str, str]) -> list[Line]:
    """What may be said of how each variant with workers ran."""
    several = [one for one in found if one.word != "serial"]
    if not several:
        return []
    rows = [("how they ran", "", "overlap", "CPU / wall")]
    for one in several:
        rows.append((names.get(one.variant, one.variant), one.word, _figure(one.overlap), _figure(one.cpu_per_wall)))
    doubts = shared_doubts((names.get(one.variant, one.variant), one.caveats) for one in several)
    return [Line(), *table(rows), *(Line(text, indent=4) for text in doubts)]


def _figure(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.2f}"


def _claims(findings: Findings, width: int) -> list[Line]:
    if not findings.claims:
        return []
    short = bool(findings.questions)  # a study that measures shows the telling ones beside its own figures
    rows = render(_not_repeated(findings.claims), width, short=short)
    return [Line(), *(Line(row.plain, style=str(row.style), table=True) for row in rows)]


def _not_repeated(claims: Sequence[ClaimRuling]) -> list[ClaimRuling]:
    """What the head of the screen has said of a claim in full is not said again among the others."""
    answered = measured_claim(claims)
    return [structs.replace(one, measured=ABOVE, caveats=()) if one is answered else one for one in claims]


def _machine(findings: Findings) -> list[str]:
    carry_over = f"carry-over: {findings.carry_over}" if findings.carry_over else ""
    return [text for text in (findings.machine.text if findings.rounds else "", carry_over) if text]


def _titled(title: str, texts: Sequence[str]) -> list[Line]:
    return [Line(f"{title}:", indent=2), *(Line(text, indent=4) for text in texts)] if texts else []


def _left_out(one: Skipped, names: Mapping[str, str]) -> str:
    expected = " (as expected)" if one.expected else ""
    remedy = f"; {one.remedy}" if one.remedy else ""
    return f"{names.get(one.variant, one.variant)}{expected}: {one.reason}{remedy}"
