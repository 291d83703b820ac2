"""The first sheet: what was asked, what came out, what cannot be said, and where the rest is."""

from collections.abc import Sequence
from typing import Any

from assay.analysis.several import MachineRun, Several
from assay.report.claims import counts, ordered, ruling_words, telling_of
from assay.report.commands_screen import commands_screen, ending
from assay.report.headline import headline
from assay.report.layout import UNBOUND, Line
from assay.report.study_screen import heading_lines
from assay.workbook.ink import Ink, set_to_print
from assay.workbook.question import Asked

WIDTHS = (20, 46, 40, 40, 70)
ALL = len(WIDTHS) - 1
LETTERS_A_LINE = 240
LINE_HEIGHT = 14
CLAIM_LETTERS = (22, 55, 48, 48, 84)
MOST_CLAIMS = 10
"""What a page can hold; all of them stand on a sheet of their own."""


def write_summary(book: Any, page: Any, ink: Ink, several: Several, asked: Sequence[Asked]) -> None:
    """On the sheet that was made first, so that it opens first."""
    writer = _Writer(page, ink)
    for number, width in enumerate(WIDTHS):
        page.set_column(number, number, width)
    first = several.runs[0]
    writer.whole(first.findings.title, "title")
    for text in _bands(several):
        writer.whole(text, "band")
    if several.sentence:
        writer.whole(several.sentence, "key")
    for run in several.runs:
        _one(writer, run)
    writer.whole("Sheets", "key")
    for one in asked:
        page.write_url(writer.row, 0, f"internal:'{one.sheet}'!A1", string=one.sheet)
        page.write_string(writer.row, 1, one.question)
        writer.row += 1
    writer.whole("then a sheet for each table of the run; `columns` says what stands in them", "note")
    set_to_print(page, first.findings.title)


def _bands(several: Several) -> list[str]:
    quick = any(run.findings.mode == "quick" for run in several.runs)
    early = [run.machine for run in several.runs if not run.findings.finished]
    alone = len(several.runs) == 1
    said = "this run ended early, so there is no verdict" if alone else f"{' and '.join(early)} ended early"
    return [
        *(["quick: fewer rounds than a full run; no tails and no peaks"] if quick else []),
        *([f"not finished: {said}"] if early else []),
    ]


def _one(writer: "_Writer", run: MachineRun) -> None:
    findings = run.findings
    if run.machine:
        writer.whole(run.machine, "title")
    for line in _lines(run):
        writer.whole(_text(line), "key" if line.style == "bold" else "said")
    if findings.claims:
        writer.whole(counts(findings.claims), "key")
        writer.cells(("ruling", "claim", "published", "here", "why"), "heading")
        shown = (telling_of(findings.claims) or ordered(findings.claims))[:MOST_CLAIMS]
        for claim in shown:
            writer.cells((ruling_words(claim), claim.claim, claim.published, claim.measured, claim.why), "said")
        if len(shown) < len(findings.claims):
            writer.whole(f"{len(findings.claims) - len(shown)} more on the sheet `claims`", "note")
    if findings.cannot_say:
        writer.whole("What this machine cannot say", "key")
        for text in findings.cannot_say:
            writer.whole(text, "said")
    writer.whole(f"machine: {findings.machine.text}" if findings.rounds else "nothing was measured here", "note")


def _lines(run: MachineRun) -> list[Line]:
    """The heading of a study and its answer; of commands the whole screen but its end."""
    findings = run.findings
    if findings.commands:
        screen = commands_screen(findings, UNBOUND)
        return [line for line in screen[: len(screen) - len(ending(findings))] if line.text and not line.cells]
    return [line for line in (*heading_lines(findings)[1:], *headline(findings)) if line.text]


def _text(line: Line) -> str:
    return " ".join(part for part in (line.text.strip(), *line.more, line.label) if part)


class _Writer:
    """Row after row, each as high as its text needs."""

    def __init__(self, page: Any, ink: Ink) -> None:
        self.page, self.ink, self.row = page, ink, 0

    def whole(self, text: str, form: str) -> None:
        """A text across all columns."""
        self.page.merge_range(self.row, 0, self.row, ALL, "", self.ink[form])
        self.page.write_string(self.row, 0, text, self.ink[form])
        height = 20 if form == "title" else LINE_HEIGHT * (1 + len(text) // LETTERS_A_LINE)
        self.page.set_row(self.row, height)
        self.row += 1

    def cells(self, texts: Sequence[str], form: str) -> None:
        """A text a column."""
        for number, text in enumerate(texts):
            self.page.write_string(self.row, number, text, self.ink[form])
        lines = max(1 + len(text) // room for text, room in zip(texts, CLAIM_LETTERS, strict=True))
        self.page.set_row(self.row, LINE_HEIGHT * lines)
        self.row += 1
