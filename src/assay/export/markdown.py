"""report.md: the first screen of the page as Markdown, to paste into an issue, a pull request or a chat.

The words are those of the page. What is longer than a screen is left to the other formats, and the last line says where
they come from.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from assay.analysis.model import Findings
from assay.analysis.names import plain as printable
from assay.analysis.several import Several
from assay.export.writing import write_file
from assay.page.first import first_blocks, heading_of
from assay.page.model import Block, Facts, Grid, Group, Items, Row, Rulings, Said, Sentence, Tally
from assay.page.parts.questions import words_of
from assay.page.sheet import Sheet, sheet_of
from assay.report.commands_screen import doubts_of
from assay.units import plural

NAME = "report.md"
MOST_DOUBTS, MOST_ITEMS = 6, 12
MOST_LINES = 60
"""Questions of a study without claims are told until about here."""
SPECIAL = str.maketrans({letter: f"\\{letter}" for letter in "\\`*_[]<|~&$"})
"""What would be read as a mark: a variant may be called anything."""


def write(several: Several, folder: Path) -> list[Path]:
    """One file."""
    return [write_file(folder / NAME, markdown(several))]


def markdown(several: Several) -> str:
    """The text, ended by a line break."""
    sheet = sheet_of(several, (), {})
    first = sheet.first.findings
    lines = [f"## {plain(first.title)}", ""]
    lines += [f"**{plain(band)}**  " for band in bands(several)]
    lines += [f"{plain(text)}  " for text in heading_of(sheet) if sheet.alone or text.startswith(("about:", "asked:"))]
    lines += _told(first_blocks(sheet))
    if sheet.alone and not first.claims and not first.commands:
        lines += _questions(sheet)
    for run in sheet.told:
        lines += _doubts(run.findings, run.run.machine)
    return "\n".join([*_tidy(lines), "", *_ending(several)]) + "\n"


def bands(several: Several) -> list[str]:
    """What must be known before anything else is read."""
    first, alone = several.runs[0].findings, len(several.runs) == 1
    early = [run.machine for run in several.runs if not run.findings.finished]
    most = max(run.findings.rounds for run in several.runs)
    found = [f"quick: {plural(most, 'round')}"] if first.mode == "quick" else []
    said = "not finished: no verdict yet" if alone else f"not finished: {' and '.join(early)}"
    return found + ([said] if early else [])


def _questions(sheet: Sheet) -> list[str]:
    lines: list[str] = []
    for group in words_of(sheet.first).blocks[1:]:  # the first one is the answer above
        if len(lines) > MOST_LINES:
            return [*lines, "", "more questions: see the report"]
        lines += _told((group,))
    return lines


def _doubts(findings: Findings, machine: str) -> list[str]:
    """Doubts travel with the numbers; very many of them are counted."""
    texts = doubts_of(findings)
    if not texts:
        return []
    rest = len(texts) - MOST_DOUBTS
    more = [f"- {rest} more: see the report"] if rest > 0 else []
    title = f"### In doubt: {machine}" if machine else "### In doubt"
    return ["", title, "", *(f"- {plain(text)}" for text in texts[:MOST_DOUBTS]), *more]


def _ending(several: Several) -> Iterator[str]:
    """Which machine, and which version of Assay; commands have their machine among their facts."""
    for run in several.runs if not several.runs[0].findings.commands else ():
        name = f"{run.machine}: " if run.machine else ""
        yield f"_{plain(name + run.findings.machine.text.removeprefix('machine: ' if name else ''))}_  "
    header = several.runs[0].header
    yield f"<sub>assay {plain(header.assay)}, {header.created[:10]}, seed {header.plan.seed}</sub>"


def _told(blocks: Sequence[Block]) -> list[str]:
    """Each block as its lines, a blank one before it; links lead nowhere in a text that was pasted."""
    lines: list[str] = []
    for block in blocks:
        tell = TELLERS.get(type(block))
        lines += ["", *tell(block)] if tell else []
    return lines


def plain(text: str) -> str:
    """On one line, with nothing in it that is a mark, or that cannot be seen and turns the line round."""
    return printable(text).translate(SPECIAL)


def _tidy(lines: Sequence[str]) -> list[str]:
    """One blank line at a time."""
    return [line for before, line in zip(["x", *lines], lines, strict=False) if line or before]


def _said(block: Said) -> list[str]:
    return [f"**{plain(block.text)}**" if block.style in ("lead", "key") else plain(block.text)]


def _sentence(block: Sentence) -> list[str]:
    return [f"**{block.label}**: {plain(block.text)} {plain(block.evidence)}".rstrip()]


def _grid(block: Grid) -> list[str]:
    return _table(block.heading, block.rows, block.numeric)


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool] = ()) -> list[str]:
    right = [*numeric, *([False] * (len(heading) - len(numeric)))]
    marks = ("--:" if one else "---" for one in right)
    cells = [heading, *rows]
    lines = [f"| {' | '.join(map(plain, row))} |" for row in cells]
    return [lines[0], f"| {' | '.join(marks)} |", *lines[1:]]


def _facts(block: Facts) -> list[str]:
    return [f"- **{plain(name)}**: {plain('; '.join(texts))}" for name, texts in block.pairs]


def _items(block: Items) -> list[str]:
    """A screen's worth of them."""
    rest = len(block.texts) - MOST_ITEMS
    more = [f"- {rest} more: see the report"] if rest > 0 else []
    return [*(f"- {plain(text)}" for text in block.texts[:MOST_ITEMS]), *more]


def _rulings(block: Rulings) -> list[str]:
    return _table(("ruling", "published", "here", "why"), [_ruling(row) for row in block.rows])


def _ruling(row: Row) -> tuple[str, ...]:
    return (row.ruling.upper(), f"{row.says} ({row.published})", "; ".join(row.here), row.why)


def _tally(block: Tally) -> list[str]:
    counted = [f"**{plain(block.total)}**: " + ", ".join(f"{number} {word}" for number, word, _ in block.counts)]
    return [*counted, *([f"  {plain(block.decided)}"] if block.decided else [])]


def _group(block: Group) -> list[str]:
    return [f"### {plain(block.title)}", *_told(block.blocks)]


TELLERS: dict[type, Callable[..., list[str]]] = {
    Said: _said,
    Sentence: _sentence,
    Grid: _grid,
    Facts: _facts,
    Items: _items,
    Rulings: _rulings,
    Tally: _tally,
    Group: _group,
}
"""Kind of block -> its lines."""
