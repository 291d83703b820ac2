"""The first screen: what was asked, what came out, what cannot be said, and where to read on."""

from collections.abc import Sequence

from assay.analysis.model import ClaimRuling
from assay.analysis.rulings import NOT_MEASURED, measured_claim
from assay.page.from_lines import blocks_of
from assay.page.model import Block, Facts, Group, Items, Link, Links, Rulings, Said
from assay.page.rulings import row_of, tally_of
from assay.page.sheet import Sheet, Told
from assay.report.claims import telling_of
from assay.report.commands_screen import commands_screen, ending
from assay.report.headline import answer_facts, answer_line
from assay.report.layout import UNBOUND
from assay.report.study_screen import heading_lines

ROWS = 6
"""Claims on the first screen; all of them stand further below."""


def first_blocks(sheet: Sheet) -> tuple[Block, ...]:
    """One screen, as far as a screen can hold it."""
    if not sheet.alone:
        return (*_over_all(sheet), *_cannot_say(sheet.first))
    one = sheet.first
    return (*(_commands(one) if one.findings.commands else _study(one)), *_cannot_say(one))


def heading_of(sheet: Sheet) -> tuple[str, ...]:
    """What was asked and how it was measured; a comparison of commands says both in its verdict."""
    findings = sheet.first.findings
    return () if findings.commands else tuple(line.text for line in heading_lines(findings)[1:])


def _commands(one: Told) -> tuple[Block, ...]:
    lines = commands_screen(one.findings, UNBOUND)
    return blocks_of(lines[: len(lines) - len(ending(one.findings))], "medians and ratios")


def _study(one: Told) -> tuple[Block, ...]:
    claims = one.findings.claims
    if not claims:
        return ()
    chosen = first_claims(claims)
    rows = tuple(row_of(claim, one.mark) for claim in chosen)
    more = f"All {len(claims)} claims" if len(chosen) < len(claims) else "All claims in full"
    return (
        tally_of(claims),
        Rulings("The claims that tell most: published, found here, and why", rows),
        Links((Link(more, "#claims"),)),
    )


def first_claims(claims: Sequence[ClaimRuling]) -> list[ClaimRuling]:
    """The telling ones, then others that were measured here, then the rest in their order."""
    telling = telling_of(claims)
    here = [one for one in claims if one.basis == "here" and NOT_MEASURED not in one.caveats]
    ranked = list(dict.fromkeys(one.id for one in (*telling, *here, *claims)))
    by_id = {one.id: one for one in claims}
    return [by_id[name] for name in ranked[: max(ROWS, len(telling))]]


def answer_group(one: Told) -> tuple[Block, ...]:
    """The claim that was measured here: its ruling in a sentence, and what that rests on."""
    claim = measured_claim(one.findings.claims)
    if claim is None:
        return ()
    pairs: list[tuple[str, list[str]]] = []
    for name, text in answer_facts(one.findings, claim):
        if name and (not pairs or pairs[-1][0] != name):
            pairs.append((name, []))
        pairs[-1][1].append(text)
    facts = tuple((name, tuple(texts)) for name, texts in pairs)
    return (Said(answer_line(one.findings, claim).text, "key"), Facts(facts))


def _over_all(sheet: Sheet) -> tuple[Block, ...]:
    several = sheet.several
    said: list[Block] = [Said(several.sentence, "lead")] if several.sentence else []
    said += [Items(tuple(one.sentence for one in several.across))] if several.across else []
    if several.claims:
        said.append(Items(tuple(f"{one.id}: {one.sentence}" for one in several.claims)))
    if several.differing:
        said.append(Group("differing", "What else differs between the machines", (Items(several.differing),)))
    return tuple(said)


def _cannot_say(one: Told) -> tuple[Block, ...]:
    texts = one.findings.cannot_say
    return (Group("cannot-say", "What this machine cannot say", (Items(texts),)),) if texts else ()
