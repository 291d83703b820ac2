"""The first screen: what was asked, what came out, what cannot be said, and where to read on."""

from collections.abc import Sequence

from assay.analysis.across import is_answer
from assay.analysis.model import ClaimRuling
from assay.analysis.rulings import measured_claim
from assay.page.from_lines import blocks_of, named_apart
from assay.page.model import Block, Facts, Group, Items, Link, Links, Rulings, Said
from assay.page.rulings import row_of, row_over_all, tally_of
from assay.page.sheet import Sheet, Told
from assay.report.commands_screen import commands_screen, ending
from assay.report.headline import answer_facts, answer_line
from assay.report.layout import UNBOUND
from assay.report.study_screen import heading_lines

ROWS = 5
"""Claims on the first screen; all of them stand further below."""
HEADING = ("asked:", "measured here:", "drawn, not measured:")
"""What stands above everything; how each trial was run stands with the machine."""


def first_blocks(sheet: Sheet) -> tuple[Block, ...]:
    """One screen, as far as a screen can hold it."""
    if not sheet.alone:
        return (*_over_all(sheet), *_cannot_say(sheet))
    one = sheet.first
    return (*(_commands(one) if one.findings.commands else _study(one)), *_cannot_say(sheet))


def heading_of(sheet: Sheet) -> tuple[str, ...]:
    """What was asked and how it was measured; a comparison of commands says both with its verdict."""
    findings = sheet.first.findings
    if findings.commands:
        return ()
    return tuple(line.text for line in heading_lines(findings)[1:] if line.text.startswith(HEADING))


def _commands(one: Told) -> tuple[Block, ...]:
    """The verdict and the table, and below them what stands around."""
    lines = commands_screen(one.findings, UNBOUND)
    plain, named = named_apart(lines[: len(lines) - len(ending(one.findings))])
    return (*blocks_of(plain, "medians and ratios"), Facts(named))


def _study(one: Told) -> tuple[Block, ...]:
    claims = one.findings.claims
    if not claims:
        return ()
    chosen = first_claims(claims)
    more = f"All {len(claims)} claims" if len(chosen) < len(claims) else "All claims in full"
    return (
        tally_of(claims),
        Rulings("Claims that tell most: published, found here, and why", tuple(row_of(claim, one) for claim in chosen)),
        Links((Link(more, "#claims"),)),
    )


def first_claims(claims: Sequence[ClaimRuling]) -> list[ClaimRuling]:
    """The one that was measured here and the most telling of each source, then the next; what holds stands first."""
    measured = measured_claim(claims)
    ranked = sorted(claims, key=lambda one: (one is not measured, not one.telling, one.telling))
    return sorted(ranked[:ROWS], key=lambda one: (one.ruling != "holds", one is not measured))


def answer_blocks(one: Told) -> tuple[Block, ...]:
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
    """One sentence over all machines, the claims that tell most, and what their difference may come from."""
    several = sheet.several
    said: list[Block] = [Said(several.sentence, "lead")] if several.sentence else []
    said += _claims_over_all(sheet)
    if several.caveats:
        said.append(Group("together", "In doubt where they are counted together", (Items(several.caveats),)))
    if several.differing:
        said.append(Group("differing", "What else differs between the machines", (Items(several.differing),)))
    return tuple(said)


def _claims_over_all(sheet: Sheet) -> list[Block]:
    one, across = sheet.first, {claim.id: claim for claim in sheet.several.claims}
    claims = [claim for claim in one.findings.claims if claim.id in across]
    if not claims:  # then the comparisons are all there is to tell
        sentences = tuple(one.sentence for one in sheet.several.across if is_answer(one))
        return [Items(sentences)] if sentences else []
    rows = tuple(row_over_all(claim, across[claim.id], one) for claim in first_claims(claims))
    return [
        Rulings("Claims that tell most, over all machines", rows),
        Links((Link(f"All {len(claims)} claims", "#claims"),)),
    ]


def _cannot_say(sheet: Sheet) -> tuple[Block, ...]:
    """Of several machines, whose it is."""
    texts = [
        text if sheet.alone else f"{one.run.machine}: {text}" for one in sheet.told for text in one.findings.cannot_say
    ]
    title = "What this machine cannot say" if sheet.alone else "What these machines cannot say"
    return (Group("cannot-say", title, (Items(tuple(texts)),)),) if texts else ()
