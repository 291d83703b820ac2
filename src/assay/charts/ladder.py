"""A ladder one change at a time: what a unit of work takes at each step, serially, and with workers where that was run.

Times are those of the ladder's own rounds: medians over them, with order-statistic intervals.
"""

from collections.abc import Mapping, Sequence

from assay.analysis.model import Comparison, Findings, Metric, Step
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import MachineRun, Several
from assay.charts.axes import Spec, in_rows, slug, table_of, wrapped
from assay.charts.marks import each, hollow, in_unit, quantity_axis, time_unit, with_interval
from assay.charts.model import Chart
from assay.charts.said import corner_of, in_name, in_title, listed, metrics_of
from assay.units import per_unit_texts, plural, time_text
from assay.wording import cells_of

COLUMNS = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("name", "text", "the step and what it changes", ""),
    ("variant", "text", "the serial variant's name in the record", ""),
    ("median", "number", "time of the serial variant", "ns"),
    ("low", "number", "lower end of its interval; empty where there are too few rounds", "ns"),
    ("high", "number", "upper end of it", "ns"),
    ("workers_median", "number", "time of the variant with workers; empty where none was run", "ns"),
    ("workers_low", "number", "lower end of its interval", "ns"),
    ("workers_high", "number", "upper end of it", "ns"),
    ("workers", "integer", "how many workers that had", ""),
    ("extra_work", "number", "time of this step over that of the first, round by round", "ratio"),
    ("figures", "text", "what is written beside it", ""),
    ("said", "text", "the same in a sentence", ""),
)
SHOWN = ("median", "low", "high", "workers_median", "workers_low", "workers_high")
STEP_LETTERS = 46


def ladder(several: Several) -> list[Chart]:
    """One chart a ladder; nothing where no step was timed."""
    return [chart for run in several.runs for chart in _of_run(run)]


def _of_run(run: MachineRun) -> list[Chart]:
    findings = in_screen_words(run.findings)
    charts = []
    for family, steps in findings.ladders.items():
        times = metrics_of(run, family, _metric(findings, family), quiet=True)
        rows = [_row(findings, family, place, times) for place in range(len(steps))]
        charts += [_chart(run, findings, family, rows)] if any(row[3] is not None for row in rows) else []
    return charts


def _chart(run: MachineRun, findings: Findings, family: str, rows: Sequence[tuple[object, ...]]) -> Chart:
    name = in_name(f"ladder-{slug(family)}", run)
    unit = _unit(findings, family)
    workers = sorted({int(str(row[9])) for row in rows if row[9]})
    return Chart(
        name=name,
        section="questions",
        title=in_title(f"{findings.questions.get(family, family)} One change at a time", run),
        summary=listed(str(row[-1]) for row in rows),
        data=table_of(name, "a row a step", COLUMNS, rows),
        spec=_spec(rows, unit),
        families=(family,),
        corner=corner_of(findings),
        reading=_reading(workers),
    )


def _reading(workers: Sequence[int]) -> str:
    serial = "Dot and line: the serial time and its interval; extra work is that over the first step's, round by round."
    many = " or ".join(plural(count, "worker") for count in workers)
    return f"{serial} Hollow square: with {many}." if workers else serial


def _metric(findings: Findings, family: str) -> str:
    """What its steps were compared by."""
    return next((one.metric for one in findings.comparisons if one.family == family), "work_wall_ns")


def _unit(findings: Findings, family: str) -> str:
    """What a unit of its work is called; "" where whole runs were compared."""
    first = findings.ladders[family][0].variant
    return findings.units.get(first, "") if _metric(findings, family) == "unit_ns" else ""


def _row(findings: Findings, family: str, place: int, times: Mapping[str, Metric]) -> tuple[object, ...]:
    steps = findings.ladders[family]
    step = steps[place]
    serial = times.get(step.variant)
    split = next((one for one in findings.splits if one.family == family and one.serial == step.variant), None)
    threads = times.get(split.variant) if split else None
    extra = next((one for one in findings.comparisons if _is_extra(one, family, step)), None)
    name, unit = f"step {place + 1} of {len(steps)}", _unit(findings, family)
    figures = "the first step" if place == 0 else " ".join(filter(None, cells_of(extra))) if extra else ""
    with_what = (*_ends(threads), split.workers if split and threads else None)
    said = _said(name, step, (_text(serial, unit), _text(threads, unit)), figures if place else "")
    label = wrapped(f"{name}: {step.what}" if step.what else name, STEP_LETTERS)
    return (place, label, step.variant, *_ends(serial), *with_what, extra.ratio if extra else None, figures, said)


def _is_extra(one: Comparison, family: str, step: Step) -> bool:
    return one.family == family and one.role == "extra_work" and one.candidate == step.variant


def _ends(metric: Metric | None) -> tuple[float | None, float | None, float | None]:
    return (metric.median, metric.low, metric.high) if metric else (None, None, None)


def _text(metric: Metric | None, unit: str) -> str:
    if metric is None:
        return ""
    return per_unit_texts([metric.median], unit)[0] if unit else time_text(metric.median)


def _said(name: str, step: Step, times: tuple[str, str], extra: str) -> str:
    serial, threads = times
    said = f"{name}{f' ({step.what})' if step.what else ''}: {serial or 'not timed'}"
    said += f", extra work {extra}" if extra else ""
    return said + (f"; with workers {threads}" if threads else "")


def _spec(rows: Sequence[tuple[object, ...]], unit: str) -> Spec:
    times = [value for row in rows for value in row[3:9] if isinstance(value, float | int)]
    shown, factor = time_unit(times)
    x = quantity_axis(f"time in {shown}{each(unit)}, less is left", [time / factor for time in times])
    marks = [
        *_with_workers(x),
        *with_interval(x, ("median_shown", "low_shown", "high_shown"), color={"value": "$accent"}),
    ]
    spec = in_rows([(str(row[1]), str(row[-2])) for row in rows], marks, (), "extra work, interval")
    return {**spec, "transform": [*in_unit(SHOWN, factor), *spec["transform"]]}


def _with_workers(x: Spec) -> list[Spec]:
    ends = ("workers_median_shown", "workers_low_shown", "workers_high_shown")
    line, _ = with_interval(x, ends, color={"value": "$second"})
    return [line, hollow(x, "workers_median_shown", "square", "$second")]
