"""A chart as SVG, PNG or PDF: its data put in, its title and its mark of quick or simulated put on, without a network.

The same chart gives the same bytes: names that the drawing program counts up are counted anew in every picture, and
coordinates keep two decimals.
"""

import math
import os
import re
import textwrap
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import msgspec

from assay.charts.model import Chart
from assay.charts.theme import FONT, LIGHT, Theme, config, in_colours
from assay.errors import library_needed
from assay.tables.model import Table

WIDTH = 760
"""Of a whole picture in pixels, its labels included."""
VEGA_LITE = "5.20"
TITLE_LETTERS, READING_LETTERS = 76, 110
"""As many as fit into the width, in the size of a title and of the line below it."""
RIM, CORNER_ROOM = 6, 20
PICTURE_SCALE = 2.0
MOST_AT_ONCE = 4
MULTIPLE = ("hconcat", "vconcat", "concat", "facet", "repeat")


def svg(chart: Chart, theme: Theme = LIGHT, *, titled: bool = True) -> str:
    """The picture as SVG text; without its title and its line of reading where a page says them beside it."""
    text = _drawing().vegalite_to_svg(specification(chart, theme, titled=titled), vl_version=VEGA_LITE)
    return _finished(text, chart, theme)


def svgs(charts: Sequence[Chart], theme: Theme = LIGHT, *, titled: bool = True) -> list[str]:
    """Many pictures in their order, drawn side by side: measuring the words in them is what takes the time."""
    _drawing()
    with ThreadPoolExecutor(min(MOST_AT_ONCE, os.cpu_count() or 1)) as threads:
        return list(threads.map(lambda chart: svg(chart, theme, titled=titled), charts))


def png(chart: Chart, scale: float = PICTURE_SCALE) -> bytes:
    """The picture as PNG, on light paper."""
    return bytes(_drawing().svg_to_png(svg(chart, LIGHT), scale=scale))


def pdf(chart: Chart) -> bytes:
    """The picture as PDF, on light paper."""
    return bytes(_drawing().svg_to_pdf(svg(chart, LIGHT)))


def _drawing() -> Any:
    with library_needed("charts"):
        import vl_convert
    return vl_convert


def specification(chart: Chart, theme: Theme, *, titled: bool = True) -> dict[str, Any]:
    """All that the drawing program is told."""
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "config": in_colours(config(), theme),
        "data": {"values": rows_of(chart.data)},  # never recoloured: a command may hold a word like a colour's name
        **({"title": _title(chart)} if titled else {}),
        **({} if any(word in chart.spec for word in MULTIPLE) else _fitted(chart.spec)),
        **in_colours(chart.spec, theme),
        "padding": _padding(chart),
    }


def _padding(chart: Chart) -> dict[str, float]:
    """A rim, room for the corner's words, and what the chart itself asks for."""
    asked = {"top": CORNER_ROOM if chart.corner else 0, **chart.spec.get("padding", {})}
    return {side: RIM + asked.get(side, 0) for side in ("left", "right", "top", "bottom")}


def rows_of(table: Table) -> list[dict[str, Any]]:
    """A table row by row, in plain numbers."""
    columns = [(one.name, _plain(one.values)) for one in table.columns]
    return [{name: values[row] for name, values in columns} for row in range(table.rows)]


def _plain(values: Any) -> list[Any]:
    listed = values.tolist() if hasattr(values, "tolist") else list(values)
    return [None if isinstance(value, float) and not math.isfinite(value) else value for value in listed]


def _fitted(spec: dict[str, Any]) -> dict[str, Any]:
    return {"width": WIDTH, "autosize": {"type": "fit-x", "contains": "padding"}} if "width" not in spec else {}


def _title(chart: Chart) -> dict[str, Any]:
    title: dict[str, Any] = {"text": textwrap.wrap(chart.title, TITLE_LETTERS)}
    if chart.reading:
        title["subtitle"] = textwrap.wrap(chart.reading, READING_LETTERS)
    return title


NUMBERED = re.compile(r'(\bid="|url\(#|href="#)([a-z_]+)(\d+)')
PLACES = re.compile(r'\b(d|transform|points|x|y|x1|x2|y1|y2|cx|cy|r|width|height|viewBox)="([^"]*)"')
LONG_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")


def _finished(text: str, chart: Chart, theme: Theme) -> str:
    """With short coordinates, with names of its own, with its corner, and with words for those who hear it."""
    text = PLACES.sub(lambda match: f'{match[1]}="{LONG_NUMBER.sub(_shorter, match[2])}"', text)
    text = _renumbered(text, chart.name)
    head, start, rest = text.partition(">")
    text = (
        f'{head} overflow="visible" role="img" aria-label={quoteattr(f"{chart.title}. {chart.summary}")}{start}{rest}'
    )
    return text.replace("</svg>", f"{_corner(text, chart.corner, theme)}</svg>") if chart.corner else text


def _shorter(match: re.Match[str]) -> str:
    return f"{float(match[0]):.2f}".rstrip("0").rstrip(".")


def _renumbered(text: str, name: str) -> str:
    """Names within a picture are told apart from those of other pictures on the same page."""
    numbers: dict[str, int] = {}

    def new(match: re.Match[str]) -> str:
        number = numbers.setdefault(f"{match[2]}{match[3]}", len(numbers))
        return f"{match[1]}{name}-{match[2]}{number}"

    return NUMBERED.sub(new, text)


def _corner(text: str, words: str, theme: Theme) -> str:
    width = re.search(r'\bwidth="([\d.]+)"', text)
    right = float(width[1]) - 8 if width else WIDTH - 8
    colour = theme.colours["bad"]
    return (
        f'<text x="{right:g}" y="17" text-anchor="end" font-family="{FONT}" font-size="12" font-weight="bold" '
        f'fill="{colour}">{escape(words)}</text>'
    )


def as_json(chart: Chart, theme: Theme = LIGHT) -> bytes:
    """The specification with its data, for those who want to draw it themselves."""
    return msgspec.json.encode(specification(chart, theme))
