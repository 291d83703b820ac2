"""What was seen where nothing is compared: the time of each variant, of a unit of its work where one is counted."""

from collections.abc import Sequence

from assay.analysis.asked_together import asked_together
from assay.analysis.model import Findings, Metric
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import MachineRun, Several
from assay.charts.axes import Spec, in_rows, slug, table_of, wrapped
from assay.charts.marks import each, in_unit, quantity_axis, time_unit, with_interval
from assay.charts.model import Chart
from assay.charts.said import corner_of, few_rounds_text, in_name, in_title, listed, metrics_of, names_for, rounds_text
from assay.plan.model import OBSERVATION
from assay.units import per_unit_texts, time_text

COLUMNS = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("name", "text", "the variant", ""),
    ("variant", "text", "its name in the record", ""),
    ("unit", "text", "what a unit of its work is called; empty: the time is of the whole work", ""),
    ("median", "number", "median over rounds", "ns"),
    ("low", "number", "lower end of its interval; empty where there are too few rounds", "ns"),
    ("high", "number", "upper end of it", "ns"),
    ("rounds", "integer", "rounds behind it", ""),
    ("figures", "text", "what is written beside it", ""),
    ("said", "text", "the same in a sentence", ""),
)


def observations(several: Several) -> list[Chart]:
    """One chart a question that only observes; nothing where kernel threads were counted, which have their own."""
    return [chart for run in several.runs for chart in _of_run(run)]


def _of_run(run: MachineRun) -> list[Chart]:
    findings = in_screen_words(run.findings)
    counted = {one.family for one in findings.threads}
    groups = [group for group in asked_together(findings) if findings.kinds.get(group[0]) == OBSERVATION]
    rows = [(group, _rows(run, findings, group)) for group in groups if not counted & set(group)]
    return [_chart(run, findings, group, mine) for group, mine in rows if mine]


def _rows(run: MachineRun, findings: Findings, families: Sequence[str]) -> list[tuple[object, ...]]:
    found = [(variant, *seen) for family in families for variant, seen in _times(run, findings, family).items()]
    names = names_for(findings, {variant for variant, _, _ in found})
    return [_row(place, names.get(variant, variant), variant, seen) for place, (variant, *seen) in enumerate(found)]


def _times(run: MachineRun, findings: Findings, family: str) -> dict[str, tuple[str, Metric]]:
    """variant -> (unit, time), in the order of the plan."""
    whole, units = (metrics_of(run, family, metric) for metric in ("work_wall_ns", "unit_ns"))
    found = {}
    for variant in [one.variant for one in findings.variants if one.variant in whole]:
        unit = findings.units.get(variant, "") if variant in units else ""
        found[variant] = (unit, units[variant] if unit else whole[variant])
    return found


def _row(place: int, name: str, variant: str, seen: Sequence[object]) -> tuple[object, ...]:
    unit, time = seen
    assert isinstance(unit, str)
    assert isinstance(time, Metric)
    text = per_unit_texts([time.median], unit)[0] if unit else time_text(time.median)
    what = (place, wrapped(name), variant, unit, time.median, time.low, time.high, time.trials)
    return (*what, text, f"{name}: {text}")


def _chart(run: MachineRun, findings: Findings, families: Sequence[str], rows: Sequence[tuple[object, ...]]) -> Chart:
    name = in_name(f"observations-{slug(families[0])}", run)
    rounds = rounds_text([int(str(row[7])) for row in rows])
    return Chart(
        name=name,
        section="questions",
        title=in_title(findings.questions.get(families[0], families[0]), run),
        summary=listed([*(str(row[-1]) for row in rows), rounds, few_rounds_text(sum(row[5] is None for row in rows))]),
        data=table_of(name, "a row a variant", COLUMNS, rows),
        spec=_spec(rows),
        families=tuple(families),
        corner=corner_of(findings),
        reading="Dot and line: median over rounds and its 95 % interval; left takes less.",
    )


def _spec(rows: Sequence[tuple[object, ...]]) -> Spec:
    times = [value for row in rows for value in row[4:7] if isinstance(value, float | int)]
    unit, factor = time_unit(times)
    units = {str(row[3]) for row in rows}
    of_unit = each(next(iter(units))) if len(units) == 1 else ""
    x = quantity_axis(f"time in {unit}{of_unit}, less is left", [time / factor for time in times])
    marks = with_interval(x, ("median_shown", "low_shown", "high_shown"), color={"value": "$accent"})
    spec = in_rows([(str(row[1]), str(row[-2])) for row in rows], marks)
    return {**spec, "transform": [*in_unit(("median", "low", "high"), factor), *spec["transform"]]}
