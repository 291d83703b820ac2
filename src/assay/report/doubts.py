"""Doubts that several share are said once: "all four: the work gate cannot tell: too few quiet rounds"."""

from collections.abc import Iterable

NUMBERS = dict(enumerate(("three", "four", "five", "six", "seven", "eight", "nine", "ten"), 3))


def shared_doubts(doubts: Iterable[tuple[str, Iterable[str]]]) -> list[str]:
    """A sentence for each different doubt, from (whose, doubts) of everyone, those without doubts too."""
    named = [(name, tuple(texts)) for name, texts in doubts]
    whose: dict[str, list[str]] = {}
    for name, texts in named:
        for text in dict.fromkeys(texts):
            whose.setdefault(text, []).append(name)
    return [f"{_listed(who, len(named))}: {text}" for text, who in whose.items()]


def _listed(who: list[str], everyone: int) -> str:
    if len(who) == everyone == 2:
        return "both"
    if len(who) == everyone > 2:
        return f"all {NUMBERS.get(everyone, everyone)}"
    return "; ".join(who)
