"""Names within one question: what all of its variants have in common is said once, and each is called by the rest."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from assay.analysis.model import Findings, Split, VariantSummary

PLACE = re.compile(r"step \d+ of \d+")
SPOKEN = ("to",)
"""Factors that read well before their level: "to stderr"."""


class ShortNames(Struct, frozen=True):
    """How the variants of one question are called there."""

    names: dict[str, str]  # variant -> name
    common: str  # what all of them are: "python count, 2 processes"; "" where nothing is


def short_names(findings: Findings, variants: Iterable[str]) -> ShortNames:
    """Shorter names for these variants; their own ones where they would no longer be told apart."""
    wanted = set(variants)
    group = [one for one in findings.variants if one.variant in wanted]
    if len(group) < 2:
        return ShortNames({}, "")
    levels = [level for level in group[0].levels if all(level in one.levels for one in group)]
    bare = any(len(one.levels) == len(levels) for one in group)  # nothing but how it is run would be left of it
    alike = not bare and all(one.how == group[0].how for one in group)
    bare_words = _plain_words(group)
    names = {one.variant: _name(one, levels, bare_words, with_how=not alike) for one in group}
    if len(set(names.values())) < len(names):
        return ShortNames({}, "")
    return ShortNames(names, _joined(levels, group[0].how if alike else ""))


def split_names(findings: Findings, variants: Iterable[str]) -> dict[str, str]:
    """As in "O2, step 5 of 5": what tells them apart and their places on a ladder; how they ran where that differs.

    A language or a build that all have is not said; their own names stand where too little would be left.
    """
    wanted = set(variants)
    group = [one for one in findings.variants if one.variant in wanted]
    everywhere = [level for level in group[0].levels if all(level in one.levels for one in group)] if group else []
    common = [level for level in everywhere if len(group) > 1 and not PLACE.fullmatch(level)]
    with_how = len({one.how for one in group}) > 1
    plain = _plain_words(group, of_all=False)
    names = {one.variant: _name(one, common, plain, with_how=with_how) for one in group}
    if not all(names.values()) or len(set(names.values())) < len(names):
        return {one.variant: one.label or one.variant for one in group}
    return names


def called_shortly(findings: Findings, splits: Sequence[Split]) -> list[Split]:
    """These splits under such names; under their own where two are of one variant."""
    names = split_names(findings, [one.variant for one in splits])
    if len({one.variant for one in splits}) < len(splits):
        return list(splits)
    return [structs.replace(one, name=names.get(one.variant, one.name)) for one in splits]


def _name(one: VariantSummary, common: list[str], plain: set[str], *, with_how: bool) -> str:
    own = [level for level in one.levels if level not in common]
    said = [level.partition(" ")[2] if level in plain else level for level in own]
    return _joined(said, one.how if with_how else "")


def _plain_words(group: Sequence[VariantSummary], *, of_all: bool = True) -> set[str]:
    """Levels of factors that all have a word for: "scope module" needs no "scope" beside "scope function"."""
    found: dict[str, list[str]] = {}
    for level in (level for one in group for level in one.levels):
        factor, _, word = level.partition(" ")
        if word[:1].isalpha() and factor not in SPOKEN:
            found.setdefault(factor, []).append(level)
    return {level for levels in found.values() if len(levels) == len(group) or not of_all for level in levels}


def _joined(levels: Iterable[str], how: str) -> str:
    """ "c O2, step 5 of 5, 2 threads": the place on a ladder after all else that a variant is."""
    all_levels = list(levels)
    places = [level for level in all_levels if PLACE.fullmatch(level)]
    others = " ".join(level for level in all_levels if level not in places)
    return ", ".join(filter(None, (others, *places, how)))
