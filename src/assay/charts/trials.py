"""Every trial of a family as a dot, in the order in which they ran, and below it what else the machine did meanwhile.

A row for each variant, all over the same rounds, so that a drift is seen in one of them or in all. Nothing is averaged
and nothing left away: what failed, what lies far out and what a figure leaves out is drawn as such.
"""

from statistics import median

from assay.analysis.several import Several
from assay.charts.axes import Spec, table_of
from assay.charts.model import Chart
from assay.charts.said import corner_of, in_name, in_title, listed
from assay.charts.trial_dots import COLUMNS, Rows, dots, how_drawn, layout, placed, shown
from assay.charts.trial_strips import row_heading, strips, strips_reading, strips_text
from assay.charts.trial_values import FamilyTrials, failures_text, families_of, number_of
from assay.units import plural
from assay.wording import about_percent_text, percent_text

WIDTH, HEIGHT = 660, 46
MOST_DESCRIBED = 2000
"""With more dots than this in a chart none is described by itself, and all of a row are one path."""
FEWEST_FOR_DRIFT = 9
COLOURS = ("$accent", "$second", "$third", "$good")
SHAPES = ("circle", "square", "diamond", "triangle-up")
OF_MEDIAN = "each row beside its own median"
CROSS = "M-1,-1L1,1M1,-1L-1,1"


def trials(several: Several) -> list[Chart]:
    """One chart a family of every run; none of a family with a single trial."""
    return [_chart(one) for one in families_of(several) if len(one.rows) > 1]


def _chart(one: FamilyTrials) -> Chart:
    rows = layout(one)
    name = f"trials-{one.name}"
    described = len(one.rows) <= MOST_DESCRIBED
    columns = [(*column[:3], one.unit) if column[0] == "value" else column for column in COLUMNS]
    marks = dots(one, rows, described=described)
    data = table_of(name, "a row a dot: a trial, in the order in which they ran", columns, marks)
    return Chart(
        name=in_name(name, one.run),
        section="trials",
        title=in_title(one.titled(f"Every trial{{}}: {one.what}", OF_MEDIAN if one.apart else rows.unit), one.run),
        summary=_summary(one, rows),
        data=data,
        spec=_spec(one, rows),
        families=(one.family.name,),
        corner=corner_of(one.run.findings),
        reading=_reading(one, rows),
    )


def _summary(one: FamilyTrials, rows: Rows) -> str:
    rounds = len({row.round for row in one.rows})
    count = f"{plural(len(one.rows), 'trial')} of {plural(len(one.variants), 'variant')} in {plural(rounds, 'round')}"
    failed = failures_text(one.rows)
    return listed(
        [
            f"{count}; {failed or 'none failed'}",
            _drift(one),
            _not_quiet(one, rounds),
            strips_text(one.rows),
        ]
    )


def _not_quiet(one: FamilyTrials, rounds: int) -> str:
    """How many rounds steal or foreign CPU spoiled, and what that means for the figures."""
    if not one.loud:
        return ""
    share = percent_text(one.family.quiet_share)
    why = f"steal or foreign CPU reached {share} of the CPU time of its trials together"
    if one.left_out:
        return f"{plural(len(one.loud), 'round')} left out of the figures: {why}"
    return f"{len(one.loud)} of {plural(rounds, 'round')} not quiet ({why}): too many to leave out, so figures use all"


def _drift(one: FamilyTrials) -> str:
    """How far medians moved between the first and the last third of the run."""
    moved: list[tuple[float, str]] = []
    for name in one.variants:
        values = one.values(name)
        third = len(values) // 3
        if len(values) >= FEWEST_FOR_DRIFT and (before := median(values[:third])) > 0:
            moved.append((median(values[-third:]) / before - 1, one.names.get(name, name)))
    if not moved:
        return ""
    change, name = max(moved, key=lambda pair: abs(pair[0]))
    if change == 0:
        return "From the first third of the run to the last no median moved"
    most = f"{about_percent_text(abs(change))} {'more' if change > 0 else 'less'}, {name}"
    return f"From the first third of the run to the last, medians moved by at most {most}"


def _reading(one: FamilyTrials, rows: Rows) -> str:
    described = ("Hollow", "A hollow triangle", "A cross")
    in_paths = ("Paler", "A paler dot", "A red dot at the upper edge")
    hollow, triangle, cross = described if len(one.rows) <= MOST_DESCRIBED else in_paths
    texts = [f"Each: {one.common}."] if one.common else []
    texts.append("A mark is a trial; the dotted line is the median of its row.")
    if one.apart:
        texts.append("Rows of different languages are not held against each other.")
    elif len({ends for name, ends in rows.ends.items() if one.values(name)}) > 1:
        texts.append("Each row has its own axis.")
    if rows.left_out:
        texts.append(f"{hollow}, in a shaded round: left out of the figures, since the machine was not quiet.")
    elif one.loud:
        texts.append("Shaded rounds: the machine was not quiet.")
    hows = {how_drawn(row, rows) for row in one.rows}
    if "far out" in hows:
        texts.append(f"{triangle} at the edge: beyond the axis.")
    if "failed" in hows:
        texts.append(f"{cross}: failed.")
    texts.append(strips_reading(one))
    return " ".join(filter(None, texts))


def _spec(one: FamilyTrials, rows: Rows) -> Spec:
    pieces = None if len(one.rows) <= MOST_DESCRIBED else _pieces(one, rows)
    panels = [_row(one, rows, place, pieces) for place in range(len(one.variants))]
    below = strips(one, shading(one.loud), (_x(one), _x(one, last=True)), WIDTH)
    return {"vconcat": [*panels, *below], "spacing": 8}


