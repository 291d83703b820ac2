"""Rulings on published claims as text: by source, what held first; published, here, why.

Two forms: the full one says all of every claim; the short one shows the few that tell most of each source, for a first
look. Lines are plain text with a style beside them, so that a test can read them and a terminal can colour them.
"""

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.text import Text

from assay.analysis.model import ClaimRuling
from assay.report.layout import GLUE, TOGETHER
from assay.units import plural

COUNTED = {
    "holds": ("holds", "hold"),
    "does not hold": ("does not hold", "do not hold"),
    "artefact": ("artefact", "artefacts"),
    "confound": ("confound", "confounds"),
    "arithmetic error": ("arithmetic error", "arithmetic errors"),
    "conceptual error": ("conceptual error", "conceptual errors"),
    "unsupported": ("unsupported", "unsupported"),
    "cannot tell": ("cannot tell", "cannot tell"),
    "not testable here": ("not testable here", "not testable here"),
}
"""Every ruling, one and many, in the order in which they are shown."""
STYLES = {"holds": "green", "cannot tell": "yellow", "unsupported": "yellow", "not testable here": "yellow"}
OTHER = "red"
MEANINGS = {
    "arithmetic error": "a printed figure does not follow from the document's own numbers",
    "conceptual error": "the figure may be right, but what is said of it does not follow",
    "artefact": "the published numbers come from how it was measured, and would come out without the claimed effect",
    "confound": "something else differs together with what was compared",
    "unsupported": "nothing in the document decides it either way",
}
"""Words that a stranger may not know."""
EXPLAINED = MEANINGS | {
    "holds": "what the claim says follows from its basis",
    "does not hold": "what the claim says does not follow from its basis",
    "cannot tell": "what was measured, there or here, does not decide it; more measuring may",
    "not testable here": "this machine lacks what it takes",
}
"""Every ruling that is counted is explained once below the rulings."""
BRIEFLY = {
    "holds": "as claimed",
    "does not hold": "does not follow",
    "artefact": "made by how it was measured",
    "confound": "something else differed too",
    "arithmetic error": "figures say otherwise",
    "conceptual error": "concluded too much",
    "unsupported": "nothing in it decides it",
    "cannot tell": "no measurement decides it",
    "not testable here": "this machine lacks what it takes",
}
"""The same in a few words, beside a count of them."""
BASES = {
    "their numbers": "recomputed from the document's own tables; nothing was measured for it",
    "their method": "read off what the document says or does; nothing was measured for it",
    "here": "measured on this machine",
}
BASED = {
    "their numbers": "from the document's own numbers",
    "their method": "from what the document says or does",
    "here": "measured here",
}
"""The same below a figure."""
WIDTH = 120
GUTTER = 2


def render(claims: Sequence[ClaimRuling], width: int = WIDTH, short: bool = False) -> list[Text]:
    """The rulings, a line each, ready for a console."""
    return [Text(text, style=style) for text, style in _styled(claims, min(width, WIDTH), short)]


def lines(claims: Sequence[ClaimRuling], width: int = WIDTH, short: bool = False) -> list[str]:
    """The same as plain text."""
    return [text for text, _ in _styled(claims, min(width, WIDTH), short)]


def ruling_words(claim: ClaimRuling) -> str:
    """The ruling as it is said: what was found on this machine holds, or does not, *here*."""
    here = claim.basis == "here" and claim.ruling in ("holds", "does not hold")
    return f"{claim.ruling} here" if here else claim.ruling


def counts(claims: Sequence[ClaimRuling]) -> str:
    """ "12 claims: 3 hold | 4 arithmetic errors | 1 cannot tell"."""
    found = [(ruling, sum(claim.ruling == ruling for claim in claims)) for ruling in COUNTED]
    words = [f"{number} {COUNTED[ruling][number != 1]}" for ruling, number in found if number]
    return f"{plural(len(claims), 'claim')}: {' | '.join(words)}"


Line = tuple[str, str]


def _styled(claims: Sequence[ClaimRuling], width: int, short: bool) -> list[Line]:
    found: list[Line] = []
    for source, group in groupby(claims, key=lambda claim: claim.source):
        found += _source(source, tuple(group), width, short)
    return found + _meanings(claims, short, width)


