"""Whether a trial's place in its round had an effect: caches, clocks and heat carry over from one trial to the next.

The coin that draws the order spreads such an effect evenly over the variants, so it does not favour one of them; it
is reported all the same, for it says that the variants are not measured apart.
"""

import math
from collections.abc import Sequence
from statistics import mean

from assay.analysis.measured import trials_of, value_in
from assay.plan.model import Family, Plan
from assay.stats.hodges_lehmann import hodges_lehmann, hodges_lehmann_interval
from assay.store.records import Record
from assay.wording import ratio_words

ALPHA = 0.01
"""A line that most readers need not act on must not turn up in one run of twenty by chance."""
FEWEST = 8
"""Rounds below which the residuals of a round are too few to look at."""


def carry_over_of_all(records: Sequence[Record], plan: Plan) -> str:
    """The line of each family that has one; the families share the error of one line."""
    alpha = ALPHA / max(1, len(plan.families))
    lines = {one.name: carry_over(records, one, alpha) for one in plan.families}
    found = {name: line for name, line in lines.items() if line}
    if len(plan.families) == 1:
        return "".join(found.values())
    return "; ".join(f"{name}: {line}" for name, line in found.items())


def carry_over(records: Sequence[Record], family: Family, alpha: float = ALPHA) -> str:
    """One line, where whatever ran later in a round took longer (or shorter) than what ran first; else ""."""
    metric = next((pair.metric for pair in family.pairs if pair.role != "secondary"), "process_wall_ns")
    rounds = _whole_rounds(records, family, metric)
    if len(rounds) < FEWEST or len(family.variants) < 2:
        return ""
    effects = _later_minus_first(rounds, family)
    interval = hodges_lehmann_interval(effects, alpha).exp()
    if not interval.bounded or interval.low <= 1 <= interval.high:
        return ""
    words = ratio_words(interval.estimate, interval.low, interval.high, metric).short()
    place = "second" if len(family.variants) == 2 else "later than first"
    return f"whatever ran {place} in a round {words}; the drawn order shares this out evenly"


def _whole_rounds(records: Sequence[Record], family: Family, metric: str) -> list[dict[str, tuple[int, float]]]:
    """variant -> (position, log value), for the rounds in which every variant has one."""
    rounds: dict[int, dict[str, tuple[int, float]]] = {}
    for trial in trials_of(records, family.name):
        value = value_in(records, trial, metric) if trial.outcome == "ok" else None
        if value is not None and value > 0:
            rounds.setdefault(trial.round, {})[trial.variant] = (trial.position, math.log(value))
    return [one for _, one in sorted(rounds.items()) if one.keys() == set(family.variants)]


def _later_minus_first(rounds: Sequence[dict[str, tuple[int, float]]], family: Family) -> list[float]:
    """Each round's effect, once the round's own level and each variant's own cost are taken out."""
    levels = [mean(value for _, value in one.values()) for one in rounds]
    own = {
        name: hodges_lehmann([one[name][1] - level for one, level in zip(rounds, levels, strict=True)])
        for name in family.variants
    }
    effects = []
    for one, level in zip(rounds, levels, strict=True):
        in_order = sorted((position, value - level - own[name]) for name, (position, value) in one.items())
        (_, first), *later = in_order
        effects.append(mean(value for _, value in later) - first)
    return effects
