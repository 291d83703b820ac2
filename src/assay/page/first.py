"""The first screen: what was asked, what came out, what cannot be said, and where to read on."""

from collections.abc import Sequence

from assay.analysis.across import is_answer
from assay.analysis.model import ClaimRuling
from assay.analysis.rulings import measured_claim
from assay.page.from_lines import blocks_of, named_apart
from assay.page.model import Block, Facts, Grid, Group, Items, Link, Links, Rulings, Said
from assay.page.parts.questions import words_of
from assay.page.rulings import explained, row_of, row_over_all
from assay.page.sheet import Sheet, Told
from assay.report.answer import concluded, not_said, numbers, why_sure
from assay.report.answer_table import answer_rows
from assay.report.commands_screen import commands_screen, ending
from assay.report.headline import answer_facts, answer_line
from assay.report.layout import UNBOUND
from assay.report.study_screen import heading_lines
from assay.report.where import machine_text, source_text
from assay.units import plural

ROWS = 3
"""Claims on the first screen; all of them stand further below."""
NOT_MEASURED = "No claim was measured in this run; what follows was decided without it."
HEADING = "asked:"
"""What stands above everything; how much was measured stands above it, how each trial was run with the machine."""


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
    source = source_text(findings.claims)
    lines = (line.text for line in heading_lines(findings)[1:] if line.text.startswith(HEADING))
    return (*([f"about: {source}"] if source else []), *lines)


def _commands(one: Told) -> tuple[Block, ...]:
    """The verdict and the table, and below them what stands around."""
    lines = commands_screen(one.findings, UNBOUND)
    plain, named = named_apart(lines[: len(lines) - len(ending(one.findings))])
    return (*blocks_of(plain, "medians and ratios"), Facts(named))


def _study(one: Told) -> tuple[Block, ...]:
    """The answer, then the claims with what held first."""
    claims = one.findings.claims
    answer = (answer_box(one),) if one.findings.claims or one.findings.questions else ()
    if not claims:
        return answer
    chosen = first_claims(claims)
    some = len(chosen) < len(claims)
    caption = f"{len(chosen)} of {len(claims)}, those that tell most" if some else "Each claim"
    return (
        *answer,
        explained(claims, one.findings.simulated),
        Rulings(caption, tuple(row_of(claim, one) for claim in chosen)),
        Links((Link(f"All {len(claims)} claims" if some else "All claims in full", "#claims"),)),
    )


def answer_box(one: Told) -> Group:
    """What came out in a sentence, its numbers, how sure that is, and what cannot be concluded."""
    claim = measured_claim(one.findings.claims)
    return Group("in-short", "Answer", _answer(one, claim) if claim else _first_question(one))


def _answer(one: Told, claim: ClaimRuling) -> tuple[Block, ...]:
    findings = one.findings
    rows = answer_rows(findings, claim)
    heading, *body = rows or [()]
    numeric = tuple(place > 0 for place in range(len(heading)))
    grid = (Grid("The same in numbers", heading, tuple(body), numeric, spoken_only=True),) if rows else ()
    found = [sentence_of(text) for text in numbers(findings, claim)]
    facts = (
        ("How sure", tuple(why_sure(findings, claim))),
        ("Machine", (machine_text(one.run.header, findings, claim),)),
        ("Does not say", tuple(not_said(findings, claim))),
        ("Published", (f"{claim.published} ({claim.source}, {claim.place})", claim.why)),
    )
    return (Said(sentence_of(concluded(findings, claim)), "lead"), Said(" ".join(found)), *grid, Facts(facts))


def _first_question(one: Told) -> tuple[Block, ...]:
    """Of a study that rules on no claim, what came out of its first question."""
    findings = one.findings
    quick = "quick: " if findings.mode == "quick" else ""
    sure = f"{quick}{plural(findings.rounds, 'round')}, with the intervals above" if findings.rounds else "not measured"
    facts = (("How sure", (sure,)), ("Machine", (machine_text(one.run.header, findings, None),)))
    return (*_first_words(one), Facts(facts)) if findings.rounds else _first_words(one)


def _first_words(one: Told) -> tuple[Block, ...]:
    group = next((block for block in words_of(one).blocks if isinstance(block, Group)), None)
    return (Said(group.title, "lead"), *group.blocks) if group else (Said(NOT_MEASURED),)


def first_claims(claims: Sequence[ClaimRuling]) -> list[ClaimRuling]:
    """The one that was measured here and the most telling of each source, then the next; what holds stands first."""
    measured = measured_claim(claims)
    ranked = sorted(claims, key=lambda one: (one is not measured, not one.telling, one.telling))
    held = next((one for one in ranked if one.ruling == "holds"), None)
    chosen = ranked[:ROWS]
    if held and held not in chosen:
        chosen[-1] = held
    return sorted(chosen, key=lambda one: (one.ruling != "holds", one is not measured))


def sentence_of(text: str) -> str:
    """With a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


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
    machines = tuple(f"{one.run.machine}: {machine_text(one.run.header, one.findings, None)}" for one in sheet.told)
    pairs = (("Machines", machines), ("In doubt", several.caveats), ("Differs", several.differing))
    facts = Facts(tuple((name, texts) for name, texts in pairs if texts))
    said: list[Block] = [Said(several.sentence, "lead")] if several.sentence else []
    return (Group("in-short", "Answer", (*said, facts)), *_claims_over_all(sheet))


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
