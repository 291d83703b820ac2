"""Runs to draw charts of: those the screens are tested with, and what they lack put in by hand."""

from collections.abc import Sequence
from functools import cache
from unittest import mock

from msgspec import structs

from assay.analysis.analyse import analyse, header_of
from assay.analysis.model import Budget, BudgetLine, ClaimedRatio, Findings
from assay.analysis.several import Several
from assay.analysis.together import put_together
from assay.store.records import Record
from tests.report import made_findings, made_studies
from tests.report.made_several import loops, machines

BUDGET = Budget(
    "c/count/thread/workers=2",
    5e8,
    (BudgetLine("creation", 39_000.0, 6, 0.0005), BudgetLine("locking", 54.7, 0, 0.0)),
    0.0005,
    0.0004,
    0.0006,
    20,
)
MEASURED = ClaimedRatio("C, four threads against none", 0.3, 4, 0.29, 0.27, 0.31)
TOLD = ClaimedRatio("Java, four threads against none", 3.82, 4, 3.48)


@cache
def several_of(case: str) -> Several:
    """A case of the screens with its records, which their function throws away."""
    kept: list[Sequence[Record]] = []

    def keeping(records: Sequence[Record], run: str = "") -> Findings:
        kept.append(records)
        return analyse(records, run)

    with mock.patch.object(made_findings, "analyse", keeping), mock.patch.object(made_studies, "analyse", keeping):
        findings = made_findings.CASES[case]()
    return put_together([(header_of(kept[-1]), kept[-1], findings)])


def with_findings(several: Several, **changes: object) -> Several:
    """The first run with something else found."""
    run = several.runs[0]
    changed = structs.replace(run, findings=structs.replace(run.findings, **changes))
    return structs.replace(several, runs=(changed, *several.runs[1:]))


def findings_of(several: Several) -> Findings:
    return several.runs[0].findings


def with_budget() -> Several:
    return with_findings(several_of("languages"), budget=BUDGET)


def with_ratios() -> Several:
    """A claim that was measured, one recomputed, and one whose published value is no ratio."""
    several = several_of("ruled")
    first, second, third = findings_of(several).claims
    claims = (structs.replace(first, ratio=MEASURED), structs.replace(second, ratio=TOLD), third)
    return with_findings(several, claims=claims)


@cache
def made(case: str) -> Several:
    """A case of the screens by its name, or one of those above."""
    own = {"budget": with_budget, "claims": with_ratios, "machines": machines, "loops": loops}
    return own[case]() if case in own else several_of(case)
