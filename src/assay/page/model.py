"""The page before it is laid out: sections and the blocks in them. Plain text only; the template escapes it."""

from typing import ClassVar

from msgspec import Struct


class Said(Struct, frozen=True):
    """A paragraph."""

    kind: ClassVar[str] = "said"
    text: str
    style: str = ""  # "" | lead | key (the one sentence of its part) | note


class Sentence(Struct, frozen=True):
    """What came out of one comparison: the words, the word for it, and how sure it is."""

    kind: ClassVar[str] = "sentence"
    text: str
    label: str  # FASTER, HOLDS, ...; a word, so that colour is never needed
    evidence: str = ""


class Grid(Struct, frozen=True):
    """A table; the first cell of a row says whose the row is."""

    kind: ClassVar[str] = "grid"
    caption: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...] = ()  # columns that stand to the right
    spoken_only: bool = False  # the caption repeats what stands above it, and is only for who hears the page


class Facts(Struct, frozen=True):
    """Names and what they stand for, below each other."""

    kind: ClassVar[str] = "facts"
    pairs: tuple[tuple[str, tuple[str, ...]], ...]
    brief: bool = False  # short enough to stand in several columns


class Items(Struct, frozen=True):
    """Things of one kind, in no order."""

    kind: ClassVar[str] = "items"
    texts: tuple[str, ...]
    notes: bool = False  # remarks on what stands above them


class Typed(Struct, frozen=True):
    """Lines as they are typed, or as a program printed them."""

    kind: ClassVar[str] = "typed"
    text: str


class Link(Struct, frozen=True):
    """Where to read on: a place of this page, or a file beside it."""

    words: str
    to: str
    what: str = ""  # what is there


class Links(Struct, frozen=True):
    """Places side by side."""

    kind: ClassVar[str] = "links"
    links: tuple[Link, ...]
    listed: bool = False  # below each other, with what is there


class Figure(Struct, frozen=True):
    """A chart with its words and its data."""

    kind: ClassVar[str] = "figure"
    id: str
    title: str
    drawing: str  # SVG, as it goes into the page
    summary: str
    reading: str = ""
    title_above: bool = False  # its title is that of the group it stands in
    data: Grid | None = None
    remark: str = ""  # on the data: how many rows are left out here
    whole: Link | None = None  # where all of them are


class Row(Struct, frozen=True):
    """One claim on the first screen."""

    ruling: str
    tone: str
    claim: Link
    says: str
    published: str
    here: tuple[str, ...]
    why: str
    basis: str


class Rulings(Struct, frozen=True):
    """Published, here, why: a row a claim."""

    kind: ClassVar[str] = "rulings"
    caption: str
    rows: tuple[Row, ...]


class Tally(Struct, frozen=True):
    """How many claims came to which ruling."""

    kind: ClassVar[str] = "tally"
    total: str
    counts: tuple[tuple[str, str, str], ...]  # number, ruling, tone
    meanings: tuple[str, ...] = ()  # of each of them, in a few words; () where they stand elsewhere
    decided: str = ""  # how many were measured, and how many not


class Ruling(Struct, frozen=True):
    """One claim in full."""

    kind: ClassVar[str] = "ruling"
    row: Row
    measured: str
    why: str
    place: str
    basis: str
    caveats: tuple[str, ...] = ()
    grounds: tuple[tuple[str, str], ...] = ()  # "decided by", "if true", ...


class Group(Struct, frozen=True):
    """Blocks below a heading of their own."""

    kind: ClassVar[str] = "group"
    id: str
    title: str
    blocks: "tuple[Block, ...]"


class Folded(Struct, frozen=True):
    """Blocks that the reader opens."""

    kind: ClassVar[str] = "folded"
    title: str
    blocks: "tuple[Block, ...]"


Block = Said | Sentence | Grid | Facts | Items | Typed | Links | Figure | Rulings | Tally | Ruling | Group | Folded


class Section(Struct, frozen=True):
    """One part of the page, and an entry of its contents."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    short: str = ""  # its name in the contents; "" = its title


class Page(Struct, frozen=True):
    """All of it."""

    title: str
    above: str  # a line above the title: which study, in which mode, when
    heading: tuple[str, ...]  # lines below it: what was asked, how it was measured
    bands: tuple[str, ...]  # what stands across the page: simulated, quick, not finished
    first: tuple[Block, ...]  # the first screen
    sections: tuple[Section, ...]
    footer: str
