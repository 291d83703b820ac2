"""Rules on published claims: one pure function from a study's files and a run's findings to rulings.

What a source's own numbers decide needs no run; a claim about this machine waits for one and says so. The rules are
small functions, one a kind: those of arithmetic in `rulings_arithmetic`, those of measurement in `rulings_here`.
"""

from collections.abc import Iterable, Mapping

from msgspec import structs

from assay.analysis.model import ClaimedRatio, ClaimRuling, Findings
from assay.analysis.ruled import Ruled
from assay.analysis.rulings_arithmetic import rule_on_numbers, values_of
from assay.analysis.rulings_here import rule_here
from assay.study.claim_checks import fill
from assay.study.claim_model import MEASURED, Claim, ClaimSet, RatioHere, Reading
from assay.study.claims import read_claims
from assay.study.formula import Value, work_out

NOT_MEASURED = "not measured here yet"


def rule_all(files: dict[str, str], findings: Findings | None) -> tuple[ClaimRuling, ...]:
    """A ruling on every claim of every claims.toml among `files` ("count/claims.toml" -> text).

    Without findings, what would have to be measured is "cannot tell". Raises StudyError with every mistake there is.
    """
    return tuple(rule_one(claim, group, findings) for group in read_claims(files) for claim in group.claims)


def measured_claim(claims: Iterable[ClaimRuling]) -> ClaimRuling | None:
    """The most telling of the claims that a run measured."""
    here = [one for one in claims if one.basis == "here" and NOT_MEASURED not in one.caveats]
    return min(here, key=lambda one: (not one.telling, one.telling), default=None)


def rule_one(claim: Claim, group: ClaimSet, findings: Findings | None) -> ClaimRuling:
    """The ruling on one claim of a group that was checked when it was read."""
    values = values_of(claim, group.tables)
    ruled = _decide(claim, values, findings)
    return ClaimRuling(
        id=claim.id,
        source=group.source.name,
        title=group.source.title,
        place=claim.place,
        claim=claim.claim,
        ruling=ruled.ruling,
        basis=claim.basis,
        published=claim.published,
        measured="; so ".join(filter(None, (ruled.measured, ruled.concluded))) or fill(claim.here, values),
        why=fill(claim.why, values),
        value=ruled.value,
        low=ruled.low,
        high=ruled.high,
        caveats=(*claim.caveats, *ruled.caveats),
        measure=claim.measure,
        if_true=claim.if_true,
        if_artefact=claim.if_artefact,
        evidence=claim.rule.evidence if isinstance(claim.rule, Reading) else (),
        telling=claim.telling,
        splits=ruled.splits,
        concluded=ruled.concluded,
        ratio=_ratio(claim, group, values, ruled),
    )


def _ratio(claim: Claim, group: ClaimSet, values: Mapping[str, Value], ruled: Ruled) -> ClaimedRatio | None:
    """The published ratio beside ours; a rule on ratios of times is turned round, so that more is faster everywhere."""
    if claim.ratio is None:
        return None
    found = ClaimedRatio(claim.ratio.what, _number(claim.ratio.published, group, values), claim.ratio.cpus)
    if claim.ratio.here:
        return structs.replace(found, value=_number(claim.ratio.here, group, values))
    if not isinstance(claim.rule, MEASURED) or ruled.value is None:
        return found
    ends = ruled.low, ruled.value, ruled.high
    if isinstance(claim.rule, RatioHere):
        high, value, low = (1 / end if end else None for end in ends)
        return structs.replace(found, value=value, low=low, high=high)
    return structs.replace(found, value=ruled.value, low=ruled.low, high=ruled.high)


def _number(formula: str, group: ClaimSet, values: Mapping[str, Value]) -> float:
    value = work_out(formula, group.tables, values)
    return value[0] if isinstance(value, tuple) else value


def _decide(claim: Claim, values: Mapping[str, Value], findings: Findings | None) -> Ruled:
    if isinstance(claim.rule, Reading):
        return Ruled(claim.rule.ruling)
    if isinstance(claim.rule, MEASURED):
        found = rule_here(claim.rule, findings) if findings else None
        return found or Ruled("cannot tell", caveats=(NOT_MEASURED,))
    return rule_on_numbers(claim.rule, values)
