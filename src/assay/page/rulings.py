"""Claims as rows of the first screen, and in full; which colour goes with which word."""

import re
from collections.abc import Sequence

from msgspec import structs

from assay.analysis.model import ClaimRuling
from assay.analysis.rulings import measured_claim
from assay.analysis.several import ClaimAcross
from assay.page.model import Link, Row, Ruling, Tally
from assay.page.sheet import Told, anchor
from assay.report.answer import concluded
from assay.report.claims import BASED, BRIEFLY, COUNTED, STYLES, grounds_of, ruling_words
from assay.report.where import decided_text
from assay.units import plural

TONES = {"green": "good", "yellow": "doubt"}
VERDICTS = {
    "FASTER": "good",
    "LOWER": "good",
    "SLOWER": "bad",
    "HIGHER": "bad",
    "NO DIFFERENCE": "calm",
    "CANNOT TELL": "doubt",
    "NO VERDICT": "doubt",
}
"""The colour of a verdict; its word stands beside it always."""
FEW_LETTERS, MOST_LETTERS = 60, 210
"""Of a reason on the first screen."""
ABOVE = "see the answer above"
DIFFERS = "differs by machine"
SENTENCE_END = re.compile(r"(?<=[.?!]) +(?=[A-Z])")


def tone_of(word: str) -> str:
    """The colour that goes with a ruling or a verdict; "" for any other word."""
    if word in VERDICTS:
        return VERDICTS[word]
    ruling = word.lower() if word.lower() in COUNTED else word.lower().removesuffix(" here")
    return TONES.get(STYLES.get(ruling, ""), "bad") if ruling in COUNTED else ""


def tally_of(claims: Sequence[ClaimRuling]) -> Tally:
    """How many claims came to which ruling, what holds first."""
    found = [(ruling, sum(claim.ruling == ruling for claim in claims)) for ruling in COUNTED]
    counts = tuple((str(n), COUNTED[ruling][n != 1], tone_of(ruling)) for ruling, n in found if n)
    return Tally(plural(len(claims), "claim"), counts)


def explained(claims: Sequence[ClaimRuling], simulated: bool = False) -> Tally:
    """The same with what each ruling means, and how the claims were decided."""
    meanings = tuple(BRIEFLY[one] for one in COUNTED if any(claim.ruling == one for claim in claims))
    return structs.replace(tally_of(claims), meanings=meanings, decided=decided_text(claims, simulated))


def row_of(claim: ClaimRuling, one: Told) -> Row:
    """Published, here, why, each as briefly as it can be said."""
    return Row(
        ruling=ruling_words(claim),
        tone=tone_of(claim.ruling),
        claim=Link(claim.id, f"#{one.mark}claim-{anchor(claim.id)}"),
        says=claim.claim,
        published=claim.published,
        here=_here(claim, one),
        why=ABOVE if claim is measured_claim(one.findings.claims) else beginning(claim.why),
        basis="drawn by law" if claim.basis == "here" and one.findings.simulated else BASED[claim.basis],
    )


def row_over_all(claim: ClaimRuling, across: ClaimAcross, one: Told) -> Row:
    """The same over all machines: one ruling where they agree, and what came out on how many."""
    row = row_of(claim, one)
    here, why = (across.sentence,), beginning(claim.why)
    if len(set(across.rulings)) == 1:
        return structs.replace(row, here=here, why=why)
    return structs.replace(row, here=here, why=why, ruling=DIFFERS, tone="doubt")


def _here(claim: ClaimRuling, one: Told) -> tuple[str, ...]:
    """What was found; of the answered claim it stands above."""
    return (concluded(one.findings, claim),) if claim is measured_claim(one.findings.claims) else (claim.measured,)


def beginning(text: str) -> str:
    """As many whole sentences as stand in a few lines; a short first one never stands alone."""
    first, *others = SENTENCE_END.split(text)
    for one in others:
        if len(first) >= FEW_LETTERS and len(first) + 1 + len(one) > MOST_LETTERS:
            break
        first = f"{first} {one}"
    return first


def ruling_of(claim: ClaimRuling, one: Told) -> Ruling:
    """All that is known of a claim."""
    return Ruling(
        row_of(claim, one),
        measured=claim.measured,
        why=claim.why,
        place=claim.place,
        basis=claim.basis,
        caveats=claim.caveats,
        grounds=tuple(grounds_of(claim)),
    )
