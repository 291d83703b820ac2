"""The workbook, sheet after sheet."""

from collections.abc import Sequence
from datetime import datetime
from typing import BinaryIO

from msgspec import structs

from assay.analysis.asked_together import asked_together
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import Several
from assay.errors import library_needed
from assay.workbook.ink import Ink, Names
from assay.workbook.question import Asked, write_question
from assay.workbook.summary import write_summary
from assay.workbook.tables import write_tables

OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,  # a command may be called "=1+1"
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "nan_inf_to_errors": True,
}


def write_book(several: Several, stream: BinaryIO) -> None:
    """Summary, a sheet a question, then the tables. Raises LibraryMissing where XlsxWriter is not installed."""
    with library_needed("workbooks"):
        import xlsxwriter
    several = in_words(several)
    book = xlsxwriter.Workbook(stream, OPTIONS)
    first = several.runs[0]
    book.set_properties({"title": first.findings.title, "created": datetime.fromisoformat(first.header.created)})
    ink, names = Ink(book), Names()
    page = book.add_worksheet(names.take("summary"))
    asked = questions(several, names)
    write_summary(book, page, ink, several, asked)
    for one in asked:
        write_question(book, ink, several, one)
    left_out = write_tables(book, ink, names, several)
    _write_left_out(page, ink, left_out)
    book.close()


def in_words(several: Several) -> Several:
    """With the steps of ladders called as on every other report."""
    runs = [structs.replace(run, findings=in_screen_words(run.findings)) for run in several.runs]
    return structs.replace(several, runs=tuple(runs))


def questions(several: Several, names: Names) -> list[Asked]:
    """Those of the first run in its order, each with a name for its sheet; families without a value have none."""
    findings = several.runs[0].findings
    ran = {family for run in several.runs for family, rounds in run.findings.rounds_of.items() if rounds}
    found = [tuple(one for one in families if one in ran) for families in asked_together(findings)]
    kept = [families for families in found if families]
    return [
        Asked(
            names.take(f"{number} {families[0]}"),
            findings.questions[families[0]],
            findings.kinds.get(families[0], "comparison"),
            families,
        )
        for number, families in enumerate(kept, 1)
    ]


def _write_left_out(page: object, ink: Ink, texts: Sequence[str]) -> None:
    """Below everything else of the first sheet."""
    for number, text in enumerate(texts):
        page.write_string(page.dim_rowmax + 2 + number, 0, f"left out: {text}", ink["note"])  # type: ignore[attr-defined]
