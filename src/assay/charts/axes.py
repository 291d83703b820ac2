"""Parts that charts share: a row for each name with its figures on the right, a log axis of ratios, an interval.

A row's name stands on the left and its figures on the right, both as labels of an axis, so that neither is ever cut and
the picture grows with them. Long names are broken into lines.
"""

import math
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from assay.tables.model import Column, Table

Spec = dict[str, Any]
Described = tuple[str, str, str, str]
"""A column: its name, kind, meaning and unit."""
Rows = Sequence[tuple[str, str]]
"""(name, figures) of each row, in the order of the table."""
NAME_LETTERS = 40
LETTER, WIDER = 6.0, 0.17
"""Mean width of a letter of a label in pixels, and by how much another font may be wider (DejaVu Sans over Arial)."""
LINE, AIR = 15, 9
"""Height of a line of a name, and what lies between rows, in pixels."""
APART = "\u2063"
"""Stands between the name and the figures of a row where both are one label."""
LEFT, RIGHT = (f"split(split(datum.label, '{APART}')[{place}], '\\n')" for place in (1, 2))
ROUND = (1, 1.5, 2, 3, 5, 7)


def wrapped(name: str, letters: int = NAME_LETTERS) -> str:
    """A name on as many lines as it needs; a word that is too long for one is broken."""
    return "\n".join(textwrap.wrap(name, letters, break_on_hyphens=False) or [name])


def in_rows(rows: Rows, marks: Sequence[Spec], under: Sequence[Spec] = (), figures: str = "") -> Spec:
    """Marks over rows of (name, figures) in the order of the table; `under` lies below all of them and knows no rows.

    `figures` is the title above the figures on the right.
    """
    keys = [_key(place, *row) for place, row in enumerate(rows)]
    step = LINE * max(name.count("\n") + 1 for row in rows for name in row) + AIR
    left = _row_axis(keys, LEFT, {})
    right = _row_axis(keys, RIGHT, {**_heading(figures), "orient": "right"})
    carrier = {"mark": {"type": "point", "opacity": 0, "aria": False}, "encoding": {"y": right}}
    return {
        "padding": {"left": _slack(name for name, _ in rows), "right": _slack([figures, *(text for _, text in rows)])},
        "height": step * len(rows),
        "transform": [{"calculate": f"datum.place + '{APART}' + datum.name + '{APART}' + datum.figures", "as": "row"}],
        "layer": [*under, {"layer": list(marks), "encoding": {"y": left}}, carrier],
        "resolve": {"scale": {"y": "independent"}, "axis": {"y": "independent"}},
    }


def _slack(labels: Iterable[str]) -> int:
    """Room for a reader's font that is wider than the one it was drawn with."""
    letters = max((len(line) for label in labels for line in label.split("\n")), default=0)
    return round(letters * LETTER * WIDER)


def _key(place: int, name: str, figures: str) -> str:
    """What tells a row from all others and holds both of its labels."""
    return f"{place}{APART}{name}{APART}{figures}"


def _row_axis(keys: Sequence[str], label: str, more: Spec) -> Spec:
    lines = label.replace("split(", "length(split(", 1) + ")"
    centred = {"condition": {"test": f"{lines} > 1", "expr": f"{-LINE / 2} * ({lines} - 1)"}, "value": 0}
    axis: Spec = {"labelExpr": label, "title": None, "grid": False, "aria": False, "labelLineHeight": LINE}
    axis |= {"labelOffset": centred, **more}
    return {"field": "row", "type": "nominal", "scale": {"domain": list(keys)}, "axis": axis}


def _heading(title: str) -> Spec:
    """A title above a column of labels."""
    if not title:
        return {}
    return {"title": title, "titleAngle": 0, "titleAlign": "left", "titleY": -8, "titleX": 8}


def ratio_axis(title: str, values: Iterable[float | None]) -> Spec:
    """A log axis of ratios around 1; its ends and ticks are chosen so that small differences can be read."""
    known = [value for value in values if value is not None and value > 0]
    low, high = _ends(known)
    axis = {"title": title, "values": ticks(low, high), "grid": True, "format": "~r", "labelFlush": False}
    scale = {"type": "log", "domain": [low, high], "nice": False}
    return {"type": "quantitative", "scale": scale, "axis": axis}


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """A little beyond all values and 1, never closer than 2 % to it."""
    low, high = min([0.98, *values]), max([1.02, *values])
    air = (high / low) ** 0.06
    return low / air, high * air


def ticks(low: float, high: float) -> list[float]:
    """Round ratios between the ends, 1 always among them: decades where far apart, percents where near."""
    if high / low > 3:
        return round_values(low, high)
    step = _round_step((high - low) / 8)
    found = [round(1 + step * count, 6) for count in range(-200, 201)]
    return [value for value in found if low <= value <= high]


def round_values(low: float, high: float) -> list[float]:
    """Round numbers on a log axis, as many as can be read."""
    span = high / low
    steps = (1,) if span > 3000 else (1, 3) if span > 200 else (1, 2, 5) if span > 6 else ROUND
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found = [round(step * 10.0**decade, 12) for decade in decades for step in steps]
    return [value for value in found if low <= value <= high]


def _round_step(wanted: float) -> float:
    decade = 10.0 ** math.floor(math.log10(wanted))
    return next(decade * step for step in (1, 2, 5, 10) if decade * step >= wanted * 0.999)


def both_ways(less: str, more: str) -> str:
    """The title of an axis of ratios: what lies on either side of 1."""
    return f"\u2190 {less}\u00a0\u00a0\u00a0|\u00a0\u00a0\u00a0{more} \u2192"


def rule_at(value: float, colour: str = "$ink", dash: Sequence[int] = ()) -> Spec:
    """A line across all rows."""
    mark: Spec = {"type": "rule", "color": colour, "strokeWidth": 1, "aria": False}
    if dash:
        mark["strokeDash"] = list(dash)
    return {"data": {"values": [{}]}, "mark": mark, "encoding": {"x": {"datum": value}}}


def band(low: float, high: float, colour: str = "$grid") -> Spec:
    """A stripe behind all rows."""
    mark = {"type": "rect", "color": colour, "opacity": 0.5, "aria": False}
    return {"data": {"values": [{}]}, "mark": mark, "encoding": {"x": {"datum": low}, "x2": {"datum": high}}}


def known_interval(low: str = "low", high: str = "high") -> Spec:
    """Keeps the rows that have an interval."""
    return {"filter": f"isValid(datum.{low}) && isValid(datum.{high})"}


def table_of(
    name: str, meaning: str, columns: Sequence[tuple[str, str, str, str]], rows: Sequence[Sequence[Any]]
) -> Table:
    """A table from rows; each column is (name, kind, meaning, unit)."""
    cells = list(zip(*rows, strict=True)) if rows else [()] * len(columns)
    made = [
        Column(column, kind, what, list(values), unit)
        for (column, kind, what, unit), values in zip(columns, cells, strict=True)
    ]
    return Table(name, meaning, tuple(made))


def slug(text: str) -> str:
    """A piece of a name that is fit for a file."""
    kept = "".join(letter.lower() if letter.isascii() and letter.isalnum() else "-" for letter in text)
    return "-".join(filter(None, kept.split("-"))) or "all"
