"""How the values of each variant of a family are spread: a histogram and the empirical distribution, median and tail.

Drawn are single executions, or single calls of the work, where a trial has several, else trials. The values of one
process are not independent of each other: they show a shape, and how sure anything is comes from the rounds. Where the
mean or the tail contradicts the typical ratio, the text says so.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from assay.analysis.several import Several
from assay.charts.axes import Described, Spec, table_of
from assay.charts.model import Chart
from assay.charts.said import corner_of, in_name, in_title, listed
from assay.charts.shape import Contrast, Shape, contrasts, shape_of
from assay.charts.trial_strips import row_heading
from assay.charts.trial_values import FamilyTrials, families_of, number_of, singles
from assay.stats.histogram import Histogram, Steps, histogram, skewed, steps
from assay.units import plural
from assay.wording import ratio_words

WIDTHS, HEIGHT = (345, 285), 52
ALIKE = 1.5
"""Variants whose medians all lie within this factor share their axes."""
FEWEST = 10
"""Fewer values have no shape."""
MOST_TOLD = 3
"""Of so many comparisons mean and tail are told anyway, of more only where they contradict."""
COLUMNS: tuple[Described, ...] = (
    ("variant", "text", "what ran", ""),
    ("name", "text", "its name in this picture", ""),
    ("row", "integer", "its row in the picture, from 0", ""),
    ("part", "text", "bin of the histogram; step of the distribution; median, mean, p95, p99", ""),
    ("from", "number", "lower edge of a bin; where a step or a quantile is", ""),
    ("to", "number", "upper edge of a bin", ""),
    ("count", "integer", "values in a bin; values in all for a quantile", ""),
    ("share", "number", "share of values not above a step", "share"),
)
PLURALS = {"execution": "single executions", "iteration": "single calls of the work", "trial": "trials"}
RULES = {"median": [1, 0], "p95": [6, 3], "p99": [2, 2]}


class Drawn(Struct, frozen=True):
    """One variant with all that is drawn of it."""

    shape: Shape
    histogram: Histogram
    steps: Steps


def distributions(several: Several) -> list[Chart]:
    """One chart a family of every run in which some variant has enough values for a shape."""
    charts = []
    for one in families_of(several):
        found = singles(one)
        quick = one.run.findings.mode == "quick"
        drawn = {name: _drawn(each, quick=quick) for name, each in found.items() if each.values.size >= FEWEST}
        if drawn and not one.apart:  # times of languages stand side by side only where a study compares them
            charts.append(_chart(one, drawn))
    return charts


def _drawn(values: Any, *, quick: bool) -> Drawn:
    return Drawn(shape_of(values, quick), histogram(values.values), steps(values.values))


def _chart(one: FamilyTrials, drawn: Mapping[str, Drawn]) -> Chart:
    factor, unit = one.scale([max(each.shape.median for each in drawn.values())])
    name = f"distributions-{one.name}"
    columns = [(*column[:3], one.unit) if column[0] in ("from", "to") else column for column in COLUMNS]
    return Chart(
        name=in_name(name, one.run),
        section="distributions",
        title=in_title(one.titled(f"How {_of_what(drawn)}{{}} are spread: {one.what}", unit), one.run),
        summary=_summary(one, drawn),
        data=table_of(name, "a row a bin, a step or a quantile", columns, _rows(one, drawn)),
        spec=_spec(one, drawn, factor),
        families=(one.family.name,),
        corner=corner_of(one.run.findings),
        reading=_reading(one, drawn),
    )


def _of_what(drawn: Mapping[str, Drawn]) -> str:
    kinds = {each.shape.of for each in drawn.values()}
    return PLURALS[kinds.pop()] if len(kinds) == 1 else "single values"


def _rows(one: FamilyTrials, drawn: Mapping[str, Drawn]) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    for row, (variant, each) in enumerate(drawn.items()):
        whose = (variant, one.names.get(variant, variant), row)
        edges = each.histogram.edges
        bins = zip(edges, edges[1:], each.histogram.counts, strict=False)
        found += [(*whose, "bin", low, high, count, None) for low, high, count in bins]
        pairs = zip(each.steps.values, each.steps.shares, strict=True)
        found += [(*whose, "step", value, None, None, share) for value, share in pairs]
        quantiles = {"median": each.shape.median, "mean": each.shape.mean, **each.shape.tails}
        found += [(*whose, part, value, None, each.shape.count, None) for part, value in quantiles.items()]
    return found


def _summary(one: FamilyTrials, drawn: Mapping[str, Drawn]) -> str:
    each = [f"{one.names.get(name, name)}: {figures(one, it.shape)}" for name, it in drawn.items()]
    compared = contrasts(one)
    told = [_told(one, found) for found in compared if found.against or len(compared) <= MOST_TOLD]
    moved = max(it.steps.moved for it in drawn.values())
    return listed(
        [
            "; ".join(each),
            *told,
            _none_against(compared),
            f"Distributions are thinned: no step is moved by more than {_up(moved)} of the values" if moved else "",
        ]
    )


def _up(share: float) -> str:
    return f"{math.ceil(share * 1000) / 10:.1f} %"


def figures(one: FamilyTrials, shape: Shape) -> str:
    """ "median 81.20, mean 81.90, p95 84.10 ms (40 executions)"."""
    named = {"median": shape.median, "mean": shape.mean, **shape.tails}
    *texts, last = one.texts(list(named.values()))
    written = zip(named, [*map(number_of, texts), last], strict=True)
    of = {"execution": "execution", "iteration": "call", "trial": "trial"}[shape.of]
    return f"{', '.join(f'{name} {text}' for name, text in written)} ({plural(shape.count, of)})"


def _none_against(compared: Sequence[Contrast]) -> str:
    if not compared or any(found.against for found in compared):
        return ""
    tails = any(found.tail is not None and found.tail.bounded for found in compared)
    what = "neither mean nor tail contradicts" if tails else "the mean does not contradict"
    return f"In {plural(len(compared), 'comparison')} {what} the typical ratio"


def _told(one: FamilyTrials, found: Contrast) -> str:
    """The typical ratio, and beside it that of the mean and of the tail, in the words of all ratios."""
    comparison = found.comparison
    names = [one.names.get(name, name) for name in (comparison.candidate, comparison.baseline)]
    against = [name for name, _ in found.against]
    first = f"{names[0]} against {names[1]}: "
    if against:
        first = f"Typical run and {' and '.join(against)} disagree. {first}"
    assert comparison.ratio is not None
    typical = ratio_words(comparison.ratio, comparison.low, comparison.high, one.metric).short()
    parts = [f"the mean of all {_worded(found.mean, one.metric)}"]
    if found.tail is not None:
        parts.append(f"the {found.tail_name} {_worded(found.tail, one.metric)}")
    return f"{first}the typical trial {typical}; beside it, and deciding nothing, {', '.join(parts)}"


def _worded(found: Any, metric: str) -> str:
    low, high = (found.low, found.high) if found.bounded else (None, None)
    words = ratio_words(found.estimate, low, high, metric).short()
    return words if found.bounded else f"{words} (too few rounds for an interval)"


def _reading(one: FamilyTrials, drawn: Mapping[str, Drawn]) -> str:
    shapes = [each.shape for each in drawn.values()]
    tails = sorted({name for shape in shapes for name in shape.tails})
    lines = ["solid line: median", *(f"{'dashed' if name == 'p95' else 'dotted'}: {name}" for name in tails)]
    texts = [f"Each: {one.common}."] if one.common else []
    texts.append(f"Left: how many; right: share of values up to there; {', '.join(lines)}.")
    if one.left_out:
        texts.append("Rounds that figures leave out, as the machine was not quiet, are in here too.")
    if any(shape.of != "trial" for shape in shapes):
        texts.append("Values of one process or trial are not independent: this is a shape, no proof.")
    if any(shape.by_process for shape in shapes):
        texts.append("Tails are read in each process first, then over processes.")
    return " ".join(texts)


def _spec(one: FamilyTrials, drawn: Mapping[str, Drawn], factor: float) -> Spec:
    shared = _shared(drawn)
    last = list(drawn)[-1]
    rows = [_row(one, name, (each, shared, factor), written=not shared or name == last) for name, each in drawn.items()]
    return {"vconcat": rows, "spacing": 12}


Ends = tuple[tuple[float, float], tuple[float, float]] | None
"""Of the histograms and of the distributions."""


def _shared(drawn: Mapping[str, Drawn]) -> Ends:
    """The ends of axes that all variants share; None where they lie too far apart."""
    medians = [each.shape.median for each in drawn.values()]
    if min(medians) <= 0 or max(medians) > ALIKE * min(medians):
        return None
    bins = [each.histogram.edges for each in drawn.values()]
    all_values = [each.histogram for each in drawn.values()]
    return (
        (min(edges[0] for edges in bins), max(edges[-1] for edges in bins)),
        (min(each.smallest for each in all_values), max(each.largest for each in all_values)),
    )


def _row(one: FamilyTrials, variant: str, what: tuple[Drawn, Ends, float], *, written: bool) -> Spec:
    """Both panels of a variant; axes that all share are written out below the last one only."""
    each, shared, factor = what
    made = each.histogram
    bins, values = shared or ((made.edges[0], made.edges[-1]), (made.smallest, made.largest))
    name = one.names.get(variant, variant)
    heading = f"{name}:  {figures(one, each.shape)}{_beyond(one, made)}"
    said = f"{name}: {figures(one, each.shape)}"
    x = [_axis(bins, factor), _axis(values, factor, log=skewed(*values))]
    if not written:
        x = [{**one, "axis": {**one["axis"], "labels": False, "ticks": False}} for one in x]
    left, right = (
        _panel(axis, marks, each.shape, factor)
        for axis, marks in zip(x, (_bars(each, factor, said), _curve(each, factor)), strict=True)
    )
    left |= {"width": WIDTHS[0], "title": row_heading(heading)}
    return {"hconcat": [left, right | {"width": WIDTHS[1]}], "spacing": 64, "bounds": "flush"}


def _beyond(one: FamilyTrials, made: Histogram) -> str:
    """What lies outside the bins: how many, and how far out."""
    texts = []
    if made.above:
        texts.append(f"{made.above} above the bins, up to {one.texts([made.largest])[0]}")
    if made.below:
        texts.append(f"{made.below} below, down to {one.texts([made.smallest])[0]}")
    return "".join(f"; {text}" for text in texts)


def _axis(ends: tuple[float, float], factor: float, *, log: bool = False) -> Spec:
    low, high = (end / factor for end in ends)
    air = 0 if log else 0.02 * (high - low) or abs(low) * 0.01 or 1.0
    kind = {"type": "log"} if log else {"zero": False}
    axis = {"title": None, "grid": False, "tickCount": 3, "labelFlush": False, "labelOverlap": True}
    return {"type": "quantitative", "scale": {"domain": [low - air, high + air], "nice": False, **kind}, "axis": axis}


def _panel(x: Spec, drawn: Spec, shape: Shape, factor: float) -> Spec:
    """Marks, and over them a line for the median and for each tail."""
    main = {**drawn, "encoding": {**drawn["encoding"], "x": {**x, "field": "x"}}}
    places = [{"x": value / factor, "what": what} for what, value in {"median": shape.median, **shape.tails}.items()]
    used = ["median", *shape.tails]
    dashes = {"domain": used, "range": [RULES[what] for what in used]}
    rules = {
        "data": {"values": places},
        "mark": {"type": "rule", "color": "$ink", "strokeWidth": 1.5, "aria": False, "clip": True},
        "encoding": {
            "x": {**x, "field": "x"},
            "strokeDash": {"field": "what", "type": "nominal", "scale": dashes, "legend": None},
        },
    }
    return {"height": HEIGHT, "layer": [main, rules]}


def _bars(each: Drawn, factor: float, said: str) -> Spec:
    """The histogram as one outline; its last count is told twice, so that the last bin has a width."""
    edges, counts = each.histogram.edges, each.histogram.counts
    points = [{"x": edge / factor, "y": count} for edge, count in zip(edges, [*counts, counts[-1]], strict=True)]
    mark = {"type": "area", "interpolate": "step-after", "color": "$accent", "opacity": 0.75, "description": said}
    axis = {"title": None, "tickCount": 2, "tickMinStep": 1, "format": "d", "grid": True}
    y = {"field": "y", "type": "quantitative", "axis": axis}
    return {"data": {"values": points}, "mark": mark, "encoding": {"y": y}}


def _curve(each: Drawn, factor: float) -> Spec:
    """The empirical distribution, from 0 on."""
    found = each.steps
    points = [{"x": found.values[0] / factor, "y": 0.0}]
    points += [{"x": value / factor, "y": share} for value, share in zip(found.values, found.shares, strict=True)]
    mark = {"type": "line", "interpolate": "step-after", "color": "$accent", "strokeWidth": 1.5, "aria": False}
    axis = {"title": None, "values": [0, 0.5, 1], "grid": True, "labelExpr": "datum.value == 0.5 ? '50 %' : ''"}
    y = {"field": "y", "type": "quantitative", "scale": {"domain": [0, 1]}, "axis": axis}
    return {"data": {"values": points}, "mark": mark, "encoding": {"y": y, "order": {"field": "y"}}}
