"""A drawing as it goes into a page: less than half of its letters, and nothing that can be seen less.

What the drawing program writes for every mark although it is the same everywhere, or although the page says it by
itself, is left away; a shape that comes back again and again is written once. Only tags are touched, never words.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from assay.charts.model import Chart

TAG = re.compile(r'<[a-zA-Z/][^">]*(?:"[^"]*"[^">]*)*>')
NEEDLESS = re.compile(
    r' (?:role="graphics-[a-z]+"|aria-roledescription="[^"]*"|aria-hidden="true"|pointer-events="none"|opacity="1"'
    r'|class="[^"]*"|font-family="system-ui, sans-serif"|font-size="12px"|stroke-miterlimit="10")'
)
"""Attributes that say what holds of all of a drawing, or is said by the page's own style."""
AXIS = re.compile(r' aria-roledescription="(?:axis|legend|title|[a-z ]*container)"')
WORDS = re.compile(r' aria-label="[^"]*"')
NOTHING = re.compile(r'<path[^>]* d="(?:M0,0h0v0h0Z)?"[^>]*/>|<g/>')
"""Paths without an extent, and groups of nothing."""
SHAPE = re.compile(r'<path([^">]*(?:"[^"]*"[^">]*)*?) d="([^"]{24,})"([^">]*(?:"[^"]*"[^">]*)*)/>')
OFTEN = 4
"""A shape that comes as often as this is written once."""


Drawn = Callable[[int, int], None]
"""Hears how many charts are drawn, and how many there will be."""
AT_ONCE = 12


def nobody(done: int, planned: int) -> None:
    """Hears nothing."""


def draw(charts: Sequence[Chart], told: Drawn = nobody) -> dict[str, str]:
    """Each by its name as SVG, its colours those of the page; its title stands beside it."""
    from assay.charts.draw import svgs
    from assay.charts.theme import PAGE

    drawings: dict[str, str] = {}
    for start in range(0, len(charts), AT_ONCE):
        told(start, len(charts))
        some = charts[start : start + AT_ONCE]
        for chart, drawing in zip(some, svgs(some, PAGE, titled=False), strict=True):
            drawings[chart.name] = slim(drawing, chart.name)
    return drawings


def slim(drawing: str, name: str) -> str:
    """The same picture; `name` is that of the chart, of which a page has one."""
    head, start, rest = drawing.partition(">")  # its own role and words stay
    rest = NOTHING.sub("", TAG.sub(_without_needless, rest))
    return f"{head}{start}{_with_shapes_once(rest, name)}"


def _without_needless(found: re.Match[str]) -> str:
    """An axis is read off its own labels; only a mark has more to say than is seen."""
    tag = WORDS.sub("", found[0]) if AXIS.search(found[0]) else found[0]
    return NEEDLESS.sub("", tag)


def _with_shapes_once(drawing: str, name: str) -> str:
    counted = Counter(found[2] for found in SHAPE.finditer(drawing))
    often = {shape: f"{name}-shape{number}" for number, (shape, n) in enumerate(counted.items()) if n >= OFTEN}
    if not often:
        return drawing

    def use(found: re.Match[str]) -> str:
        return f'<use href="#{often[found[2]]}"{found[1]}{found[3]}/>' if found[2] in often else found[0]

    shapes = "".join(f'<path id="{place}" d="{shape}"/>' for shape, place in often.items())
    return f"<defs>{shapes}</defs>{SHAPE.sub(use, drawing)}"