def _source(source: str, claims: Sequence[ClaimRuling], width: int, short: bool) -> list[Line]:
    shown = telling_of(claims) if short else ordered(claims)
    found: list[Line] = [(line, "bold") for line in _wrapped(f"{source}: {claims[0].title}", width)]
    found.append(("-" * max(len(line) for line, _ in found), "dim"))
    found += [(line, "") for line in _wrapped(_whole_pieces(counts(claims)), width)]
    found += [("", ""), (_row_of(("PUBLISHED", "HERE", "WHY"), width)[0], "dim")]
    for claim in shown:
        found += _claim(claim, width, short)
    if len(shown) < len(claims):
        found += [(f"{len(claims) - len(shown)} more of this source: assay report last --claims", "dim"), ("", "")]
    return found


def ordered(claims: Iterable[ClaimRuling]) -> list[ClaimRuling]:
    """By ruling, what holds first."""
    order = list(COUNTED)
    return sorted(claims, key=lambda claim: order.index(claim.ruling))


def telling_of(claims: Iterable[ClaimRuling]) -> list[ClaimRuling]:
    """The telling ones: what held first, then in the order their source gave them."""
    telling = [claim for claim in claims if claim.telling]
    return sorted(telling, key=lambda claim: (claim.ruling != "holds", claim.telling))


def _claim(claim: ClaimRuling, width: int, short: bool) -> list[Line]:
    head = f"{ruling_words(claim).upper()}  {claim.id}  {claim.place} (basis: {claim.basis})"
    found: list[Line] = [(line, STYLES.get(claim.ruling, OTHER)) for line in _wrapped(head, width)]
    found += [(line, "") for line in _indented(claim.claim, width)]
    found += [(line, "") for line in _row_of((claim.published, claim.measured, claim.why), width)]
    details = [f"caveat: {caveat}" for caveat in claim.caveats]
    if not short:
        details = [*(f"{name}: {text}" for name, text in grounds_of(claim)), *details]
    for detail in details:
        found += [(line, "dim") for line in _indented(detail, width)]
    return [*found, ("", "")]


def grounds_of(claim: ClaimRuling) -> list[tuple[str, str]]:
    """What a ruling stands on, each piece with its name."""
    named = [
        ("decided by", claim.measure),
        ("if true", claim.if_true),
        ("if an artefact", claim.if_artefact),
        *(("evidence", piece) for piece in claim.evidence),
    ]
    return [(name, text) for name, text in named if text]


def _whole_pieces(text: str) -> str:
    """With line breaks only where a piece ends: "4 unsupported" stays together."""
    return text.replace(" ", GLUE).replace(f"{GLUE}|{GLUE}", f"{GLUE}| ").replace(f":{GLUE}", ": ")


def _indented(text: str, width: int) -> list[str]:
    return ["  " + line for line in _wrapped(text, width - 2)]


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width`, with a number and its unit kept on one line; only what is too long ends at a hyphen."""
    too_long = any(len(word) > width for word in text.split())
    glued = TOGETHER.sub(GLUE, text)
    return [line.replace(GLUE, " ") for line in textwrap.wrap(glued, width, break_on_hyphens=too_long)]


def _row_of(cells: Sequence[str], width: int) -> list[str]:
    """Three texts side by side, each wrapped in its own column; the last one gets most room."""
    room = width - 2 - GUTTER * (len(cells) - 1)
    widths = (room * 26 // 100, room * 32 // 100, room - room * 26 // 100 - room * 32 // 100)
    columns = [_wrapped(text, wide) for text, wide in zip(cells, widths, strict=True)]
    height = max(len(column) for column in columns)
    padded = [column + [""] * (height - len(column)) for column in columns]
    rows = zip(*padded, strict=True)
    return [
        ("  " + (" " * GUTTER).join(part.ljust(wide) for part, wide in zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]


def _meanings(claims: Sequence[ClaimRuling], short: bool, width: int) -> list[Line]:
    """Every ruling that the counts name, shown or not; a basis only where a claim that is shown has it."""
    counted = {claim.ruling for claim in claims}
    texts = [f"{word}: {EXPLAINED[word]}." for word in COUNTED if word in counted]
    bases = {claim.basis for claim in claims if claim.telling or not short}
    texts += [f"basis, {basis}: {meaning}." for basis, meaning in BASES.items() if basis in bases]
    return [(line, "dim") for text in texts for line in _wrapped(text, width)]
