"""The sheet of a question: what was asked, what came out in words, a table with formulas, its chart, and raw values."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from assay.analysis.measured import values_of
from assay.analysis.names import names_of
from assay.analysis.several import MachineRun, Several
from assay.report.layout import UNBOUND
from assay.report.questions import question_block
from assay.workbook.ink import Ink, set_to_print
from assay.workbook.kinds.catalogue import KINDS
from assay.workbook.kinds.measured import variants_of
from assay.workbook.model import RAW, Bars, Formula, Ref, Row, Sheet

WIDTHS = {"text": 17, "words": 66, "ratio": 10, "share": 10, "time": 13, "count": 11}
WORDS = ("text", "words")
NAME_WIDTH = 40
MANY_ROWS = 24
"""More are printed on an upright page."""
ROW_HEIGHT = 20
LEAST_CHART, EACH_BAR, MOST_CHART = 260, 22, 900
WIDEST_CHART, DEFAULT_WIDTH = 1150, 8.43
MOST_SAID = 6
LAST_COLUMN = 8
"""Sentences reach to here, and the chart about as far."""
LETTERS_A_LINE = 180
UP, DOWN = "interval, up", "interval, down"


class Place(Struct, frozen=True):
    """Where the table and the raw values of a sheet stand; rows and columns from 0."""

    sheet: str
    table: int  # row of its heading
    raw: int  # row of the heading of the raw values
    raw_rows: int
    columns: dict[str, int]
    rows: dict[tuple[str, str, str], int]
    raw_columns: dict[tuple[str, str, str], int]


def write_question(book: Any, ink: Ink, several: Several, asked: "Asked") -> None:
    """One sheet."""
    page = book.add_worksheet(asked.sheet)
    found = KINDS.get(asked.kind, KINDS["comparison"])(several, asked.families)
    if not found.rows:  # families that scale may hold only a work gate: then that is what there is to see
        found = KINDS["comparison"](several, asked.families)
    row = _words(page, ink, several, asked)
    raw = _raw_values(several, asked.families, found)
    place = _place(asked.sheet, row, found, raw)
    _table(page, ink, found, place)
    if found.bars and found.rows:
        _chart(book, page, found, place)
    _raw(page, ink, raw, found, place)
    page.print_area(0, 0, place.raw - 3, max(len(found.columns), LAST_COLUMN + 1) - 1)
    set_to_print(page, asked.question, tall=len(found.rows) > MANY_ROWS)


class Asked(Struct, frozen=True):
    """One question and the families that answer it."""

    sheet: str
    question: str
    kind: str
    families: tuple[str, ...]


def _words(page: Any, ink: Ink, several: Several, asked: Asked) -> int:
    """The question and its sentences; the row below them."""
    page.write_string(0, 0, asked.question, ink["title"])
    row = 1
    for text in _said(several, asked)[:MOST_SAID]:
        page.merge_range(row, 0, row, LAST_COLUMN, "", ink["said"])
        page.write_string(row, 0, text, ink["said"])
        page.set_row(row, 14 * (1 + len(text) // LETTERS_A_LINE))
        row += 1
    return row + 1


def _said(several: Several, asked: Asked) -> list[str]:
    """Over all machines where there are several; else as on the screen."""
    if len(several.runs) > 1:
        return [one.sentence for one in several.across if one.family in asked.families]
    findings = several.runs[0].findings
    lines = question_block(findings, asked.families, names_of(findings), UNBOUND)[2:]
    return [
        " ".join((line.text.strip(), *line.more, line.label)).strip() for line in lines if line.text and not line.cells
    ]


def _raw_values(
    several: Several, families: Sequence[str], found: Sheet
) -> dict[tuple[str, str, str], tuple[str, dict[int, float]]]:
    """(machine, family, variant) -> its name, and round -> value in the sheet's unit."""
    named = {(row.machine, row.family, row.variant): row.name for row in found.rows}
    raw = {}
    for run in several.runs:
        for family in families:
            values = values_of(run.records, family, found.metric)
            for variant in variants_of(run, family):
                if variant in values:
                    key = (run.machine, family, variant)
                    scaled = {number: value / found.factor for number, value in values[variant].items()}
                    raw[key] = (named.get(key, _name(run, variant)), scaled)
    return raw


