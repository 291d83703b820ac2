"""The words for a ratio and for a verdict: every report takes them from here, so that no two can disagree.

A ratio is candidate / baseline. Within 1.5 times it is worded in percent less or more ("takes 3.5 % less time"),
beyond that in times ("takes 6.6 times as long", "takes 1/6.6 of the time"). Never "% faster": a reader cannot know
whether that means time or rate.

Rounding: the estimate to the nearest, the ends of an interval outwards, all with the same decimals; an interval that
excludes "no change" still excludes it as printed, and a bound as printed is never below the bound itself.
"""

import math
from typing import Protocol

from msgspec import Struct

from assay.units import duration_text, plural

TIMES_FROM = 1.5
ENOUGH_DECIMALS = 4
"""Nobody uses a finer ratio; only an interval that would otherwise touch "no change" is given more."""
MOST_DECIMALS = 9
FEWEST_ROUNDS = 6
"""Fewer rounds than this cannot give a 95 % interval, whatever they show (rank methods)."""
NO_INTERVAL = f"no interval under {FEWEST_ROUNDS} rounds"
TINY = 1e-9
"""Guards outward rounding against the last bit of a float: 0.96 * 1000 is not quite 960."""

LABELS = {
    "faster": "FASTER",
    "slower": "SLOWER",
    "lower": "LOWER",
    "higher": "HIGHER",
    "no_difference": "NO DIFFERENCE",
    "cannot_tell": "CANNOT TELL",
    "none": "NO VERDICT",
}


class Quantity(Struct, frozen=True):
    """How a metric is spoken of."""

    verb: str
    noun: str
    as_much: str  # after "6.6 times"
    is_time: bool  # whether less of it is "faster"


QUANTITIES = {
    "process_wall_ns": Quantity("takes", "time", "as long", True),
    "work_wall_ns": Quantity("takes", "time", "as long", True),
    "cpu_ns": Quantity("uses", "CPU time", "as much CPU time", False),
    "peak_memory_bytes": Quantity("uses", "memory", "as much memory", False),
}


class RatioWords(Struct, frozen=True):
    """One ratio in words."""

    claim: str  # "takes 3.5 % less time"
    link: str  # what joins it to the baseline's name: "than", "as", "of"
    interval: str  # "3.1 to 4.0 % less"; "" where there is none
    short_interval: str  # "3.1 to 4.0"

    def short(self) -> str:
        """Without names: "takes 3.5 % less time (3.1 to 4.0)"."""
        return f"{self.claim} ({self.short_interval})" if self.short_interval else self.claim


