"""One way to name a step on screen: "O2 step 4, 2 threads" of the plan is shown as "O2, step 5 of 5, 2 threads".

Names of variants count levels as the study file does, often from zero; a reader counts steps of a ladder from one. The
names in records and in JSON stay as they are.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from msgspec import structs

from assay.analysis.model import ClaimRuling, Findings, Split, Step
from assay.analysis.short_names import short_names, split_names

LEVELS = re.compile(r"([^/=]+)=([^/]+)")
"""A factor and its level within the name of a variant."""
HOW = "workers"
Said = Callable[[str], str]


def in_screen_words(findings: Findings) -> Findings:
    """The findings with every step named by its place; those of a run without a ladder are unchanged."""
    said = step_words(findings.ladders, {one.variant: one.label for one in findings.variants})
    return _in_short_names(_with_places(findings, said))


def _in_short_names(findings: Findings) -> Findings:
    """Claims that were measured here call variants by what tells them apart, not as a record does."""
    return structs.replace(findings, claims=tuple(_briefly(claim, findings) for claim in findings.claims))


def _briefly(claim: ClaimRuling, findings: Findings) -> ClaimRuling:
    if claim.basis != "here":
        return claim
    spoken = " ".join((claim.measured, claim.concluded, *claim.caveats))
    names = _split_words(spoken, findings) or _variant_words(spoken, findings)
    if not names:
        return claim
    longest_first = "|".join(re.escape(word) for word in sorted(names, key=len, reverse=True))
    found = re.compile(rf"(?<![\w/])({longest_first})(?![\w/=])")

    def short(text: str) -> str:
        return found.sub(lambda match: names[match[1]], text)

    return structs.replace(
        claim, measured=short(claim.measured), concluded=short(claim.concluded), caveats=_each(claim.caveats, short)
    )


def _split_words(spoken: str, findings: Findings) -> dict[str, str]:
    """What the splits that are spoken of are called beside each other."""
    splits = [one for one in findings.splits if one.name in spoken]
    names = split_names(findings, [one.variant for one in splits])
    return {one.name: names[one.variant] for one in splits if one.variant in names}


def _variant_words(spoken: str, findings: Findings) -> dict[str, str]:
    """The same of variants that are called as in the records; one alone by its label."""
    asked = [one for one in findings.variants if re.search(rf"(?<![\w/]){re.escape(one.variant)}(?![\w/=])", spoken)]
    labels = {one.variant: one.label for one in asked if one.label}
    return {**labels, **short_names(findings, [one.variant for one in asked]).names}


def _with_places(findings: Findings, said: Said) -> Findings:
    return structs.replace(
        findings,
        questions={family: said(text) for family, text in findings.questions.items()},
        variants=tuple(
            structs.replace(one, label=said(one.label), levels=_each(one.levels, said)) for one in findings.variants
        ),
        splits=tuple(_split(one, said) for one in findings.splits),
        concurrency=tuple(structs.replace(one, caveats=_each(one.caveats, said)) for one in findings.concurrency),
        claims=tuple(_claim(one, said) for one in findings.claims),
        caveats=_each(findings.caveats, said),
    )


def step_words(ladders: Mapping[str, Iterable[Step]], labels: Mapping[str, str]) -> Said:
    """What puts "step 5 of 5" in the place of a ladder's own word for that step, "step 4"."""
    words: dict[str, str] = {}
    for steps in map(list, ladders.values()):
        named = [_levels(step.variant) for step in steps]
        if len(set(named)) < len(named) or "" in named:
            continue  # its steps differ in something that a name does not spell out
        for place, (step, level) in enumerate(zip(steps, named, strict=True), 1):
            shown, stem = f"step {place} of {len(steps)}", labels.get(step.variant, "").partition(level)[0].strip()
            words[level] = shown
            parts = stem.split()
            for ending in (" ".join(parts[first:]) for first in range(len(parts))):
                words[f"{ending} {level}"] = f"{ending}, {shown}"
    if not words:
        return lambda text: text
    longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    found = re.compile(rf"\b({longest_first})\b(?! of \d)")
    return lambda text: found.sub(lambda match: words[match[1]], text)


def _levels(variant: str) -> str:
    """The levels that a variant's name spells out: "step 4" of "c/count/serial/O2/step=4"."""
    return " ".join(f"{factor} {level}" for factor, level in LEVELS.findall(variant) if factor != HOW)


def _split(split: Split, said: Said) -> Split:
    return structs.replace(split, name=said(split.name), caveats=_each(split.caveats, said))


def _claim(claim: ClaimRuling, said: Said) -> ClaimRuling:
    """Only what was measured here speaks of steps; a published text is left alone."""
    if claim.basis != "here":
        return claim
    return structs.replace(
        claim,
        measured=said(claim.measured),
        concluded=said(claim.concluded),
        caveats=_each(claim.caveats, said),
        splits=tuple(map(said, claim.splits)),
    )


def _each(texts: Iterable[str], said: Said) -> tuple[str, ...]:
    return tuple(map(said, texts))
