"""Below the trials of a family, over the same rounds: what the hypervisor and other programs took of the CPU time."""

import textwrap
from collections.abc import Sequence
from statistics import median
from typing import Any

from msgspec import Struct

from assay.analysis.quiet import NEED_QUIET
from assay.charts.axes import Spec
from assay.charts.trial_values import FamilyTrials, TrialRow
from assay.wording import about_percent_text, percent_text

HEIGHT, WITHOUT = 30, 6
WIDE = 5.0
"""Where shares reach so many times the quiet one, their axis is one of square roots, so that this one is still seen."""
HEADING_LETTERS, PLAIN_LETTERS = 100, 112


class _Kind(Struct, frozen=True):
    field: str
    name: str
    by: str
    colour: str


KINDS = (
    _Kind("steal_share", "steal", "taken by the hypervisor", "$third"),
    _Kind("foreign_share", "foreign CPU", "taken by other programs", "$second"),
)


def strips(one: FamilyTrials, under: Sequence[Spec], axes: tuple[Spec, Spec], width: int) -> list[Spec]:
    """One for steal, one for foreign CPU, each saying where it is unknown; the axis below the second is written out."""
    return [_strip(one, kind, under, x, width) for kind, x in zip(KINDS, axes, strict=True)]


def strips_text(rows: Sequence[TrialRow]) -> str:
    """The most that was taken in any trial, and how sure such a share is."""
    texts = []
    for kind in KINDS:
        known = _known(rows, kind.field)
        texts.append(f"{kind.name} {f'at most {about_percent_text(max(0.0, *known, 0.0))}' if known else 'unknown'}")
    text = " and ".join(texts)
    errors = [row.share_error for row in rows if row.share_error is not None]
    if all(one.endswith("unknown") for one in texts) or not errors:
        return f"What else the machine did: {text}"
    doubt = f"the kernel's tick makes each uncertain by about {about_percent_text(median(errors))}"
    return f"What else the machine did, as shares of a trial's CPU time: {text}; {doubt}"


def _known(rows: Sequence[TrialRow], field: str) -> list[float]:
    return [share for row in rows if (share := getattr(row, field)) is not None]


def _strip(one: FamilyTrials, kind: _Kind, under: Sequence[Spec], x: Spec, width: int) -> Spec:
    known = _known(one.rows, kind.field)
    quiet = one.family.quiet_share if one.family.kind in NEED_QUIET else None
    most = max([0.01, *known, *([1.5 * quiet] if quiet else [])])
    wide = {"type": "sqrt"} if most > WIDE * one.family.quiet_share else {}
    scale = {"domain": [0, most * 1.05], "nice": False, **wide}
    y = {"type": "quantitative", "scale": scale, "axis": _shares(bool(known))}
    layers = [*under, *_drawn(one, kind, {"x": x, "y": y})]
    if quiet and known:
        rule = {"type": "rule", "color": "$ink", "strokeWidth": 1, "strokeDash": [5, 3], "aria": False}
        layers.append({"data": {"values": [{}]}, "mark": rule, "encoding": {"y": {**y, "datum": quiet}}})
    title = {**row_heading(_title(one, kind, known), PLAIN_LETTERS), "fontWeight": "normal"}
    return {"width": width, "height": HEIGHT if known else WITHOUT, "title": title, "layer": layers}


def row_heading(text: str, letters: int = HEADING_LETTERS) -> Spec:
    """What stands above a row, beginning where the row does; on several lines where it is long."""
    lines = textwrap.wrap(text, letters)
    return {"text": lines, "fontSize": 12, "offset": 4, "anchor": "start", "frame": "group"}


def _shares(known: bool) -> Spec:
    if not known:
        return {"title": None, "labels": False, "ticks": False, "grid": False}
    return {"title": None, "tickCount": 2, "grid": False, "labelExpr": "format(datum.value * 100, '~g') + ' %'"}


def _title(one: FamilyTrials, kind: _Kind, known: Sequence[float]) -> str:
    if not known:
        return f"{kind.name} ({kind.by}): this machine does not say"
    unknown = len(one.rows) - len(known)
    texts = [f"{kind.name} ({kind.by}), share of CPU time", *([f"unknown of {unknown} trials"] if unknown else [])]
    return "; ".join(texts)


def strips_reading(one: FamilyTrials) -> str:
    """How to read them; "" where nothing is known."""
    if not any(_known(one.rows, kind.field) for kind in KINDS):
        return ""
    if one.family.kind not in NEED_QUIET:
        return "Lowest: what others took, trial by trial; the line: round by round."
    word = "not quiet" if one.loud and not one.left_out else "left out"
    share = percent_text(one.family.quiet_share)
    return f"Lowest: what others took, trial by trial; the line: round by round, {word} from {share} on (dashed)."


def _drawn(one: FamilyTrials, kind: _Kind, axes: Spec) -> list[Spec]:
    """The share of each trial as a skyline, that of each round as a line through it."""
    x, y = axes["x"], axes["y"]
    area = {"type": "area", "color": kind.colour, "opacity": 0.45, "interpolate": "step", "aria": False}
    gaps = {"invalid": "break-paths-filter-domains"}
    skyline = {"mark": {**area, **gaps}, "encoding": {"x": x, "y": {**y, "field": kind.field}}}
    line = {"type": "line", "color": kind.colour, "strokeWidth": 2, "interpolate": "step", "aria": False}
    rounds = {"x": {**x, "field": "round"}, "y": {**y, "field": "share"}}
    return [skyline, {"data": {"values": _of_rounds(one.rows, kind.field)}, "mark": line, "encoding": rounds}]


def _of_rounds(rows: Sequence[TrialRow], field: str) -> list[dict[str, Any]]:
    """The share of all trials of a round together, each counted by its CPU time."""
    sums: dict[int, tuple[float, float]] = {}
    for row in rows:
        share = getattr(row, field)
        if share is not None:
            taken, capacity = sums.get(row.round, (0.0, 0.0))
            sums[row.round] = (taken + share * row.capacity, capacity + row.capacity)
    points = [
        {"round": number, "share": max(0.0, taken / capacity)}
        for number, (taken, capacity) in sorted(sums.items())
        if capacity > 0
    ]
    ends = [
        {**points[place], "round": points[place]["round"] + half} for place, half in ((0, -0.5), (-1, 0.5)) if points
    ]
    return [*ends[:1], *points, *ends[1:]]
