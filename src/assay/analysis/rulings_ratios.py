"""Rules that hold a measured number against a claimed range: a ratio of two variants, the mean response of a batch."""

from fnmatch import fnmatchcase

from assay.analysis.interval_reading import FEWEST_ROUNDS, in_range, of_all, to_both_sides
from assay.analysis.model import Comparison, Findings, Response
from assay.analysis.ruled import Ruled
from assay.study.claim_model import RatioHere, ResponseHere
from assay.wording import ratio_words


def ratio(rule: RatioHere, findings: Findings) -> Ruled | None:
    """Holds where the interval of candidate / baseline lies inside the claimed range, not where it lies outside."""
    found = [pair for pair in findings.comparisons if pair.metric == rule.metric and _matches(rule, pair)]
    if not found:
        return None
    all_readings = {_read_ratio(rule, pair) for pair in found}
    first = found[0]
    words = "; ".join(_ratio_words(pair) for pair in found)
    ruling = next(iter(all_readings)) if len(all_readings) == 1 else "cannot tell"
    caveats = tuple(dict.fromkeys(caveat for pair in found for caveat in pair.caveats))
    if {"holds", "does not hold"} <= all_readings:
        caveats = (*caveats, "the comparisons measured for this do not agree")
    elif ruling == "cannot tell":
        caveats = (*caveats, *(text for pair in found for text in _undecided(rule, pair, alone=len(found) == 1)))
    return Ruled(ruling, first.ratio, first.low, first.high, measured=words, caveats=caveats)


def _matches(rule: RatioHere, pair: Comparison) -> bool:
    return fnmatchcase(pair.baseline, rule.baseline) and fnmatchcase(pair.candidate, rule.candidate)


def _read_ratio(rule: RatioHere, pair: Comparison) -> str:
    if pair.rounds < FEWEST_ROUNDS:
        return "cannot tell"
    return in_range(pair.low, pair.high, rule.at_least, rule.at_most)


def _undecided(rule: RatioHere, pair: Comparison, *, alone: bool) -> tuple[str, ...]:
    """Which end of the claimed range an interval takes in, and whose it is where there are several."""
    if _read_ratio(rule, pair) != "cannot tell":
        return ()
    if pair.rounds < FEWEST_ROUNDS:
        return (f"{pair.rounds} rounds, {FEWEST_ROUNDS} needed",)
    whose = "" if alone else pair.candidate
    return to_both_sides(pair.low, pair.high, (rule.at_least, rule.at_most), whose)


def _ratio_words(pair: Comparison) -> str:
    if pair.ratio is None:
        return f"{pair.candidate} and {pair.baseline}: never in one round"
    words = ratio_words(pair.ratio, pair.low, pair.high, pair.metric)
    return f"{pair.candidate} {words.short()} {words.link} {pair.baseline}"


def response(rule: ResponseHere, findings: Findings) -> Ruled | None:
    """Holds where the interval of the mean response of every variant meant lies inside the claimed range."""
    found = [one for one in findings.responses if fnmatchcase(one.variant, rule.variant)]
    if not found:
        return None
    readings = [_read_response(rule, one) for one in found]
    ruling = of_all(readings)
    telling = next(one for one, reading in zip(found, readings, strict=True) if reading == ruling)
    words = "; ".join(f"{one.variant}: mean response {_response_words(one)}" for one in found)
    caveats = tuple(dict.fromkeys(caveat for one in found for caveat in one.caveats))
    return Ruled(ruling, telling.mean.median, telling.mean.low, telling.mean.high, measured=words, caveats=caveats)


def _read_response(rule: ResponseHere, one: Response) -> str:
    if one.mean.trials < FEWEST_ROUNDS:
        return "cannot tell"
    return in_range(one.mean.low, one.mean.high, rule.at_least, rule.at_most)


def _response_words(one: Response) -> str:
    if one.mean.low is None or one.mean.high is None:
        return f"{one.mean.median:.2f}"
    return f"{one.mean.median:.2f} [{one.mean.low:.2f}, {one.mean.high:.2f}]"
