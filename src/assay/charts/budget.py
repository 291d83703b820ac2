"""What threads cost besides their work, a bar each: the price of each thing times how often it was done in a run."""

from collections.abc import Sequence

from assay.analysis.model import Budget, BudgetLine
from assay.analysis.names import names_of
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import MachineRun, Several
from assay.charts.axes import Spec, in_rows, table_of
from assay.charts.model import Chart
from assay.charts.said import corner_of, in_name, in_title, listed
from assay.units import plural, time_text
from assay.wording import about_percent_text

COLUMNS = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("name", "text", "what threads do", ""),
    ("cost", "number", "of doing it once, measured apart", "ns"),
    ("count", "number", "how often it was done in a run, median", ""),
    ("share", "number", "of the run's CPU time", "share"),
    ("figures", "text", "what is written beside it", ""),
    ("said", "text", "the same in a sentence", ""),
)
LEAST = 0.01
"""The axis reaches at least so far, so that next to nothing looks like it."""


def budget(several: Several) -> list[Chart]:
    """One chart a run in which the prices were measured."""
    return [_chart(run, run.findings.budget) for run in several.runs if run.findings.budget is not None]


def _chart(run: MachineRun, found: Budget) -> Chart:
    findings = in_screen_words(run.findings)
    who = names_of(findings).get(found.variant, found.variant)
    rows = [_row(place, line) for place, line in enumerate(found.lines)]
    together = f"together {about_percent_text(found.share)} of its CPU time of {time_text(found.cpu_ns)}"
    name = in_name("budget", run)
    return Chart(
        name=name,
        section="questions",
        title=in_title(f"What the threads' own business comes to in a run of {who}: {together}", run),
        summary=listed([*(str(row[-1]) for row in rows), together, plural(found.trials, "trial")]),
        data=table_of(name, "a row a thing that threads cost", COLUMNS, rows),
        spec=_spec(rows, found),
        families=(),
        corner=corner_of(findings),
        reading=(
            "A bar is cost a time x how often, as a share of the run's CPU time; costs were measured with nothing else "
            "to do."
        ),
    )


def _row(place: int, line: BudgetLine) -> tuple[object, ...]:
    share = about_percent_text(line.share)
    often = f"{line.count:,.0f} times"
    figures = f"{share}  ({time_text(line.cost_ns)} x {often})"
    said = f"{line.name}: {time_text(line.cost_ns)} a time, {often}, {share} of its CPU time"
    return (place, line.name, line.cost_ns, line.count, line.share, figures, said)


def _spec(rows: Sequence[tuple[object, ...]], found: Budget) -> Spec:
    most = max([LEAST, *(line.share for line in found.lines)])
    axis = {"title": "share of the run's CPU time, less is left", "format": ".2~%", "tickCount": 6}
    x = {"field": "share", "type": "quantitative", "axis": axis, "scale": {"domain": [0, most * 1.05], "nice": False}}
    mark = {"type": "bar", "color": "$accent", "height": {"band": 0.55}}
    bars: Spec = {"mark": mark, "encoding": {"x": x, "description": {"field": "said"}}}
    return in_rows([(str(row[1]), str(row[-2])) for row in rows], [bars], (), "share (cost x times)")
