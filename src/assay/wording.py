"""The words for a ratio and for a verdict: every report takes them from here, so that no two can disagree.

A ratio is candidate / baseline. From half to 1.5 times it is worded in percent less or more ("takes 3.5 % less time"),
beyond that in times ("takes 6.6 times as long", "takes 1/6.6 of the time"). Never "% faster": a reader cannot know
whether that means time or rate.

Rounding: everything to the nearest, an interval and its estimate with the same decimals, so that a sentence and a
table show the same numbers, the sentence perhaps fewer digits of them. Two guards: an interval that excludes "no
change" still excludes it as printed (it is given more decimals), and a bound ("no difference larger than") is rounded
up.
"""

import math
import re
from typing import Protocol

from msgspec import Struct

from assay.units import duration_text, plural

TIMES_FROM = 1.5
PART_BELOW = 0.5
ENOUGH_DECIMALS = 4
"""Nobody uses a finer ratio; only an interval that would otherwise touch "no change" is given more."""
MOST_DECIMALS = 9
FEWEST_ROUNDS = 6
"""Fewer rounds than this cannot give a 95 % interval, whatever they show (rank methods)."""
NO_INTERVAL = f"no interval under {FEWEST_ROUNDS} rounds"
TINY = 1e-9
"""Guards rounding up against the last bit of a float: 0.96 * 1000 is not quite 960."""

SEVERAL = re.compile(r"(?!1 )[\d,]+ (?:[a-z]+ )*(?:workers|threads|processes|coroutines)\b")
"""The last part of a name that stands for more than one."""
PLURALS = {"takes": "take", "uses": "use", "has": "have"}

LABELS = {
    "faster": "FASTER",
    "slower": "SLOWER",
    "lower": "LOWER",
    "higher": "HIGHER",
    "no_difference": "NO DIFFERENCE",
    "cannot_tell": "CANNOT TELL",
    "none": "NO VERDICT",
}


Ends = tuple[float, float, float | None]
"""An interval, and the margin it lies within, if any."""


class Quantity(Struct, frozen=True):
    """How a metric is spoken of."""

    verb: str
    noun: str
    as_much: str  # after "6.6 times"
    is_time: bool  # whether less of it is "faster"


