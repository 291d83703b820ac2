"""How to repeat it: the words that were typed, the seed, the versions, the study's own text."""

import shlex

from assay.page.model import Block, Facts, Folded, Said, Section, Typed
from assay.page.sheet import Sheet, Told, each_run

AGAIN = (
    "The same seed draws the same plan: the same variants in the same order. Times will differ; the ranges say how far."
)


def section(sheet: Sheet) -> Section | None:
    """Always there."""
    return Section("reproduce", "Reproduce", each_run(sheet, "reproduce", _of))


def _of(one: Told) -> tuple[Block, ...]:
    header = one.run.header
    plan = header.plan
    facts = (
        ("begun", (header.created,)),
        ("Assay", (header.assay,)),
        ("seed", (str(plan.seed),)),
        ("mode", (plan.mode,)),
        ("study text, SHA-256", (header.study_sha256,)),
        ("record format", (str(header.format),)),
    )
    repeat = f"{shlex.join(header.invocation)}\n" if header.invocation else ""
    again = f"assay report {shlex.quote(one.findings.run)}" if one.findings.run else ""
    return (
        Typed(f"{repeat}{again}".strip()),
        Said(AGAIN),
        Facts(facts),
        Folded(f"The study as it was run: {plan.study}", (Typed(header.study_text),)),
    )
