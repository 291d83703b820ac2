"""Names within one question: what all of its variants have in common is said once, and each is called by the rest."""

from collections.abc import Iterable

from msgspec import Struct

from assay.analysis.model import Findings, VariantSummary


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
    names = {one.variant: _name(one, levels, with_how=not alike) for one in group}
    if len(set(names.values())) < len(names):
        return ShortNames({}, "")
    return ShortNames(names, _joined(levels, group[0].how if alike else ""))


def _name(one: VariantSummary, common: list[str], *, with_how: bool) -> str:
    return _joined([level for level in one.levels if level not in common], one.how if with_how else "")


def _joined(levels: Iterable[str], how: str) -> str:
    return ", ".join(filter(None, (" ".join(levels), how)))