QUANTITIES = {
    "process_wall_ns": Quantity("takes", "time", "as long", True),
    "work_wall_ns": Quantity("takes", "time", "as long", True),
    "unit_ns": Quantity("takes", "time per unit of work", "as long per unit of work", True),
    "cold_wall_ns": Quantity("takes", "time for its first call", "as long for its first call", True),
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


def ratio_words(
    ratio: float,
    low: float | None,
    high: float | None,
    metric: str = "process_wall_ns",
    margin: float | None = None,
) -> RatioWords:
    """Words for one ratio and its interval: the one place where they are made; `margin` as `within` gives it."""
    what = quantity(metric)
    ends = None if low is None or high is None else (low, high, margin)
    if PART_BELOW <= ratio <= TIMES_FROM:
        return _in_percent(ratio, ends, what)
    return _in_times(ratio, ends, what)


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
    words = ratio_words(compared.ratio, compared.low, compared.high, compared.metric, within(compared))
    said = f"{agreed(candidate, words.claim)} {words.link} {baseline}"
    if compared.verdict != "none":
        return said
    return f"by the medians alone, {said}" if compared.low is None else f"so far, {said}"


def agreed(name: str, claim: str) -> str:
    """A name and what is said of it, the verb in agreement: "2 threads take ...", "step 1, serial takes ..."."""
    if not SEVERAL.match(name.rpartition(", ")[2]):
        return f"{name} {claim}"
    verb, _, rest = claim.partition(" ")
    return f"{name} {PLURALS.get(verb, verb)} {rest}".rstrip()


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
    words = ratio_words(compared.ratio, compared.low, compared.high, compared.metric, within(compared))
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
    words = ratio_words(compared.ratio, compared.low, compared.high, compared.metric, within(compared))
    return f"(a real but small change: {words.short()})"


def bound_text(compared: Compared) -> str:
    """The largest difference the interval allows, rounded up, yet not above a margin it lies within."""
    assert compared.low is not None
    assert compared.high is not None
    bound = max(abs(compared.low - 1), abs(compared.high - 1)) * 100
    decimals = _percent_decimals(compared.low, compared.high, within(compared))
    return f"{_up(bound, decimals):.{decimals}f} %"


def within(compared: Compared) -> float | None:
    """The margin that the interval lies within and must be seen to lie within; None where it does not."""
    return compared.margin if compared.verdict == "no_difference" else None


def ratio_cells(
    ratio: float | None, low: float | None, high: float | None, margin: float | None = None
) -> tuple[str, str]:
    """A ratio and its interval for a table: ("0.965", "[0.960, 0.969]"); `margin` as `within` gives it."""
    if ratio is None:
        return "-", ""
    if low is None or high is None:
        return f"{ratio:,.{_fewest_for(ratio)}f}", ""
    decimals = _decimals(low, high, _fewest_for(ratio), margin)
    return f"{ratio:,.{decimals}f}", f"[{low:,.{decimals}f}, {high:,.{decimals}f}]"


def factor_cells(value: float, low: float | None, high: float | None) -> tuple[str, str]:
    """A factor and its interval for a sentence, with no more digits than it needs: ("1.96", "[1.92, 1.99]")."""
    if low is None or high is None:
        return factor_text(value), ""
    decimals = _decimals(low, high, 1)
    return f"{value:,.{decimals}f}", f"[{low:,.{decimals}f}, {high:,.{decimals}f}]"


def cells_of(compared: Compared) -> tuple[str, str]:
    """The ratio of a comparison and its interval for a table, in agreement with what the sentence says."""
    return ratio_cells(compared.ratio, compared.low, compared.high, within(compared))


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


def _in_percent(ratio: float, ends: Ends | None, what: Quantity) -> RatioWords:
    way = "less" if ratio < 1 else "more"
    if ends is None:
        return RatioWords(f"{what.verb} {_change(ratio, 1)} % {way} {what.noun}", "than", "", "")
    low, high, margin = ends
    decimals = _percent_decimals(low, high, margin)
    claim = f"{what.verb} {_change(ratio, decimals)} % {way} {what.noun}"
    first, last = _change(low, decimals), _change(high, decimals)
    if low <= 1 <= high:
        text = f"{first} % less to {last} % more"
        return RatioWords(claim, "than", text, text)
    short = f"{last} to {first}" if high < 1 else f"{first} to {last}"
    return RatioWords(claim, "than", f"{short} % {'less' if high < 1 else 'more'}", short)


def _change(ratio: float, decimals: int) -> str:
    """How far from 1 in percent, without its sign; rounded as the ratio itself is in a table."""
    return f"{abs(float(f'{ratio:.{decimals + 2}f}') - 1) * 100:.{decimals}f}"


def _in_times(ratio: float, ends: Ends | None, what: Quantity) -> RatioWords:
    if ratio > 1:
        number, short = _times(ratio, ends, "")
        return RatioWords(f"{what.verb} {number} times {what.as_much}", "as", f"{short} times" if short else "", short)
    number, short = _times(1 / ratio, ends and (1 / ends[1], 1 / ends[0], None), "1/")
    return RatioWords(f"{what.verb} {number} of the {what.noun}", "of", short, short)


def _times(value: float, ends: Ends | None, prefix: str) -> tuple[str, str]:
    """The number and its interval; with the prefix "1/" the larger number is the smaller ratio and comes first."""
    if ends is None:
        return f"{prefix}{value:,.{0 if value >= 99.95 else 1}f}", ""
    low, high, _ = ends
    decimals = _decimals(low, high, 1 if value < 9.95 else 0)
    number = f"{prefix}{value:,.{decimals}f}"
    if prefix and low < 1:  # "1/3.4 to 1/0.8" cannot be read
        return number, f"{' to '.join(_two_ends(1 / high, 1 / low))} times"
    written = [f"{prefix}{end:,.{decimals}f}" for end in (low, high)]
    return number, " to ".join(reversed(written) if prefix else written)


def _what_is_known(compared: Compared, candidate: str, baseline: str) -> str:
    assert compared.low is not None
    assert compared.high is not None
    what = quantity(compared.metric)
    if compared.low < 1 / TIMES_FROM or compared.high > TIMES_FROM:
        low, high = _two_ends(compared.low, compared.high)
        return f"{agreed(candidate, what.verb)} between {low} and {high} times {what.as_much} as {baseline}"
    by = "" if what.is_time else f" in {what.noun}"
    return f"{baseline} and {candidate} differ{by} by less than {bound_text(compared)} either way"


def _two_ends(low: float, high: float) -> tuple[str, str]:
    """Both ends; where 1 lies between them, neither is written as if it were 1."""
    decimals = _decimals(low, high, 1)
    while low < 1 < high and decimals < ENOUGH_DECIMALS and 1 in (round(low, decimals), round(high, decimals)):
        decimals += 1
    return f"{low:,.{decimals}f}", f"{high:,.{decimals}f}"


def _percent_decimals(low: float, high: float, margin: float | None) -> int:
    """Decimals of percentages: two fewer than those of the ratios they are made from."""
    fewest = 1 if max(1 - low, high - 1) < 0.1 else 0
    return _decimals(low, high, fewest + 2, margin) - 2


def _decimals(low: float, high: float, fewest: int, margin: float | None = None) -> int:
    """Decimals for an interval; more of them where rounding would let in the 1 or the margin that it excludes."""
    decimals = max(fewest, _decimals_for(high - low))
    while decimals < MOST_DECIMALS and not _kept(low, high, decimals, margin):
        decimals += 1
    return decimals


def _kept(low: float, high: float, decimals: int, margin: float | None) -> bool:
    """Whether the interval as printed still excludes 1, and its bound the margin, where the interval does."""
    if not low <= 1 <= high and float(f"{low:.{decimals}f}") <= 1 <= float(f"{high:.{decimals}f}"):
        return False
    return margin is None or _up(max(abs(low - 1), abs(high - 1)) * 100, decimals - 2) <= margin * 100 + TINY


def _decimals_for(width: float) -> int:
    """As many decimals as let a quarter of the interval's width be seen."""
    return min(ENOUGH_DECIMALS, max(0, -math.floor(math.log10(width / 4) + TINY))) if width > 0 else 1


def _fewest_for(ratio: float) -> int:
    return 3 if ratio < 10 else 1


def _up(value: float, decimals: int) -> float:
    scale = 10.0**decimals
    return math.ceil(value * scale - TINY) / scale


def _two_digits(count: int) -> int:
    """A planning figure is a guess and is not written to the last round; it is rounded up."""
    step = int(10 ** max(0, len(str(count)) - 2))
    return -(-count // step) * step