def _name(run: MachineRun, variant: str) -> str:
    return names_of(run.findings).get(variant, variant)


def _place(sheet: str, row: int, found: Sheet, raw: Mapping[tuple[str, str, str], Any]) -> Place:
    high = _height(found) // ROW_HEIGHT + 2 if found.bars else 0
    below = row + 1 + len(found.rows) + len(found.notes) + high
    rounds = sorted({number for _, values in raw.values() for number in values})
    return Place(
        sheet,
        row,
        below + 3,
        len(rounds),
        {column.key: number for number, column in enumerate(found.columns)},
        {(one.machine, one.family, one.variant): row + 1 + number for number, one in enumerate(found.rows)},
        {key: number for number, key in enumerate(raw, 1)},
    )


def _table(page: Any, ink: Ink, found: Sheet, place: Place) -> None:
    for number, column in enumerate(found.columns):
        page.write_string(place.table, number, column.heading, ink["heading" if column.form in WORDS else "figures"])
        page.set_column(number, number, NAME_WIDTH if number == 0 else WIDTHS[column.form])
    for row in found.rows:
        line = place.rows[row.machine, row.family, row.variant]
        for number, column in enumerate(found.columns):
            value = row.cells.get(column.key)
            if number == 0 and row.machine:
                value = f"{row.machine}: {value}"
            _write(page, line, number, value, ink[column.form], _Here(place, row))
        if found.bars and found.bars.low:
            _interval(page, ink, found, place, row)
    below = place.table + 1 + len(found.rows)
    for number, note in enumerate(found.notes):
        page.write_string(below + number, 0, note, ink["note"])


class _Here(Struct, frozen=True):
    """The row in which a formula stands."""

    place: Place
    row: Row

    def address(self, ref: Ref) -> str:
        """Of the cell, or of the raw values, that a formula names."""
        from xlsxwriter.utility import xl_range_abs, xl_rowcol_to_cell

        key = (self.row.machine, self.row.family, ref.variant or self.row.variant)
        if ref.key == RAW:
            column, first = self.place.raw_columns[key], self.place.raw + 1
            return str(xl_range_abs(first, column, first + self.place.raw_rows - 1, column))
        return str(xl_rowcol_to_cell(self.place.rows[key], self.place.columns[ref.key]))


def _write(page: Any, row: int, column: int, value: Any, form: Any, here: _Here) -> None:
    """Text never becomes a formula; what is unknown stays empty."""
    if value is None:
        return
    if isinstance(value, Formula):
        page.write_formula(row, column, "=" + value.text.format(*map(here.address, value.refs)), form, value.value)
    elif isinstance(value, str):
        page.write_string(row, column, value, form)
    else:
        page.write_number(row, column, value, form)


def _interval(page: Any, ink: Ink, found: Sheet, place: Place, row: Row) -> None:
    """How far the interval reaches to both sides: what error bars are drawn from."""
    bars = found.bars
    assert bars is not None
    value, low, high = (row.cells.get(key) for key in (bars.value, bars.low, bars.high))
    at = len(found.columns)
    for number, heading in enumerate((UP, DOWN)):
        page.write_string(place.table, at + number, heading, ink["figures"])
    if not isinstance(value, float) or low is None or high is None:
        return
    here = _Here(place, row)
    line = place.rows[row.machine, row.family, row.variant]
    up = Formula("{0}-{1}", (Ref(bars.high), Ref(bars.value)), high - value)
    down = Formula("{0}-{1}", (Ref(bars.value), Ref(bars.low)), value - low)
    _write(page, line, at, up, ink["ratio"], here)
    _write(page, line, at + 1, down, ink["ratio"], here)


def _height(found: Sheet) -> int:
    series = 1 + (len(found.bars.beside) if found.bars else 0)
    return max(LEAST_CHART, min(MOST_CHART, 120 + EACH_BAR * series * len(found.rows)))