class Compared(Protocol):
    """What is needed of a comparison to word it (analysis/model.py, Comparison)."""

    @property
    def metric(self) -> str: ...
    @property
    def ratio(self) -> float | None: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...
    @property
    def level(self) -> float: ...
    @property
    def rounds(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def verdict(self) -> str: ...
    @property
    def margin(self) -> float: ...
    @property
    def mode(self) -> str: ...
    @property
    def rounds_needed(self) -> int | None: ...


def quantity(metric: str) -> Quantity:
    """How to speak of this metric; one that is not in the table is spoken of by its own name."""
    return QUANTITIES.get(metric) or Quantity("has", metric, f"the {metric}", False)


def ratio_words(ratio: float, low: float | None, high: float | None, metric: str = "process_wall_ns") -> RatioWords:
    """Words for one ratio and its interval: the one place where they are made."""
    what = quantity(metric)
    if 1 / TIMES_FROM <= ratio <= TIMES_FROM:
        return _in_percent(ratio, low, high, what)
    return _in_times(ratio, low, high, what)


def sentence(compared: Compared, candidate: str, baseline: str) -> str:
    """What came out, with both names, without the evidence."""
    what = quantity(compared.metric)
    if compared.verdict == "no_difference":
        kind = what.noun if what.is_time else f"{what.noun} used"
        return f"no difference in {kind} larger than {bound_text(compared)} between {candidate} and {baseline}"
    if compared.verdict == "cannot_tell":
        return _what_is_known(compared, candidate, baseline)
    if compared.ratio is None:
        return f"{candidate} and {baseline} were never measured in one round"
    words = ratio_words(compared.ratio, compared.low, compared.high, compared.metric)
    said = f"{candidate} {words.claim} {words.link} {baseline}"
    if compared.verdict != "none":
        return said
    return f"by the medians alone, {said}" if compared.low is None else f"so far, {said}"


def evidence(compared: Compared) -> str:
    """How sure: "(95 %: 3.1 to 4.0 % less; 20 rounds, 8 s)"."""
    effort = plural(compared.rounds, "round")
    if compared.seconds > 0:
        effort += f", {duration_text(compared.seconds)}"
    if compared.mode == "quick":
        effort = f"quick: {effort}"
    if compared.ratio is None or compared.low is None or compared.high is None:
        enough = compared.rounds >= FEWEST_ROUNDS
        why = f"too few for an interval of {level_text(compared.level)}" if enough else NO_INTERVAL
        return f"({why}; {effort})"
    words = ratio_words(compared.ratio, compared.low, compared.high, compared.metric)
    return f"({level_text(compared.level)}: {words.interval}; {effort})"


def what_next(compared: Compared) -> str:
    """What it would take to tell: "a difference of 1 % would need about 350 rounds (2.5 min)"; "" where told."""
    if compared.verdict != "cannot_tell" or compared.rounds_needed is None:
        return ""
    text = f"to tell a difference of {percent_text(compared.margin)} would need "
    text += f"about {_two_digits(compared.rounds_needed):,} rounds"
    if compared.seconds > 0 and compared.rounds > 0:
        text += f" ({duration_text(compared.seconds / compared.rounds * compared.rounds_needed)})"
    return text


def small_change(compared: Compared) -> str:
    """The mandatory addition where an interval inside the margin still excludes "no change"; else ""."""
    if compared.verdict != "no_difference" or compared.ratio is None or compared.low is None or compared.high is None:
        return ""
    if compared.low <= 1.0 <= compared.high:
        return ""
    words = ratio_words(compared.ratio, compared.low, compared.high, compared.metric)
    return f"(a real but small change: {words.short()})"


def bound_text(compared: Compared) -> str:
    """The largest difference the interval allows, rounded up, yet not above a margin it lies within."""
    assert compared.low is not None
    assert compared.high is not None
    bound = max(abs(compared.low - 1), abs(compared.high - 1)) * 100
    margin = compared.margin * 100 if compared.verdict == "no_difference" else math.inf
    decimals = max(1, _decimals_for((compared.high - compared.low) * 100)) if bound < 10 else 0
    while _up(bound, decimals) > margin + TINY and decimals < MOST_DECIMALS:
        decimals += 1
    return f"{_up(bound, decimals):.{decimals}f} %"


def ratio_cells(ratio: float | None, low: float | None, high: float | None) -> tuple[str, str]:
    """A ratio and its interval for a table: ("0.965", "[0.960, 0.969]")."""
    if ratio is None:
        return "-", ""
    if low is None or high is None:
        return f"{ratio:.{_fewest_for(ratio)}f}", ""
    decimals = _decimals_that_keep(low, high, 1.0, _fewest_for(ratio))
    return f"{ratio:,.{decimals}f}", f"[{_down(low, decimals):,.{decimals}f}, {_up(high, decimals):,.{decimals}f}]"


def percent_text(share: float) -> str:
    """A share that somebody chose, such as a margin: 0.01 -> "1 %", 0.025 -> "2.5 %"."""
    return f"{share * 100:.6g} %"


def about_percent_text(share: float) -> str:
    """A share that was measured, to two digits at most: 0.0063 -> "0.6 %", 0.234 -> "23 %"."""
    percent = share * 100
    if percent == 0:
        return "0 %"
    return "under 0.1 %" if percent < 0.05 else f"{percent:.{0 if percent >= 9.95 else 1}f} %"


def level_text(level: float) -> str:
    """A confidence level: 0.95 -> "95 %", 0.9875 -> "98.75 %"."""
    return f"{level * 100:.4g} %"


def split_text(speed_up: float, scaling: float, extra_work: float) -> str:
    """speed-up = scaling / extra work, as numbers: "0.30x = 1.98 / 6.6"."""
    return f"{speed_up:.2f}x = {factor_text(scaling)} / {factor_text(extra_work)}"


def factor_text(value: float) -> str:
    """A factor to about three digits, fewer where it is large: 1.98, 6.6, 12, 1,234."""
    decimals = 2 if value < 3 else 1 if value < 9.95 else 0
    return f"{value:,.{decimals}f}"


def _in_percent(ratio: float, low: float | None, high: float | None, what: Quantity) -> RatioWords:
    change = (ratio - 1) * 100
    way = "less" if change < 0 else "more"
    if low is None or high is None:
        return RatioWords(f"{what.verb} {abs(change):.1f} % {way} {what.noun}", "than", "", "")
    below, above = (low - 1) * 100, (high - 1) * 100
    decimals = _decimals_that_keep(below, above, 0.0, 1 if max(-below, above) < 10 else 0)
    claim = f"{what.verb} {abs(change):.{decimals}f} % {way} {what.noun}"
    first, last = _down(below, decimals), _up(above, decimals)
    if first < 0 < last:
        text = f"{-first:.{decimals}f} % less to {last:.{decimals}f} % more"
        return RatioWords(claim, "than", text, text)
    near, far = sorted((abs(first), abs(last)))
    short = f"{near:.{decimals}f} to {far:.{decimals}f}"
    side = "less" if last <= 0 < -first else "more"
    return RatioWords(claim, "than", f"{short} % {side}", short)


def _in_times(ratio: float, low: float | None, high: float | None, what: Quantity) -> RatioWords:
    if ratio > 1:
        number, short = _times(ratio, low, high, "")
        return RatioWords(f"{what.verb} {number} times {what.as_much}", "as", f"{short} times" if short else "", short)
    number, short = _times(1 / ratio, None if high is None else 1 / high, None if low is None else 1 / low, "1/")
    return RatioWords(f"{what.verb} {number} of the {what.noun}", "of", short, short)


def _times(value: float, low: float | None, high: float | None, prefix: str) -> tuple[str, str]:
    """The number and its interval; with the prefix "1/" the larger number is the smaller ratio and comes first."""
    if low is None or high is None:
        return f"{prefix}{value:,.{0 if value >= 99.95 else 1}f}", ""
    decimals = _decimals_that_keep(low, high, 1.0, 1 if value < 9.95 else 0)
    number = f"{prefix}{value:,.{decimals}f}"
    if prefix and low < 1:  # "1/3.4 to 1/0.8" cannot be read
        first, last = _two_ends(1 / high, 1 / low)
        return number, f"{first} to {last} times"
    ends = [f"{prefix}{_down(low, decimals):,.{decimals}f}", f"{prefix}{_up(high, decimals):,.{decimals}f}"]
    return number, " to ".join(reversed(ends) if prefix else ends)


def _what_is_known(compared: Compared, candidate: str, baseline: str) -> str:
    assert compared.low is not None
    assert compared.high is not None
    what = quantity(compared.metric)
    if compared.low < 1 / TIMES_FROM or compared.high > TIMES_FROM:
        low, high = _two_ends(compared.low, compared.high)
        return f"{candidate} {what.verb} between {low} and {high} times {what.as_much} as {baseline}"
    by = "" if what.is_time else f" in {what.noun}"
    return f"{baseline} and {candidate} differ{by} by less than {bound_text(compared)} either way"


def _two_ends(low: float, high: float) -> tuple[str, str]:
    decimals = _decimals_that_keep(low, high, 1.0, 1)
    return f"{_down(low, decimals):,.{decimals}f}", f"{_up(high, decimals):,.{decimals}f}"


def _decimals_for(width: float) -> int:
    """As many decimals as let a quarter of the interval's width be seen."""
    return min(ENOUGH_DECIMALS, max(0, -math.floor(math.log10(width / 4) + TINY))) if width > 0 else 1


def _decimals_that_keep(low: float, high: float, neutral: float, fewest: int) -> int:
    """Decimals for an interval; more of them where rounding would let in the neutral value that it excludes."""
    decimals = max(fewest, _decimals_for(high - low))
    if low <= neutral <= high:
        return decimals
    while _down(low, decimals) <= neutral <= _up(high, decimals) and decimals < MOST_DECIMALS:
        decimals += 1
    return decimals


def _fewest_for(ratio: float) -> int:
    return 3 if ratio < 10 else 1


def _down(value: float, decimals: int) -> float:
    scale = 10.0**decimals
    return math.floor(value * scale + TINY) / scale


def _up(value: float, decimals: int) -> float:
    scale = 10.0**decimals
    return math.ceil(value * scale - TINY) / scale


def _two_digits(count: int) -> int:
    """A planning figure is a guess and is not written to the last round; it is rounded up."""
    step = int(10 ** max(0, len(str(count)) - 2))
    return -(-count // step) * step
