"""Doubts that several share are said once: "all four: the work gate cannot tell: too few quiet rounds"."""

from collections.abc import Iterable

NUMBERS = dict(enumerate(("three", "four", "five", "six", "seven", "eight", "nine", "ten"), 3))


MOST_NAMED = 3


def shared_doubts(doubts: Iterable[tuple[str, Iterable[str]]], noun: str = "") -> list[str]:
    """A sentence for each different doubt, from (whose, doubts) of everyone, those without doubts too.

    Where more than three share one they are counted, and called by the noun: "8 of 22 comparisons".
    """
    named = [(name, tuple(texts)) for name, texts in doubts]
    whose: dict[str, list[str]] = {}
    for name, texts in named:
        for text in dict.fromkeys(texts):
            whose.setdefault(text, []).append(name)
    return [f"{_listed(who, len(named), noun)}: {text}" for text, who in whose.items()]


def _listed(who: list[str], everyone: int, noun: str) -> str:
    if len(who) == everyone > 1:
        words = "both" if everyone == 2 else f"all {NUMBERS.get(everyone, everyone)}"
    elif len(who) > MOST_NAMED:
        words = f"{len(who)} of {everyone}"
    else:
        return "; ".join(who)
    return f"{words} {noun}".strip()