def _chart(book: Any, page: Any, found: Sheet, place: Place) -> None:
    """Bars across, first row on top, drawn by whatever opens the workbook."""
    bars = found.bars
    assert bars is not None
    chart = book.add_chart({"type": "bar"})
    first, last = place.table + 1, place.table + len(found.rows)
    names = [place.sheet, first, 0, last, 0]

    def of(key: str) -> list[Any]:
        column = place.columns[key]
        return [place.sheet, first, column, last, column]

    series: dict[str, Any] = {"name": bars.axis, "categories": names, "values": of(bars.value), "gap": 60}
    series["fill"] = {"color": "#2F6DA8"}
    if bars.low:
        series["x_error_bars"] = _error_bars(found, place, first, last)
    chart.add_series(series)
    for (key, name), color in zip(bars.beside, ("#C9C9C9", "#8A8A8A"), strict=False):
        chart.add_series({"name": name, "categories": names, "values": of(key), "fill": {"color": color}})
    chart.set_title({"name": bars.title, "name_font": {"size": 11}, "overlay": False})
    _axes(chart, bars, found)
    chart.set_size({"width": _width(found), "height": _height(found)})
    page.insert_chart(last + len(found.notes) + 2, 0, chart, {"object_position": 2, "description": bars.title})


def _width(found: Sheet) -> float:
    """As far as the printed columns reach, in pixels of a plain font."""
    widths: list[float] = [NAME_WIDTH, *(WIDTHS[column.form] for column in found.columns[1:])]
    widths += [DEFAULT_WIDTH] * (LAST_COLUMN + 1 - len(widths))
    return min(WIDEST_CHART, sum(7 * width + 5 for width in widths) - 20)


def _axes(chart: Any, bars: Bars, found: Sheet) -> None:
    reach = _reach(found)
    chart.set_x_axis({"name": bars.axis, "name_font": {"size": 9}, "major_gridlines": {"visible": True}, **reach})
    chart.set_y_axis({"reverse": True, "label_position": "low", "num_font": {"size": 9}})
    chart.set_legend({"position": "bottom"} if bars.beside else {"none": True})


def _reach(found: Sheet) -> dict[str, float]:
    """Where the axis of values begins and ends: programs look at bars alone, and would cut intervals off."""
    bars = found.bars
    assert bars is not None
    keys = (bars.value, bars.low, bars.high, *(key for key, _ in bars.beside))
    seen = [_number(row.cells.get(key)) for row in found.rows for key in keys]
    values = [value for value in seen if value is not None]
    low, high = min(values, default=0.0), max(values, default=1.0)
    if bars.crossing is None:
        low = min(low, 0.0)
    else:
        low, high = min(low, bars.crossing), max(high, bars.crossing)
    step = 10 ** math.floor(math.log10((high - low) or 1.0)) / 2
    reach = {"min": _round(math.floor, low, step), "max": _round(math.ceil, high, step)}
    return reach if bars.crossing is None else {**reach, "crossing": bars.crossing}


def _round(to: Callable[[float], int], value: float, step: float) -> float:
    return round(to(value / step) * step, 12)


def _number(value: object) -> float | None:
    """What a cell holds, if that is a number."""
    if isinstance(value, Formula):
        return value.value
    return float(value) if isinstance(value, int | float) else None


def _error_bars(found: Sheet, place: Place, first: int, last: int) -> dict[str, Any]:
    from xlsxwriter.utility import quote_sheetname, xl_range_abs

    at = len(found.columns)
    sheet = quote_sheetname(place.sheet)
    up, down = (f"={sheet}!{xl_range_abs(first, at + side, last, at + side)}" for side in (0, 1))
    return {"type": "custom", "plus_values": up, "minus_values": down}


def _raw(
    page: Any, ink: Ink, raw: Mapping[tuple[str, str, str], tuple[str, dict[int, float]]], found: Sheet, place: Place
) -> None:
    """A column a variant, a row a round: what the medians above are medians of."""
    unit = f" ({found.unit})" if found.unit else ""
    page.write_string(place.raw - 1, 0, f"every round{unit}; not printed", ink["key"])
    page.write_string(place.raw, 0, "round", ink["heading"])
    rounds = sorted({number for _, values in raw.values() for number in values})
    for number, round_number in enumerate(rounds, 1):
        page.write_number(place.raw + number, 0, round_number, ink["count"])
    for key, (name, values) in raw.items():
        column = place.raw_columns[key]
        page.write_string(place.raw, column, f"{key[0]}: {name}" if key[0] else name, ink["heading"])
        for number, round_number in enumerate(rounds, 1):
            if round_number in values:
                page.write_number(place.raw + number, column, values[round_number], ink["time"])
