"""Where the dots of a family's trials stand, and how each is drawn: used, left out, far out or failed."""

from collections.abc import Sequence
from statistics import median
from typing import Any

import numpy as np
from msgspec import Struct

from assay.charts.axes import Described
from assay.charts.trial_values import FamilyTrials, TrialRow
from assay.wording import about_percent_text

FAR_OUT = 8.0
"""A value farther beyond the middle half of its variant than so many times that half's width is drawn at the edge."""
ALIKE = 1.5
"""Rows whose values all lie within this factor of each other share one axis."""
COLUMNS: tuple[Described, ...] = (
    ("variant", "text", "what ran", ""),
    ("name", "text", "its name in this picture", ""),
    ("row", "integer", "its row in the picture, from 0", ""),
    ("round", "integer", "round, from 1", ""),
    ("x", "number", "where it stands: its round, spread by its place in it", ""),
    ("value", "number", "what was measured; empty where the trial failed", ""),
    ("shown", "number", "the same in the unit of the axis, and not beyond its ends", ""),
    ("how", "text", "used; left out (its round was not quiet); far out (beyond the axis); failed", ""),
    ("outcome", "text", "how the trial ended", ""),
    ("steal_share", "number", "share of the CPU time of its window that the hypervisor took; empty = unknown", "share"),
    ("foreign_share", "number", "share that other programs took, at least 0; empty = unknown", "share"),
    ("said", "text", "the trial in words", ""),
)


class Rows(Struct, frozen=True):
    """How the values of a family are laid out."""

    factor: float
    unit: str
    ends: dict[str, tuple[float, float]]  # variant -> lower and upper end of its axis, in that unit
    left_out: frozenset[int]  # rounds that are not used where quiet ones are needed


def layout(one: FamilyTrials) -> Rows:
    """Axes for all variants: one for all where they lie near each other, else one each."""
    values = {name: one.values(name) for name in one.variants}
    everything = [value for found in values.values() for value in found]
    middles = [median(found) for found in values.values() if found]
    factor, unit = one.scale([max(middles, default=0.0)])
    ends = {name: _ends(found, one.family.margin) for name, found in values.items()}
    if everything and 0 < max(everything) <= ALIKE * min(everything):
        shared = [end for name, end in ends.items() if values[name]]
        ends = dict.fromkeys(ends, (min(low for low, _ in shared), max(high for _, high in shared)))
    return Rows(
        factor,
        unit,
        {name: (low / factor, high / factor) for name, (low, high) in ends.items()},
        one.left_out,
    )


def _ends(values: Sequence[float], margin: float) -> tuple[float, float]:
    """Around all that is not far out, and wide enough that differences below the margin look small."""
    if not values:
        return 0.0, 1.0
    lower, middle, upper = np.quantile(values, (0.25, 0.5, 0.75))
    least = 2 * margin * abs(middle) or 1.0
    reach = max(FAR_OUT * (upper - lower), least)
    near = [value for value in values if lower - reach <= value <= upper + reach]
    first, last = min(*near, middle - least), max(*near, middle + least)
    air = 0.08 * (last - first)
    return float(first - air), float(last + air)


def dots(one: FamilyTrials, rows: Rows, *, described: bool) -> list[tuple[Any, ...]]:
    """A row of the chart's data for each trial, in words only where asked for: ten thousand are a book."""
    places = {name: place for place, name in enumerate(one.variants)}
    return [
        (
            row.variant,
            one.names.get(row.variant, row.variant),
            places[row.variant],
            row.round,
            x,
            row.value,
            shown(row, rows),
            how_drawn(row, rows),
            row.outcome,
            row.steal_share,
            None if row.foreign_share is None else max(0.0, row.foreign_share),
            _said(row, one) if described else "",
        )
        for row, x in zip(one.rows, placed(one.rows), strict=True)
    ]


def placed(rows: Sequence[TrialRow]) -> list[float]:
    """Within a round trials stand side by side, in their order."""
    sizes: dict[int, int] = {}
    within = []
    for row in rows:
        within.append(sizes.get(row.round, 0))
        sizes[row.round] = within[-1] + 1
    pairs = zip(rows, within, strict=True)
    return [round(row.round + (place + 0.5) / sizes[row.round] - 0.5, 4) for row, place in pairs]


def how_drawn(row: TrialRow, rows: Rows) -> str:
    """As the column `how` says it; "no value" of a trial that ended well and did not measure this."""
    if row.value is None:
        return "failed" if row.outcome != "ok" else "no value"
    low, high = rows.ends[row.variant]
    if not low <= row.value / rows.factor <= high:
        return "far out"
    return "left out" if row.round in rows.left_out else "used"


def shown(row: TrialRow, rows: Rows) -> float:
    """Where it stands on its axis; what failed stands at the upper end."""
    low, high = rows.ends[row.variant]
    return high if row.value is None else min(high, max(low, row.value / rows.factor))


def _said(row: TrialRow, one: FamilyTrials) -> str:
    name = one.names.get(row.variant, row.variant)
    if row.value is not None and one.apart:
        what = one.beside_median(row.variant, row.value)
    elif row.value is not None:
        what = one.texts([row.value])[0]
    else:
        what = "did not measure this" if row.outcome == "ok" else f"{row.outcome} {row.reason}".strip()
    shares = (("steal", row.steal_share), ("foreign CPU", row.foreign_share))
    load = [f"{word} {about_percent_text(max(0.0, share))}" for word, share in shares if share is not None]
    return f"round {row.round}, {name}: {', '.join([what, *(load or ['load unknown'])])}"
