"""Peak memory of each variant: every one of the extra, untimed trials that looked at it, and their median.

Never in quick mode, which shows no peaks.
"""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from assay.analysis.several import Several
from assay.charts.axes import Described, Spec, in_rows, table_of, wrapped
from assay.charts.marks import quantity_axis, tick
from assay.charts.model import Chart
from assay.charts.said import corner_of, in_name, in_title, listed
from assay.charts.trial_values import FamilyTrials, families_of, number_of
from assay.units import plural

COLUMNS: tuple[Described, ...] = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("variant", "text", "what ran", ""),
    ("name", "text", "its name in this picture", ""),
    ("figures", "text", "the median, as written beside it", ""),
    ("round", "integer", "round, from 1", ""),
    ("value", "number", "peak memory of one trial", "bytes"),
    ("shown", "number", "the same in the unit of the axis", ""),
    ("median_shown", "number", "median of its variant, in that unit", ""),
    ("said", "text", "the trial in words", ""),
)
METHODS = {
    "cgroup peak": "of the whole process tree, as its control group counted it",
    "sampled PSS": "of the whole process tree, sampled as it ran (proportional set size): what is short may be missed",
    "largest process": "of the largest process alone, not of the whole tree",
}
"""What each way of taking memory counts."""


def memory(several: Several) -> list[Chart]:
    """One chart a family whose memory was looked at; none in quick mode."""
    found = (one for one in families_of(several, "memory") if one.run.findings.mode != "quick")
    return [_chart(one) for one in found if any(row.good for row in one.rows)]


def _chart(one: FamilyTrials) -> Chart:
    values = {variant: one.values(variant) for variant in one.variants if one.values(variant)}
    factor, unit = one.scale([value for found in values.values() for value in found])
    name = f"memory-{one.name}"
    return Chart(
        name=in_name(name, one.run),
        section="memory",
        title=in_title(one.titled("Peak memory{}", unit), one.run),
        summary=_summary(one, values),
        data=table_of(name, "a row a dot: an untimed trial that looked at memory", COLUMNS, _rows(one, values, factor)),
        spec=_spec(one, values, factor, unit),
        families=(one.family.name,),
        corner=corner_of(one.run.findings),
        reading=_reading(one),
    )


def _rows(one: FamilyTrials, values: Mapping[str, Sequence[float]], factor: float) -> list[tuple[Any, ...]]:
    labels, places = _labels(one, values), {variant: place for place, variant in enumerate(values)}
    return [
        (
            places[row.variant],
            row.variant,
            *labels[places[row.variant]],
            row.round,
            row.value,
            row.value / factor,
            median(values[row.variant]) / factor,
            f"{one.names.get(row.variant, row.variant)}, memory trial {row.round}: {one.texts([row.value])[0]}",
        )
        for row in one.rows
        if row.value is not None
    ]


def _labels(one: FamilyTrials, values: Mapping[str, Sequence[float]]) -> list[tuple[str, str]]:
    return [
        (wrapped(one.names.get(variant, variant)), one.texts([median(found)])[0]) for variant, found in values.items()
    ]


def _summary(one: FamilyTrials, values: Mapping[str, Sequence[float]]) -> str:
    each = []
    for variant, found in values.items():
        middle, low, high = one.texts([median(found), min(found), max(found)])
        trials = plural(len(found), "trial")
        spread = f" ({number_of(low)} to {high} in {trials})" if len(found) > 1 else " (1 trial)"
        each.append(f"{one.names.get(variant, variant)} {middle}{spread}")
    failed = sum(row.outcome != "ok" for row in one.rows)
    return listed(
        [
            f"Median peak memory: {', '.join(each)}",
            f"Taken in trials of their own, which are not timed: {_method(one)}",
            f"{plural(failed, 'memory trial')} failed" if failed else "",
        ]
    )


def _method(one: FamilyTrials) -> str:
    methods = one.run.findings.memory_method.split(" and ") if one.run.findings.memory_method else []
    return " and ".join(METHODS.get(method, method) for method in methods) or "how is not known"


def _reading(one: FamilyTrials) -> str:
    common = f"Each: {one.common}. " if one.common else ""
    return f"{common}A dot is an untimed trial, the upright stroke the median. Memory {_method(one)}."


def _spec(one: FamilyTrials, values: Mapping[str, Sequence[float]], factor: float, unit: str) -> Spec:
    x = quantity_axis(f"peak memory, {unit}", [value / factor for found in values.values() for value in found])
    x["axis"] = {**x["axis"], "labelExpr": "format(datum.value, ',.6~r')"}
    dots = {
        "mark": {"type": "point", "filled": True, "size": 50, "opacity": 0.6},
        "encoding": {"x": {**x, "field": "shown"}, "description": {"field": "said"}},
    }
    return in_rows(_labels(one, values), [tick(x, "median_shown", "$ink"), dots], figures="median")
