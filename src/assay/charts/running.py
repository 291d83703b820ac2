"""How variants with workers ran: how far tasks overlapped, how many CPUs they had, how evenly they shared the work.

All are shares of what could be, so that one axis serves: 1 is all of it, and from 0.8 on the words concurrent (overlap,
or tasks under way) and parallel (CPU time as well) may be used.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from assay.analysis.concurrency import CPU_SHARE, OVERLAP, cpus_allowed, cpus_for
from assay.analysis.model import Concurrency
from assay.analysis.several import Several
from assay.charts.axes import Described, Spec, in_rows, rule_at, table_of, wrapped
from assay.charts.model import Chart
from assay.charts.said import corner_of, in_name, in_title, listed
from assay.charts.trial_values import FamilyTrials, families_of
from assay.plan.model import Variant
from assay.units import plural

COLUMNS: tuple[Described, ...] = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("variant", "text", "what ran", ""),
    ("name", "text", "its name in this picture", ""),
    ("figures", "text", "the word for how it ran", ""),
    ("measure", "text", "overlap; under way; CPU time; fairness", ""),
    ("value", "number", "what was seen, median over trials", ""),
    ("shown", "number", "as a share of what could be, at most 1.1", "share"),
    ("said", "text", "the figure in words", ""),
)
MEASURES = {
    "overlap": ("circle", "$accent", "time in which all tasks were under way / the longest task's"),
    "under way": ("square", "$accent", "unequal tasks under way on average / CPUs they could have, at least 2"),
    "CPU time": ("triangle-up", "$second", "CPU time / wall time / CPUs it could have"),
    "fairness": ("diamond", "$third", "how evenly workers shared the units (Jain's index)"),
}
"""measure -> its shape, its colour and what it is."""
MOST = 1.1
"""More than all there could be is drawn here; the figure itself says how much."""


class _Seen(Struct, frozen=True):
    """One figure of one variant."""

    measure: str
    value: float
    share: float
    text: str


def running(several: Several) -> list[Chart]:
    """One chart a family in which something is known of how two workers or more ran."""
    charts = []
    for one in families_of(several):
        cpus = cpus_allowed(one.run.records)
        plan = {variant.name: variant for variant in one.run.header.plan.variants}
        judged = {each.variant: each for each in one.run.findings.concurrency}
        mine = [plan[name] for name in one.variants if name in judged and plan[name].workers > 1]
        found = [(judged[variant.name], _seen(judged[variant.name], variant, cpus)) for variant in mine]
        if any(seen for _, seen in found):
            charts.append(_chart(one, found))
    return charts


Found = Sequence[tuple[Concurrency, Sequence[_Seen]]]


def _seen(judged: Concurrency, variant: Variant, cpus: int) -> list[_Seen]:
    """Of unequal tasks, which cannot all overlap or be shared out evenly, it is told how many were under way."""
    possible = min(variant.workers, cpus_for(variant, cpus))
    found = []
    if judged.alive is not None:
        text = f"{judged.alive:.1f} tasks under way on average"
        found.append(_Seen("under way", judged.alive, judged.alive / max(2, possible), text))
    elif judged.overlap is not None:
        found.append(_Seen("overlap", judged.overlap, judged.overlap, f"overlap {judged.overlap:.2f}"))
    if judged.cpu_per_wall is not None:
        text = f"CPU time / wall time {judged.cpu_per_wall:.2f}, of {plural(possible, 'CPU')}"
        found.append(_Seen("CPU time", judged.cpu_per_wall, judged.cpu_per_wall / possible, text))
    if judged.fairness is not None and judged.alive is None:
        found.append(_Seen("fairness", judged.fairness, judged.fairness, f"fairness {judged.fairness:.2f}"))
    return found


def _chart(one: FamilyTrials, found: Found) -> Chart:
    name = f"running-{one.name}"
    return Chart(
        name=in_name(name, one.run),
        section="running",
        title=in_title(one.titled("How the workers{} ran"), one.run),
        summary=_summary(one, found),
        data=table_of(name, "a row a figure of a variant", COLUMNS, _rows(one, found)),
        spec=_spec(one, found),
        families=(one.family.name,),
        corner=corner_of(one.run.findings),
        reading=_reading(one, found),
    )


def _labels(one: FamilyTrials, found: Found) -> list[tuple[str, str]]:
    return [(wrapped(one.names.get(judged.variant, judged.variant)), judged.word) for judged, _ in found]


def _rows(one: FamilyTrials, found: Found) -> list[tuple[Any, ...]]:
    labels = _labels(one, found)
    return [
        (
            place,
            judged.variant,
            *labels[place],
            seen.measure,
            seen.value,
            min(MOST, seen.share),
            f"{one.names.get(judged.variant, judged.variant)}: {seen.text}",
        )
        for place, (judged, figures) in enumerate(found)
        for seen in figures
    ]


def _summary(one: FamilyTrials, found: Found) -> str:
    each = []
    for judged, figures in found:
        seen = ", ".join(figure.text for figure in figures) or "nothing was measured"
        doubts = "".join(f"; {caveat}" for caveat in judged.caveats)
        each.append(f"{one.names.get(judged.variant, judged.variant)}: {judged.word} ({seen}){doubts}")
    return listed(each)


def _reading(one: FamilyTrials, found: Found) -> str:
    used = {seen.measure for _, figures in found for seen in figures}
    what = "; ".join(f"{measure}: {MEASURES[measure][2]}" for measure in MEASURES if measure in used)
    common = f"Each: {one.common}. " if one.common else ""
    beyond = " At the right edge: 1.1 or more." if any(one.share > MOST for _, each in found for one in each) else ""
    return f"{common}{what}. Dashed: {OVERLAP:g}, which the words concurrent and parallel need.{beyond}"


def _spec(one: FamilyTrials, found: Found) -> Spec:
    assert OVERLAP == CPU_SHARE  # one line serves both
    used = [name for name in MEASURES if any(seen.measure == name for _, figures in found for seen in figures)]
    axis = {"title": "share of what could be", "values": [0, 0.5, 0.8, 1], "format": "~g"}
    x = {"type": "quantitative", "scale": {"domain": [0, MOST], "nice": False}, "axis": axis}
    legend = {"title": None, "orient": "top", "symbolSize": 90}
    shape = {"domain": used, "range": [MEASURES[name][0] for name in used]}
    colour = {"domain": used, "range": [MEASURES[name][1] for name in used]}
    dots = {
        "mark": {"type": "point", "filled": True, "size": 90, "opacity": 0.85},
        "encoding": {
            "x": {**x, "field": "shown"},
            "shape": {"field": "measure", "type": "nominal", "scale": shape, "legend": legend},
            "color": {"field": "measure", "type": "nominal", "scale": colour, "legend": legend},
            "description": {"field": "said"},
        },
    }
    return in_rows(_labels(one, found), [dots], [rule_at(OVERLAP, "$muted", (5, 3))], figures="ran")