def _x(one: FamilyTrials, *, last: bool = False) -> Spec:
    """The axis of rounds; it is written out below the last row only."""
    most = max(row.round for row in one.rows)
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if most / size <= 10)
    ticks = [number for number in range(1, most + 1) if number == 1 or number % step == 0]
    axis: Spec = {"values": ticks, "grid": False, "title": None, "labels": False, "ticks": False, "domain": False}
    if last:
        axis = {"values": ticks, "grid": False, "title": "round", "format": "d"}
    return {"field": "x", "type": "quantitative", "scale": {"domain": [0.5, most + 0.5], "nice": False}, "axis": axis}


def _row(one: FamilyTrials, rows: Rows, place: int, pieces: "Pieces | None") -> Spec:
    variant = one.variants[place]
    low, high = rows.ends[variant]
    values = one.values(variant)
    bare = {} if values and not one.apart else {"labels": False}
    axis = {"title": None, "tickCount": 3, "grid": True, "gridOpacity": 0.6, **bare}
    scale = {"domain": [low, high], "nice": False, "zero": False}
    y = {"field": "shown", "type": "quantitative", "scale": scale, "axis": axis}
    layers = [_middle(median(values) / rows.factor, y)] if values else []
    axes = {"x": _x(one), "y": y}
    marks = _points(place, axes) if pieces is None else _paths(one, pieces, place, axes)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "title": row_heading(_row_title(one, rows, variant)),
        "layer": [*shading(one.loud), *layers, *marks],
    }


def _row_title(one: FamilyTrials, rows: Rows, variant: str) -> str:
    name = one.names.get(variant, variant)
    mine, values = one.of(variant), one.values(variant)
    texts = []
    if values and one.apart:
        low, high = (one.beside_median(variant, end) for end in (min(values), max(values)))
        texts.append(f"all within {number_of(low)} to {high}" if high else "")
    elif values:
        middle, low, high = one.texts([median(values), min(values), max(values)])
        texts.append(f"median {middle}, all within {number_of(low)} to {high}" if len(values) > 1 else middle)
    far = sum(how_drawn(row, rows) == "far out" for row in mine)
    texts += [f"{far} beyond the axis"] if far else []
    texts += [text for text in [failures_text(mine)] if text]
    return f"{name}:  {'; '.join(texts) or 'no value'}"


def shading(rounds: frozenset[int]) -> list[Spec]:
    """Stripes behind rounds that are left out; neighbours are one stripe."""
    if not rounds:
        return []
    ordered = sorted(rounds)
    starts = [number for number in ordered if number - 1 not in rounds]
    ends = [number for number in ordered if number + 1 not in rounds]
    stripes = [{"from": first - 0.5, "to": last + 0.5} for first, last in zip(starts, ends, strict=True)]
    mark = {"type": "rect", "color": "$doubt", "opacity": 0.14, "aria": False}
    encoding = {"x": {"field": "from", "type": "quantitative"}, "x2": {"field": "to"}}
    return [{"data": {"values": stripes}, "mark": mark, "encoding": encoding}]


def _middle(value: float, y: Spec) -> Spec:
    mark = {"type": "rule", "color": "$muted", "strokeWidth": 1, "strokeDash": [2, 2], "aria": False}
    return {"data": {"values": [{}]}, "mark": mark, "encoding": {"y": {**_without_field(y), "datum": value}}}


def _without_field(channel: Spec) -> Spec:
    return {key: part for key, part in channel.items() if key != "field"}


def _points(place: int, axes: Spec) -> list[Spec]:
    """A mark of its own for each trial."""
    colour = COLOURS[place % 4]
    shape = SHAPES[(place + place // 4) % 4]
    failed, far = "datum.how == 'failed'", "datum.how == 'far out'"
    encoding = {
        **axes,
        "fill": {"condition": {"test": "datum.how == 'used'", "value": colour}, "value": "transparent"},
        "stroke": {"condition": {"test": failed, "value": "$bad"}, "value": colour},
        "shape": {"condition": [{"test": failed, "value": CROSS}, {"test": far, "value": "triangle"}], "value": shape},
        "size": {"condition": {"test": failed, "value": 60}, "value": 32},
        "description": {"field": "said"},
    }
    mine = [{"filter": f"datum.row == {place} && datum.how != 'no value'"}]
    return [{"transform": mine, "mark": {"type": "point", "strokeWidth": 1.5}, "encoding": encoding}]


def _paths(one: FamilyTrials, pieces: "Pieces", place: int, axes: Spec) -> list[Spec]:
    """All dots of a row in one path for each way of drawing them: pieces of a line, each of them a single point."""
    colour = COLOURS[place % 4]
    ways = (("used", colour, 1.0), ("left out", colour, 0.45), ("far out", colour, 0.7), ("failed", "$bad", 1.0))
    rest: Spec = {"invalid": "break-paths-filter-domains", "aria": False, "strokeCap": "round", "strokeWidth": 3}
    x = {**axes["x"], "sort": None}
    return [
        {
            "data": {"values": pieces[one.variants[place], how]},
            "mark": {"type": "line", "color": paint, "opacity": opacity, **rest},
            "encoding": {"x": x, "y": axes["y"]},
        }
        for how, paint, opacity in ways
        if (one.variants[place], how) in pieces
    ]


Pieces = dict[tuple[str, str], list[dict[str, float | None]]]
"""(variant, how drawn) -> points, each followed by a gap."""


def _pieces(one: FamilyTrials, rows: Rows) -> Pieces:
    found: Pieces = {}
    for row, x in zip(one.rows, placed(one.rows), strict=True):
        points = found.setdefault((row.variant, how_drawn(row, rows)), [])
        points += [{"x": x, "shown": round(shown(row, rows), 6)}, {"x": x, "shown": None}]
    return found
