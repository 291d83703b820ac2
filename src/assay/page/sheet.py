"""What the sections of a page are made from: the runs, in the words of the screens, and their charts."""

import re
from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from assay.analysis.model import Findings
from assay.analysis.names import names_of
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import MachineRun, Several
from assay.charts.model import Chart
from assay.page.figures import figure_of
from assay.page.model import Block, Figure, Group
from assay.store.records import Note, TrialRecord


Drawn = Callable[[int, int], None]
"""Hears how many charts are drawn, and how many there will be."""


def nobody(done: int, planned: int) -> None:
    """Hears nothing."""


class Told(Struct, frozen=True):
    """One run, with its variants and steps named as on the screens."""

    run: MachineRun
    findings: Findings
    names: Mapping[str, str]
    mark: str  # before ids of this run: "" where it is the only one

    @property
    def trials(self) -> list[TrialRecord]:
        """Every finished trial, in the order in which they ran."""
        return [one for one in self.run.records if isinstance(one, TrialRecord)]

    @property
    def notes(self) -> list[Note]:
        """What was decided while running."""
        return [one for one in self.run.records if isinstance(one, Note)]


class Sheet(Struct, frozen=True):
    """All that a page tells of."""

    several: Several
    told: tuple[Told, ...]
    charts: tuple[Chart, ...]
    beside: Mapping[str, str]  # file, relative to the page -> what is in it
    told_drawn: Drawn
    drawn: list[str]  # names of those that are

    @property
    def first(self) -> Told:
        """The run whose study, plan and mode stand for all: they are alike."""
        return self.told[0]

    @property
    def alone(self) -> bool:
        """Whether the page is of one run."""
        return len(self.told) == 1

    def figure(self, chart: Chart, above: str = "") -> Figure:
        """The chart, drawn, below a title."""
        self.told_drawn(len(self.drawn), len(self.charts))
        self.drawn.append(chart.name)
        return figure_of(chart, self.beside, above)

    def figures(self, section: str) -> tuple[Figure, ...]:
        """All charts of one section, drawn."""
        return tuple(self.figure(chart) for chart in self.charts_of(section))

    def charts_of(self, section: str) -> list[Chart]:
        """The charts of one section, in the order of their table."""
        return [chart for chart in self.charts if chart.section == section]


def sheet_of(several: Several, charts: Iterable[Chart], beside: Mapping[str, str], told_drawn: Drawn = nobody) -> Sheet:
    """With every run told in the words of the screens."""
    alone = len(several.runs) == 1
    told = tuple(_told(run, "" if alone else f"run-{number}-") for number, run in enumerate(several.runs, 1))
    return Sheet(several, told, tuple(charts), beside, told_drawn, [])


def _told(run: MachineRun, mark: str) -> Told:
    findings = in_screen_words(run.findings)
    return Told(run, findings, names_of(findings), mark)


def each_run(sheet: Sheet, stem: str, make: Callable[[Told], tuple[Block, ...]]) -> tuple[Block, ...]:
    """What `make` gives of the one run; of several, of each that has something, below the name of its machine."""
    made = [(one, make(one)) for one in sheet.told]
    if sheet.alone:
        return made[0][1]
    return tuple(Group(f"{one.mark}{stem}", one.run.machine, blocks) for one, blocks in made if blocks)


def anchor(text: str) -> str:
    """A text as the name of a place: letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or "part"
