"""A chart as a figure of the page: its drawing, what it shows in words, and the data behind it."""

from collections.abc import Mapping

from assay.charts.model import Chart
from assay.page.model import Figure, Grid, Link
from assay.tables.model import Table

MOST_ROWS = 40
"""More rows than this behind one chart are in a file beside the page."""


def figure_of(chart: Chart, drawing: str, beside: Mapping[str, str], above: str = "") -> Figure:
    """With its first rows; `beside` names the files in which all are, `above` is the title it stands below."""
    shown = min(chart.data.rows, MOST_ROWS)
    left = chart.data.rows - shown
    whole = _file_of(chart.data, beside)
    return Figure(
        id=f"chart-{chart.name}",
        title=chart.title,
        drawing=drawing,
        summary=chart.summary,
        reading=chart.reading,
        title_above=chart.title == above,
        data=grid_of(chart.data, shown) if chart.data.rows else None,
        remark=f"the first {shown} of {chart.data.rows:,} rows" if left else "",
        whole=whole,
    )


def grid_of(table: Table, rows: int) -> Grid:
    """The first rows of a table, with the units of its columns."""
    heading = tuple(f"{one.name.replace('_', ' ')}{f' ({one.unit})' if one.unit else ''}" for one in table.columns)
    columns = [[_cell(value) for value in one.values[:rows]] for one in table.columns]
    numeric = tuple(one.kind in ("integer", "number") for one in table.columns)
    return Grid(table.meaning, heading, tuple(zip(*columns, strict=True)), numeric)


def _cell(value: object) -> str:
    """As it is in the table; seven digits are enough to look at."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.7g}"
    return str(value)


def _file_of(table: Table, beside: Mapping[str, str]) -> Link | None:
    place = f"tables/{table.name}.csv"
    return Link(place, place) if place in beside else None
