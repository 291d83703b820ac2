"""The screen of a study: what was asked, what came out for each question, and what this machine cannot say."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from assay.analysis.model import ClaimRuling, Findings, Skipped
from assay.analysis.names import names_of
from assay.analysis.rulings import measured_claim
from assay.analysis.screen_words import in_screen_words
from assay.report.budget import budget_lines
from assay.report.claims import render
from assay.report.commands_screen import ending
from assay.report.headline import headline
from assay.report.ladder_screen import split_lines
from assay.report.layout import Line
from assay.report.published import published_lines
from assay.report.questions import question_lines
from assay.report.running_screen import first_call_lines, running_lines
from assay.report.scaling_screen import gate_lines
from assay.units import duration_text, plural

ABOVE = "see the answer above"
FEW_FAMILIES = 3
"""More than this are counted."""
MOST_NAMED = 3
"""More variants than this that are left out for one reason are counted."""


def study_screen(findings: Findings, width: int) -> list[Line]:
    """All lines, first what was asked; `width` is for what stands in columns."""
    findings = in_screen_words(findings)
    names = names_of(findings)
    answer = headline(findings)
    lines = [*heading_lines(findings), *([Line(), *answer] if answer else [])]
    lines += question_lines(findings, names, width)
    lines += split_lines(findings, width)
    lines += gate_lines(findings)
    lines += running_lines(findings, names)
    lines += first_call_lines(findings, names)
    lines += budget_lines(findings)
    lines += _claims(findings, width)
    lines += [Line(), *(Line(text, indent=2) for text in machine_texts(findings))]
    lines += _titled("what this machine cannot say", findings.cannot_say)
    lines += _titled("left out", left_out_texts(findings.skipped, names))
    lines += published_lines(findings)
    return without_double_blanks(lines + ending(findings))


def without_double_blanks(lines: Sequence[Line]) -> list[Line]:
    """One blank line at a time; parts that are missing leave none behind."""
    return [line for before, line in zip([Line(), *lines], lines, strict=False) if line.text or before.text]


def heading_lines(findings: Findings) -> list[Line]:
    """The title, what was asked, and how it was measured."""
    lines = [Line(findings.title, style="bold")]
    if findings.question:
        lines.append(Line(f"asked: {findings.question}"))
    if findings.rounds:
        quick = "quick, " if findings.mode == "quick" else ""
        effort = f"{quick}{_rounds(findings)}, {duration_text(findings.seconds)} in all"
        lines.append(Line(f"{'drawn, not measured' if findings.simulated else 'measured here'}: {effort}"))
        lines += [Line(f"every trial: {_constants(findings)}")] if findings.constants else []
    return lines


def _rounds(findings: Findings) -> str:
    """ "20 rounds of each family", "3 to 20 rounds of each of 41 families"; what could not run is not counted."""
    counts = [rounds for rounds in findings.rounds_of.values() if rounds] or [findings.rounds]
    fewest, families = min(counts), len(counts)
    span = f"{fewest} to " if fewest < findings.rounds else ""
    each = "each family" if families <= FEW_FAMILIES else f"each of {families} families"
    return f"{span}{plural(findings.rounds, 'round')} of {each}"


def _constants(findings: Findings) -> str:
    """ "total=80,000,000 iterations=1": numbers with their thousands apart."""
    return " ".join(
        f"{key}={int(word):,}" if word.isdigit() else f"{key}={word}"
        for key, word in findings.constants.items()
        if key != "seed"
    )


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


def machine_texts(findings: Findings) -> list[str]:
    """The machine during the run, and what ran second."""
    carry_over = f"carry-over: {findings.carry_over}" if findings.carry_over else ""
    return [text for text in (findings.machine.text if findings.rounds else "", carry_over) if text]


def _titled(title: str, texts: Sequence[str]) -> list[Line]:
    return [Line(f"{title}:", indent=2), *(Line(text, indent=4) for text in texts)] if texts else []


def left_out_texts(skipped: Sequence[Skipped], names: Mapping[str, str]) -> list[str]:
    """Each reason once, with the variants it stops; many of them are counted, by language."""
    whose: dict[tuple[str, bool], list[str]] = {}
    for one in skipped:
        why = f"{one.reason}; {one.remedy}" if one.remedy else one.reason
        whose.setdefault((why, one.expected), []).append(one.variant)
    return [f"{_listed(who, names)}{' (as expected)' * expected}: {why}" for (why, expected), who in whose.items()]


def _listed(variants: Sequence[str], names: Mapping[str, str]) -> str:
    if len(variants) <= MOST_NAMED:
        return "; ".join(names.get(name, name) for name in variants)
    return f"{len(variants)} variants of {', '.join(dict.fromkeys(name.partition('/')[0] for name in variants))}"
