"""What a rule gives back: a ruling, and where there is one the number behind it."""

from msgspec import Struct


class Ruled(Struct, frozen=True):
    """The outcome of one rule."""

    ruling: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    measured: str = ""  # what was seen, in words; "" = what the claim itself says of its formulas
    caveats: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()  # names of the splits it was read off, the telling one first
    concluded: str = ""  # what they come to, in words
