"""A chart before it is drawn: what it asks, what it shows in words, its data, and how to draw them."""

from typing import Any

from msgspec import Struct

from assay.tables.model import Table


class Chart(Struct, frozen=True):
    """One picture. Colours in `spec` are names of the theme ("$ink"), so that a page can be light or dark."""

    name: str  # unique in a run, fit for a file: "scaling-java"
    section: str  # claims | questions | machines | trials | distributions | running | memory
    title: str  # what it is about, with what was measured and its unit
    summary: str  # what it shows, in a sentence or two: the text alternative
    data: Table  # what is drawn, a row a mark
    spec: dict[str, Any]  # Vega-Lite without data and title; the drawing adds both
    families: tuple[str, ...] = ()  # whose question it belongs to
    corner: str = ""  # "quick: 12 rounds" | "simulated": stands on the picture itself
    reading: str = ""  # how to read it, one line; "" where its axes say it
