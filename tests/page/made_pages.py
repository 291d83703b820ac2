"""Runs to make pages of: those the screens are tested with, their records kept beside their findings."""

from collections.abc import Callable, Sequence
from functools import cache
from unittest import mock

from assay.analysis.analyse import analyse
from assay.analysis.model import Findings
from assay.analysis.several import Several
from assay.analysis.together import put_together
from assay.page import render
from assay.store.records import Header, Record
from tests.analysis.made_records import made_family, made_run, spread
from tests.report import made_findings, made_studies

HOSTILE = "<script>alert('x')</script>"
FEW = ("quick", "interrupted", "failing", "several", "simulated", "ruled", "languages", "waiting")


@cache
def several_of(case: str) -> Several:
    """One run, as a report gets it."""
    return _put_together(made_findings.CASES[case])


@cache
def page_of(case: str) -> str:
    """Its page."""
    return render(several_of(case), {"records.jsonl": "the record"})


@cache
def hostile_page() -> str:
    """A command, its name and a file beside the page that would be programs if they were not escaped."""

    def make() -> Findings:
        family = made_family("old", HOSTILE)
        walls = {"old": spread(200, 0.01, 20), HOSTILE: spread(300, 0.01, 20, 5)}
        return made_findings.analyse(made_run(family, walls), "runs/<b>")

    return render(_put_together(make), {'"><img src=x onerror=alert(1)>': HOSTILE})


def _put_together(make: Callable[[], Findings]) -> Several:
    kept: list[Sequence[Record]] = []

    def keeping(records: Sequence[Record], run: str = "") -> Findings:
        kept.append(records)
        return analyse(records, run)

    with mock.patch.object(made_findings, "analyse", keeping), mock.patch.object(made_studies, "analyse", keeping):
        findings = make()
    header = kept[-1][0]
    assert isinstance(header, Header)
    return put_together([(header, kept[-1], findings)])
