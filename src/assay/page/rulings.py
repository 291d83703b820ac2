"""Claims as rows of the first screen, and in full; which colour goes with which word."""

from collections.abc import Sequence

from assay.analysis.model import ClaimRuling
from assay.page.model import Link, Row, Ruling, Tally
from assay.page.sheet import anchor
from assay.report.claims import COUNTED, STYLES, grounds_of, ruling_words
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


def tone_of(word: str) -> str:
    """The colour that goes with a ruling or a verdict; "" for any other word."""
    if word in VERDICTS:
        return VERDICTS[word]
    ruling = word.lower().removesuffix(" here")
    return TONES.get(STYLES.get(ruling, ""), "bad") if ruling in COUNTED else ""


def tally_of(claims: Sequence[ClaimRuling]) -> Tally:
    """How many claims came to which ruling, what holds first."""
    found = [(ruling, sum(claim.ruling == ruling for claim in claims)) for ruling in COUNTED]
    counts = tuple((str(n), COUNTED[ruling][n != 1], tone_of(ruling)) for ruling, n in found if n)
    return Tally(plural(len(claims), "claim"), counts)


def row_of(claim: ClaimRuling, mark: str) -> Row:
    """Published, here, why; `mark` stands before the name of its place on the page."""
    here = (claim.measured, f"so: {claim.concluded}" if claim.concluded else "")
    return Row(
        ruling=ruling_words(claim),
        tone=tone_of(claim.ruling),
        claim=Link(claim.id, place_of(claim, mark)),
        says=claim.claim,
        published=claim.published,
        here=tuple(text for text in here if text),
        why=claim.why,
    )


def ruling_of(claim: ClaimRuling, mark: str) -> Ruling:
    """All that is known of a claim."""
    return Ruling(row_of(claim, mark), claim.basis, claim.place, claim.caveats, tuple(grounds_of(claim)))


def place_of(claim: ClaimRuling, mark: str) -> str:
    """Where the claim stands in full."""
    return f"#{mark}claim-{anchor(claim.id)}"
