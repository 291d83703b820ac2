"""The head of a study's screen: its question, answered from the published claim that was measured here.

What came out here, what was published, how sure that is, and what it does not say; a line or two each.
"""

from collections.abc import Sequence

from assay.analysis.model import ClaimRuling, Findings, Split
from assay.analysis.rulings import measured_claim
from assay.report.answer import concluded, not_said, numbers, splits_of, why_sure
from assay.report.claims import MEANINGS, ruling_words
from assay.report.layout import Line

KEY = 16
"""Columns for what stands before a fact."""


def headline(findings: Findings) -> list[Line]:
    """The answer; nothing where no claim was measured in this run."""
    claim = measured_claim(findings.claims)
    return [] if claim is None else [answer_line(findings, claim), *_aligned(answer_facts(findings, claim))]


def answer_line(findings: Findings, claim: ClaimRuling) -> Line:
    """The ruling, and what was found in a sentence."""
    return Line(f"answer: {ruling_words(claim).upper()}: {concluded(findings, claim)}", style="bold")


def answer_facts(findings: Findings, claim: ClaimRuling) -> list[tuple[str, str]]:
    """What it rests on, each with its name; "" continues what stands above it."""
    how = "drawn by law" if findings.simulated else "measured here"
    return [
        *((how, text) for text in numbers(findings, claim)),
        ("published", f"{claim.claim} ({claim.published}; {claim.source}, {claim.place})"),
        *_steps(findings, splits_of(findings, claim)),
        ("ruling", _ruling(claim)),
        *(("how sure", text) for text in why_sure(findings, claim)),
        *(("does not say", text) for text in not_said(findings, claim)),
    ]


def _steps(findings: Findings, splits: Sequence[Split]) -> list[tuple[str, str]]:
    """What the first step and the one spoken of are."""
    for steps in findings.ladders.values():
        place = next((n for n, step in enumerate(steps) if splits and step.variant == splits[0].serial), 0)
        if place and steps[0].what and steps[place].what:
            return [("steps", f"{n + 1} of {len(steps)}: {steps[n].what}") for n in (0, place)]
    return []


def _ruling(claim: ClaimRuling) -> str:
    words = ruling_words(claim)
    if claim.ruling == "holds" and claim.if_true:
        return f"{words}, as was to be expected if true: {claim.if_true}"
    if claim.ruling == "artefact" and claim.if_artefact:
        return f"{words}, as was to be expected of one: {claim.if_artefact}"
    meaning = MEANINGS.get(claim.ruling)
    return f"{words}: {meaning}" if meaning else words


def _aligned(facts: Sequence[tuple[str, str]]) -> list[Line]:
    """Facts below each other; a key that is repeated is not written again."""
    lines, last = [], ""
    for key, text in facts:
        shown = "" if key == last else key
        extra = len(text) - len(text.lstrip())
        lines.append(Line(f"{shown:<{KEY}}{text}", indent=2, hang=KEY + extra))
        last = key or last
    return lines
