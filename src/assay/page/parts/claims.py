"""Every claim: on one axis where they are ratios, then each in full."""

from itertools import groupby

from assay.analysis.model import ClaimRuling
from assay.page.model import Block, Facts, Folded, Group, Section
from assay.page.rulings import ruling_of, tally_of
from assay.page.sheet import Sheet, Told, anchor, each_run
from assay.report.claims import BASES, COUNTED, EXPLAINED, ordered


def section(sheet: Sheet) -> Section | None:
    """Nothing where no claim was ruled on."""
    figures = sheet.figures("claims")
    rulings = each_run(sheet, "claims", _sources)
    return Section("claims", "All claims", (*figures, *rulings), "Claims") if rulings else None


def _sources(one: Told) -> tuple[Block, ...]:
    return tuple(
        _source(one, source, tuple(group)) for source, group in groupby(one.findings.claims, lambda claim: claim.source)
    )


def _source(one: Told, source: str, claims: tuple[ClaimRuling, ...]) -> Group:
    words = {claim.ruling for claim in claims}
    bases = {claim.basis for claim in claims}
    meanings = [(word, (EXPLAINED[word],)) for word in COUNTED if word in words]
    meanings += [(f"basis: {basis}", (meaning,)) for basis, meaning in BASES.items() if basis in bases]
    return Group(
        f"{one.mark}source-{anchor(source)}",
        f"{source}: {claims[0].title}",
        (
            tally_of(claims),
            Folded("What these words mean", (Facts(tuple(meanings)),)),
            *(ruling_of(claim, one) for claim in ordered(claims)),
        ),
    )
