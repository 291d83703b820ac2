"""Marks that charts share: a point with its interval, a tick, axes of quantities and of times."""

from collections.abc import Iterable, Sequence
from typing import Any

from assay.charts.axes import Spec, known_interval, round_values
from assay.units import TIME_SCALE, per_unit_texts, time_text

TICK = 18
"""Height of a stroke in pixels."""
WIDE = 8.0
"""Values whose largest is so many times the smallest need a log axis to be told apart."""


def with_interval(x: Spec, ends: tuple[str, str, str], **channels: Any) -> list[Spec]:
    """A line from low to high, where both are known, and a point at the value; `ends` are the columns' names."""
    value, low, high = ends
    said = {"description": {"field": "said"}}
    line = {key: channel for key, channel in channels.items() if key == "color"}
    return [
        {
            "transform": [known_interval(low, high), *_above_zero(x, low)],
            "mark": {"type": "rule", "strokeWidth": 2},
            "encoding": {"x": {**x, "field": low}, "x2": {"field": high}, **line, **said},
        },
        point(x, value, **channels),
    ]


def point(x: Spec, value: str, size: int = 80, **channels: Any) -> Spec:
    """A point where the value is known."""
    mark = {"type": "point", "filled": True, "size": size, "opacity": 1}
    encoding = {"x": {**x, "field": value}, "description": {"field": "said"}, **channels}
    return {"transform": [_known(value), *_above_zero(x, value)], "mark": mark, "encoding": encoding}


def _known(value: str) -> Spec:
    return {"filter": f"isValid(datum.{value})"}


def _above_zero(x: Spec, value: str) -> list[Spec]:
    """A log axis has no place for anything else."""
    return [{"filter": f"datum.{value} > 0"}] if x["scale"].get("type") == "log" else []


def hollow(x: Spec, value: str, shape: str, colour: str, size: int = 80) -> Spec:
    """The outline of a point."""
    mark = {"type": "point", "filled": False, "shape": shape, "size": size, "stroke": colour, "strokeWidth": 2}
    encoding = {"x": {**x, "field": value}, "description": {"field": "said"}}
    return {"transform": [_known(value), *_above_zero(x, value)], "mark": mark, "encoding": encoding}


def tick(x: Spec, value: str, colour: str, thickness: float = 3) -> Spec:
    """A short upright stroke in its row."""
    mark = {"type": "tick", "color": colour, "thickness": thickness, "size": TICK, "opacity": 1, "aria": False}
    where = {"x": {**x, "field": value}}
    return {"transform": [_known(value), *_above_zero(x, value)], "mark": mark, "encoding": where}


def one_of(column: str, values: dict[str, str], otherwise: str) -> Spec:
    """A channel's value by the word in a column."""
    tests = [{"test": f"datum.{column} == '{word}'", "value": value} for word, value in values.items()]
    return {"condition": tests, "value": otherwise} if tests else {"value": otherwise}


def quantity_axis(title: str, values: Iterable[float | None], *, zero: bool = True) -> Spec:
    """An axis of amounts: from zero where they are near each other, a log axis where they are far apart."""
    known = [value for value in values if value is not None and value > 0]
    low, high = min(known, default=1.0), max(known, default=1.0)
    if high / low > WIDE:
        ends = low / 1.2, high * 1.2
        axis: Spec = {"title": f"{title} (log axis)", "values": round_values(*ends), "format": "~r"}
        return {"type": "quantitative", "axis": axis, "scale": {"type": "log", "domain": list(ends), "nice": False}}
    domain = [0 if zero else low - (high - low) * 0.1, high * 1.04]
    axis = {"title": title, "tickCount": 8, "format": "~r"}
    return {"type": "quantitative", "axis": axis, "scale": {"domain": domain, "nice": False}}


def time_unit(nanoseconds: Sequence[float | None]) -> tuple[str, float]:
    """The unit that the largest of these times is read in, and its length in nanoseconds."""
    unit = time_text(max((value for value in nanoseconds if value is not None), default=0.0)).split()[-1]
    return unit, dict(TIME_SCALE)[unit]


def each(unit: str) -> str:
    """Of times of one unit of work: " a count", " an operation"; "" where no unit is counted."""
    return " " + per_unit_texts([1.0], unit)[0].partition(" ns ")[2] if unit else ""


def in_unit(columns: Iterable[str], factor: float) -> list[Spec]:
    """Columns in nanoseconds as such in another unit; `median` becomes `median_shown`."""
    return [
        {"calculate": f"isValid(datum.{name}) ? datum.{name} / {factor:.0f} : null", "as": f"{name}_shown"}
        for name in columns
    ]
