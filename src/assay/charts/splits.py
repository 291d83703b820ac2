"""speed-up = scaling / extra work on one log axis: how far the work throws back, how far workers carry."""

from collections.abc import Sequence

from assay.analysis.model import Findings, Split
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import MachineRun, Several
from assay.analysis.short_names import called_shortly
from assay.charts.axes import Spec, both_ways, in_rows, ratio_axis, rule_at, table_of, wrapped
from assay.charts.marks import one_of, with_interval
from assay.charts.model import Chart
from assay.charts.said import corner_of, few_rounds_text, in_name, in_title, levels_text, listed, rounds_text
from assay.wording import ratio_cells, split_text

COLUMNS = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("name", "text", "the step with workers", ""),
    ("variant", "text", "its name in the record", ""),
    ("workers", "integer", "how many workers it had", ""),
    ("speed_up", "number", "serial time of the first step over time of this one with workers", "ratio"),
    ("low", "number", "lower end of its interval; empty where there are too few quiet rounds", "ratio"),
    ("high", "number", "upper end of it", "ratio"),
    ("scaling", "number", "serial time over time with workers, of this step", "ratio"),
    ("scaling_low", "number", "lower end of its interval", "ratio"),
    ("scaling_high", "number", "upper end of it", "ratio"),
    ("extra_work", "number", "serial time of this step over that of the first", "ratio"),
    ("extra_work_low", "number", "lower end of its interval", "ratio"),
    ("extra_work_high", "number", "upper end of it", "ratio"),
    ("level", "number", "level of the intervals", "share"),
    ("rounds", "integer", "rounds behind them", ""),
    ("alone", "number", "1 / extra work: as fast as the first step, serially", "ratio"),
    ("gate", "text", "the work gate: passed, or not passed (then the left side is a ratio of times)", ""),
    ("figures", "text", "the equation", ""),
    ("said", "text", "the equation and its intervals", ""),
)
READING = (
    "From 1, the first step alone: the dashed line leads to this step alone (1 / extra work), the thick one from there "
    "to this step with workers. Hollow: the work gate did not pass."
)


def splits(several: Several) -> list[Chart]:
    """One chart a run; nothing where no step did other work than the first."""
    found = [(run, in_screen_words(run.findings)) for run in several.runs]
    return [_chart(run, findings, worth) for run, findings in found if (worth := _worth(findings))]


def _worth(findings: Findings) -> list[Split]:
    """Those whose work was held against other work; elsewhere the scaling is all there is."""
    compared = {(one.family, one.candidate) for one in findings.comparisons if one.role == "extra_work"}
    return called_shortly(findings, [one for one in findings.splits if (one.family, one.serial) in compared])


def _chart(run: MachineRun, findings: Findings, found: Sequence[Split]) -> Chart:
    rows = [_row(place, one) for place, one in enumerate(found)]
    name = in_name("splits", run)
    whole = "speed-up" if all(one.gate_passed for one in found) else "first step serially / this step with workers"
    bounded = [one.speed_up.level for one in found if one.speed_up.low is not None]
    effort = f"With {levels_text(bounded)}; {rounds_text([one.rounds_used for one in found])}"
    return Chart(
        name=name,
        section="questions",
        title=in_title(f"Is it the work or the workers? {whole[:1].upper()}{whole[1:]} = scaling / extra work", run),
        summary=listed([*(str(row[-1]) for row in rows), effort, few_rounds_text(len(found) - len(bounded))]),
        data=table_of(name, "a row a step with workers", COLUMNS, rows),
        spec=_spec(rows),
        families=tuple(dict.fromkeys(one.family for one in found)),
        corner=corner_of(findings),
        reading=" ".join(filter(None, (READING, few_rounds_text(len(found) - len(bounded))))),
    )


def _row(place: int, one: Split) -> tuple[object, ...]:
    up, scaled, extra = one.speed_up, one.scaling, one.extra_work
    equation = split_text(up.value, scaled.value, extra.value)
    ends = [(estimate.value, estimate.low, estimate.high) for estimate in (up, scaled, extra)]
    numbers = [number for estimate in ends for number in estimate]
    gate = "passed" if one.gate_passed else "not passed"
    what = (place, wrapped(one.name), one.variant, one.workers)
    return (*what, *numbers, up.level, one.rounds_used, 1 / extra.value, gate, equation, _said(one, equation))


def _said(one: Split, equation: str) -> str:
    named = (("left side", one.speed_up), ("scaling", one.scaling), ("extra work", one.extra_work))
    intervals = [(name, ratio_cells(it.value, it.low, it.high)[1]) for name, it in named if it.low != it.high]
    pieces = ", ".join(f"{name} {interval}" for name, interval in intervals if interval)
    return (
        f"{one.name}: {equation}{f' ({pieces})' if pieces else ''}{'' if one.gate_passed else '; work gate not passed'}"
    )


def _spec(rows: Sequence[tuple[object, ...]]) -> Spec:
    values = [value for row in rows for value in (*row[4:7], row[15]) if isinstance(value, float)]
    x = ratio_axis(both_ways("slower than the first step alone", "times as fast"), values)
    gate = one_of("gate", {"passed": "$accent"}, "$paper")
    line, dot = with_interval(x, ("speed_up", "low", "high"))
    line["mark"] |= {"color": "$ink"}
    dot["encoding"] |= {"fill": gate, "stroke": {"value": "$accent"}}
    marks = [
        _way(x, {"datum": 1}, "alone", {"strokeWidth": 1.5, "color": "$second", "strokeDash": [3, 2]}),
        _way(x, {"field": "alone"}, "speed_up", {"strokeWidth": 5, "color": "$accent", "opacity": 0.45}),
        line,
        dot,
    ]
    return in_rows([(str(row[1]), str(row[-2])) for row in rows], marks, [rule_at(1)], "left = scaling / extra work")


def _way(x: Spec, start: Spec, end: str, look: Spec) -> Spec:
    """A line from where the work alone leads, or from 1, to the next place."""
    return {"mark": {"type": "rule", "aria": False, **look}, "encoding": {"x": {**x, "field": end}, "x2": start}}
