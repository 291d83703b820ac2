"""The screen of a study: what was asked, what came out for each question, and what this machine cannot say."""

from collections.abc import Mapping, Sequence

from assay.analysis.model import Concurrency, Findings, Skipped
from assay.report.claims import render
from assay.report.commands_screen import ending, names_of, verdict_lines
from assay.report.ladder_screen import ladder_lines, split_lines
from assay.report.layout import Line, table
from assay.units import duration_text, plural


def study_screen(findings: Findings, width: int) -> list[Line]:
    """All lines, first what was asked; `width` is for what stands in columns."""
    names = names_of(findings)
    lines = _heading(findings)
    for family, question in findings.questions.items():
        lines += _family(findings, family, question, names)
    lines += split_lines(findings.splits, width)
    lines += _concurrency(findings.concurrency, names)
    lines += _claims(findings, width)
    lines += [Line(), *(Line(text, indent=2) for text in _machine(findings))]
    lines += _titled("what this machine cannot say", findings.cannot_say)
    lines += _titled("left out", [_left_out(one, names) for one in findings.skipped])
    return lines + ending(findings)


def _heading(findings: Findings) -> list[Line]:
    lines = [Line(findings.title, style="bold")]
    if findings.question:
        lines.append(Line(f"asked: {findings.question}"))
    if findings.rounds:
        quick = "quick, " if findings.mode == "quick" else ""
        effort = f"{quick}{plural(findings.rounds, 'round')} of each family, {duration_text(findings.seconds)} in all"
        lines.append(Line(f"{'drawn, not measured' if findings.simulated else 'measured here'}: {effort}"))
    return lines


def _family(findings: Findings, family: str, question: str, names: Mapping[str, str]) -> list[Line]:
    """One question: its sentences, or its ladder; nothing for a family that only feeds the splits."""
    mine = [one for one in findings.comparisons if one.family == family]
    lines = [line for one in mine if one.role == "primary" for line in verdict_lines(one, names)]
    if family in findings.ladders:
        lines = ladder_lines(findings.ladders[family], mine, names)
    return [Line(), Line(question, style="bold"), *lines] if lines else []


def _concurrency(found: Sequence[Concurrency], names: Mapping[str, str]) -> list[Line]:
    """What may be said of how each variant with workers ran."""
    several = [one for one in found if one.word != "serial"]
    if not several:
        return []
    rows = [("how they ran", "", "overlap", "CPU / wall")]
    texts: dict[str, list[str]] = {}
    for one in several:
        name = names.get(one.variant, one.variant)
        rows.append((name, one.word, _figure(one.overlap), _figure(one.cpu_per_wall)))
        for text in one.caveats:
            texts.setdefault(text, []).append(name)
    return [Line(), *table(rows), *(Line(f"{'; '.join(who)}: {text}", indent=4) for text, who in texts.items())]


def _figure(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.2f}"


def _claims(findings: Findings, width: int) -> list[Line]:
    if not findings.claims:
        return []
    short = bool(findings.questions)  # a study that measures shows the telling ones beside its own figures
    rows = render(findings.claims, width, short=short)
    return [Line(), *(Line(row.plain, style=str(row.style), table=True) for row in rows)]


def _machine(findings: Findings) -> list[str]:
    carry_over = f"carry-over: {findings.carry_over}" if findings.carry_over else ""
    return [text for text in (findings.machine.text if findings.rounds else "", carry_over) if text]


def _titled(title: str, texts: Sequence[str]) -> list[Line]:
    return [Line(f"{title}:", indent=2), *(Line(text, indent=4) for text in texts)] if texts else []


def _left_out(one: Skipped, names: Mapping[str, str]) -> str:
    expected = " (as expected)" if one.expected else ""
    remedy = f"; {one.remedy}" if one.remedy else ""
    return f"{names.get(one.variant, one.variant)}{expected}: {one.reason}{remedy}"
