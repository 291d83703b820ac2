"""The screen of a run: the verdict first, then what it rests on, then what cannot be concluded.

Gives text; whoever called prints it.
"""

from typing import TYPE_CHECKING

from assay.analysis.model import Findings
from assay.report.commands_screen import commands_screen
from assay.report.layout import WIDEST, Line, columns_of, to_text
from assay.report.study_screen import study_screen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, ConsoleOptions
    from rich.text import Text

SIMULATED = "SIMULATED: these times were drawn from a law by a random generator; nothing was measured"


def render_text(findings: Findings, width: int = WIDEST, color: bool = False) -> str:
    """The whole screen as one string, at most 80 to 120 columns wide; plain unless colour is asked for."""
    return to_text(screen(findings, width), width, color=color)


def render(findings: Findings) -> "list[Screen]":
    """The same for a rich console, which knows its width and drops colours where they are not wanted."""
    return [Screen(findings)]


class Screen:
    """What a rich console can print."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[Text]":
        from rich.text import Text

        yield Text.from_ansi(render_text(self.findings, options.max_width, color=True))


def screen(findings: Findings, width: int) -> list[Line]:
    """Every line, with the mark of simulated data above and below."""
    make = commands_screen if findings.commands else study_screen
    lines = make(findings, columns_of(width))
    mark = [Line(SIMULATED, style="SIMULATED")] if findings.simulated else []
    return [*mark, *lines, *mark]
