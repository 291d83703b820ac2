"""Comparisons as rows of a picture: ratio, interval, 1, and the band of differences that count as none."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from assay.analysis.model import Comparison
from assay.analysis.several import Across
from assay.charts.axes import Spec, band, both_ways, in_rows, ratio_axis, rule_at, table_of, wrapped
from assay.charts.marks import one_of, with_interval
from assay.charts.said import few_rounds_text, levels_text, listed, rounds_text
from assay.tables.model import Table
from assay.wording import LABELS, cells_of, percent_text, quantity, sentence

Names = Mapping[str, str]
COLUMNS = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("name", "text", "who is compared with whom, and on which machine where there are several", ""),
    ("baseline", "text", "what it is held against", ""),
    ("candidate", "text", "what is held against it", ""),
    ("metric", "text", "what was compared", ""),
    ("ratio", "number", "candidate / baseline", "ratio"),
    ("low", "number", "lower end of the interval; empty where there are too few rounds", "ratio"),
    ("high", "number", "upper end of it", "ratio"),
    ("level", "number", "level of the interval", "share"),
    ("rounds", "integer", "rounds behind it", ""),
    ("verdict", "text", "read off the interval and the margin", ""),
    ("margin", "number", "differences below it count as none", "share"),
    ("figures", "text", "ratio, interval and verdict as written beside it", ""),
    ("said", "text", "the comparison in a sentence", ""),
)
COLOURS = {"faster": "$good", "lower": "$good", "slower": "$bad", "higher": "$bad", "no_difference": "$accent"}
SHAPES = {"faster": "triangle-left", "lower": "triangle-left", "slower": "triangle-right", "higher": "triangle-right"}
SHAPES |= {"no_difference": "diamond"}


class RatioRow(Struct, frozen=True):
    """One comparison and what it is called."""

    one: Comparison
    name: str
    baseline: str
    candidate: str
    where: str = ""  # the machine, where there are several

    @property
    def figures(self) -> str:
        """What stands to the right of it."""
        return "  ".join(filter(None, (*cells_of(self.one), LABELS[self.one.verdict].lower())))

    @property
    def said(self) -> str:
        """The comparison in a sentence, with its figures."""
        where = f"{self.where}: " if self.where else ""
        cells = " ".join(filter(None, cells_of(self.one)))
        return f"{where}{sentence(self.one, self.candidate, self.baseline)} ({cells})"


def rows_of(found: Sequence[Comparison], names: Names) -> list[RatioRow]:
    """Each with what it is called beside the others."""
    return [
        RatioRow(one, wrapped(name), names.get(one.baseline, one.baseline), names.get(one.candidate, one.candidate))
        for one, name in zip(found, called_of(found, names), strict=True)
    ]


def called_of(found: Sequence[Comparison | Across], names: Names) -> list[str]:
    """What comparisons are called: by candidate; by baseline and metric too where not all have the same."""
    alone = len({one.baseline for one in found}) == 1
    of_one = len({one.metric for one in found}) == 1
    called = []
    for one in found:
        candidate, baseline = names.get(one.candidate, one.candidate), names.get(one.baseline, one.baseline)
        name = candidate if alone else f"{candidate} against {baseline}"
        called.append(name if of_one else f"{name}: {quantity(one.metric).noun}")
    return called


def ratio_table(name: str, rows: Sequence[RatioRow]) -> Table:
    """What is drawn."""
    return table_of(name, "a row a comparison", COLUMNS, [_cells(place, row) for place, row in enumerate(rows)])


def _cells(place: int, row: RatioRow) -> tuple[object, ...]:
    one = row.one
    who = (place, row.name, row.baseline, row.candidate, one.metric)
    return (*who, one.ratio, one.low, one.high, one.level, one.rounds, one.verdict, one.margin, row.figures, row.said)


def ratio_summary(rows: Sequence[RatioRow]) -> str:
    """Every comparison with its figures, and what they rest on."""
    bounded = [row.one.level for row in rows if row.one.low is not None]
    effort = f"Ratios with {levels_text(bounded)}; {rounds_text([row.one.rounds for row in rows])}"
    return listed([*(row.said for row in rows), effort, few_rounds_text(len(rows) - len(bounded))])


def ratio_reading(rows: Sequence[RatioRow]) -> str:
    """How to read it."""
    within = " or ".join(percent_text(margin) for margin in sorted({row.one.margin for row in rows}))
    bounded = [row.one.level for row in rows if row.one.low is not None]
    line = f"A line is the interval ({levels_text(bounded)}). " if bounded else ""
    said = f"Left of 1 takes less. {line}All of it inside the grey band: no difference larger than {within}."
    return " ".join(filter(None, (said, few_rounds_text(len(rows) - len(bounded)))))


def ratio_spec(rows: Sequence[RatioRow]) -> Spec:
    """The picture."""
    baselines, nouns = {row.baseline for row in rows}, {quantity(row.one.metric).noun for row in rows}
    against = next(iter(baselines)) if len(baselines) == 1 else "what it is held against"
    what = f"{next(iter(nouns))} " if len(nouns) == 1 else ""
    margin = max(row.one.margin for row in rows)
    values = [1 - margin, 1 + margin, *(value for row in rows for value in (row.one.ratio, row.one.low, row.one.high))]
    x = ratio_axis(both_ways(f"less {what}than {against}", f"more {what}".strip()), values)
    shape = one_of("verdict", SHAPES, "circle")
    marks = with_interval(x, ("ratio", "low", "high"), color=one_of("verdict", COLOURS, "$doubt"), shape=shape)
    under = [band(1 - margin, 1 + margin), rule_at(1)]
    return in_rows([(row.name, row.figures) for row in rows], marks, under, "ratio, interval")
