"""What was found, question by question: each run's findings in screen words, with the families that ask together."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from assay.analysis.asked_together import asked_together
from assay.analysis.model import Findings
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import MachineRun, Several


class OfFamily(Protocol):
    """Whatever belongs to a family."""

    @property
    def family(self) -> str: ...


Found = TypeVar("Found", bound=OfFamily)
Asked = tuple[MachineRun, Findings, tuple[str, ...], list[Found]]
"""A run, its findings, the families of one question, and what was found for it."""


def by_question(several: Several, found_in: Callable[[Findings], Iterable[Found]]) -> Iterator[Asked[Found]]:
    """Questions for which something was found, run by run."""
    for run in several.runs:
        findings = in_screen_words(run.findings)
        found = list(found_in(findings))
        for families in asked_together(findings) or [tuple(dict.fromkeys(one.family for one in found))]:
            mine = [one for one in found if one.family in families]
            if mine:
                yield run, findings, families, mine
