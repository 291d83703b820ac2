"""What the sections of a page are made from: the runs, in the words of the screens, and their charts."""

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from assay.analysis.model import Findings
from assay.analysis.names import names_of
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import MachineRun, Several
from assay.charts.model import Chart
from assay.page.figures import figure_of
from assay.page.model import Block, Figure, Folded, Group
from assay.store.records import Note, TrialRecord

NOTHING: Mapping[str, str] = {}


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
    drawings: Mapping[str, str]  # chart -> SVG

    @property
    def first(self) -> Told:
        """The run whose study, plan and mode stand for all: they are alike."""
        return self.told[0]

    @property
    def alone(self) -> bool:
        """Whether the page is of one run."""
        return len(self.told) == 1

    def figure(self, chart: Chart, above: str = "") -> Figure:
        """The chart below a title."""
        return figure_of(chart, self.drawings[chart.name], self.beside, above)

    def figures(self, section: str) -> tuple[Figure, ...]:
        """All charts of one section, drawn."""
        return tuple(self.figure(chart) for chart in self.charts_of(section))

    def many_figures(self, section: str) -> tuple[Block, ...]:
        """The same where there can be one for each question: the first is seen, the others are folded."""
        charts = self.charts_of(section)
        folded = (Folded(chart.title, (self.figure(chart, chart.title),)) for chart in charts[1:])
        return (*(self.figure(chart) for chart in charts[:1]), *folded)

    def charts_of(self, section: str) -> list[Chart]:
        """The charts of one section, in the order of their table."""
        return [chart for chart in self.charts if chart.section == section]


def sheet_of(
    several: Several, charts: Sequence[Chart], beside: Mapping[str, str], drawings: Mapping[str, str] = NOTHING
) -> Sheet:
    """With every run told in the words of the screens."""
    alone = len(several.runs) == 1
    told = tuple(_told(run, "" if alone else f"run-{number}-") for number, run in enumerate(several.runs, 1))
    return Sheet(several, told, tuple(charts), beside, drawings)


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
