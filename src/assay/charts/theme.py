"""The colours of charts: names in a specification, and what each stands for on light paper, on dark paper, on a page.

A chart never names a colour itself: it says "$accent". Drawn for a file, that is the light palette; drawn for a page,
it is a CSS variable, so that one picture serves light and dark. All colours reach a contrast of 4.5 to 1 on their
paper, and those that stand beside each other stay apart for every kind of colour blindness; even so, colour is never
the only carrier of a meaning.
"""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

FONT = "system-ui, sans-serif"


class Theme(Struct, frozen=True):
    """What each name stands for."""

    name: str
    colours: Mapping[str, str]  # "ink" -> "#1b1f24"


LIGHT = Theme(
    "light",
    {
        "ink": "#1b1f24",
        "muted": "#4d555e",
        "grid": "#d5dae0",
        "paper": "#ffffff",
        "accent": "#0a57a2",
        "second": "#b04a00",
        "third": "#8f3f86",
        "good": "#006259",
        "bad": "#a3123a",
        "doubt": "#695500",
    },
)
DARK = Theme(
    "dark",
    {
        "ink": "#e6e9ed",
        "muted": "#a3acb7",
        "grid": "#3a424c",
        "paper": "#14181d",
        "accent": "#6cb2ff",
        "second": "#ff9d52",
        "third": "#e29be0",
        "good": "#4fd1bd",
        "bad": "#ff8a80",
        "doubt": "#e3c04f",
    },
)
PAGE = Theme("page", {name: f"var(--{name})" for name in LIGHT.colours})

TOKEN = re.compile(r"\$(" + "|".join(LIGHT.colours) + r")\b")
SAID = ("domain", "sort", "values", "title", "text", "description")
"""Keys whose words are a reader's: a command may hold something that looks like the name of a colour."""
ROOTS = ":root, [data-theme=light]", "[data-theme=dark]"


def in_colours(value: Any, theme: Theme) -> Any:
    """A specification with every name of a colour replaced by what it stands for."""
    if isinstance(value, str):
        return TOKEN.sub(lambda match: theme.colours[match[1]], value)
    if isinstance(value, dict):
        return {key: part if _is_said(key, part) else in_colours(part, theme) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [in_colours(part, theme) for part in value]
    return value


def _is_said(key: str, part: Any) -> bool:
    return key in SAID and not isinstance(part, dict)


def css() -> str:
    """The custom properties of a page: light, dark where the reader's system asks for it, and light again in print.

    A page may also be told by hand: data-theme="dark" or "light" on any element.
    """
    light, dark = _properties(LIGHT), _properties(DARK)
    return (
        f"{ROOTS[0]} {{ color-scheme: light; {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) "
        f"{{ color-scheme: dark; {dark} }} }}\n"
        f"@media screen {{ {ROOTS[1]} {{ color-scheme: dark; {dark} }} }}\n"
    )


def config() -> dict[str, Any]:
    """How every chart looks where its own specification says nothing else; colours by name."""
    text = {"labelColor": "$ink", "titleColor": "$muted", "labelFontSize": 12, "titleFontSize": 12}
    return {
        "font": FONT,
        "background": "$paper",
        "view": {"stroke": None},
        "axis": {
            **text,
            "titleFontWeight": "normal",
            "gridColor": "$grid",
            "domainColor": "$muted",
            "tickColor": "$muted",
            "labelLimit": 0,
            "titleLimit": 0,
        },
        "axisY": {"domain": False, "ticks": False, "labelPadding": 8},
        "legend": {**text, "titleFontWeight": "normal", "labelLimit": 0, "orient": "top", "symbolStrokeColor": "$ink"},
        "title": {
            "color": "$ink",
            "subtitleColor": "$muted",
            "fontSize": 15,
            "subtitleFontSize": 12,
            "fontWeight": 600,
            "anchor": "start",
            "frame": "bounds",
            "offset": 12,
            "subtitlePadding": 6,
            "limit": 0,
        },
        "header": {"labelColor": "$ink", "titleColor": "$muted", "labelFontSize": 12, "labelLimit": 0},
        "text": {"color": "$ink", "fontSize": 12},
        "rule": {"color": "$ink"},
        "point": {"color": "$accent", "filled": True, "size": 60, "opacity": 1},
        "bar": {"color": "$accent"},
        "line": {"color": "$accent"},
    }


def _properties(theme: Theme) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in theme.colours.items())
