"""Splits a speed-up into what the threads do and what the loop does: speed-up = scaling / extra work.

    extra work   serial time of this step / serial time of the first step    (the loop: 1 = the same work)
    scaling      serial time of this step / concurrent time of this step     (the threads: k workers can give k)
    speed-up     serial time of the first step / concurrent time of this step, as a publication would compute it

Times are per unit of work. Each of the three is the Hodges-Lehmann ratio over the rounds of one family, with the exact
signed-rank interval at level 1 - alpha / m, m being the family's number of comparisons. Only quiet rounds are used
(quiet.py); with fewer than the family asks for there is no interval, and the caveat says so. The work gate compares one
worker with serial by the same interval: within the family's margin it passes.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from msgspec import Struct

from assay.analysis.measured import Values, counted, trials_of, value_in
from assay.analysis.model import Estimate, Split
from assay.analysis.quiet import Quietness, quiet_rounds
from assay.plan.model import Family, Pair, Plan, ProbeWork, Variant
from assay.stats.decision import read_look
from assay.stats.hodges_lehmann import hodges_lehmann
from assay.store.records import Record, TrialRecord
from assay.units import plural

HOW = {"model", "implementation", "workers"}
WORK = ("probe", "workload")
BARE = ("probe", "workload", "build")
"""Factors whose levels speak for themselves; others are named: "step 4"."""
ONE = Estimate(value=1.0, low=1.0, high=1.0, level=1.0)
NO_GATE = "one worker was not measured beside serial here (the work gate)"

SPLIT_KINDS = ("ladder", "scaling")
"""Kinds of families whose speed-ups are split."""


class Ground(Struct, frozen=True):
    """One family, ready to be split."""

    family: Family
    values: Values  # nanoseconds per unit of work
    rounds: Quietness
    alpha: float

    @property
    def enough(self) -> bool:
        """Whether there are as many quiet rounds as an interval is asked for."""
        return len(self.rounds.quiet) >= self.family.quiet_rounds

    @property
    def usable(self) -> frozenset[int]:
        """The quiet rounds; all of them where those are too few, and then without an interval."""
        return self.rounds.quiet if self.enough else self.rounds.all


class Gate(Struct, frozen=True):
    """One worker against serial."""

    passed: bool
    text: str  # why not; "" when passed


def splits(records: Sequence[Record], plan: Plan) -> tuple[Split, ...]:
    """One split for each step that ran concurrently, in the order of the plan; the first family to have it gives it."""
    grounds = [ground_of(records, family) for family in plan.families if family.kind in SPLIT_KINDS]
    gates = {key: gate for ground in reversed(grounds) for key, gate in gates_of(ground, plan).items()}
    found: dict[str, Split] = {}
    for ground in grounds:
        for pair in pairs_with(ground.family, "scaling"):
            split = split_of(ground, pair, plan, gates)
            if split is not None:
                found.setdefault(split.name, split)
    return tuple(found.values())


def ground_of(records: Sequence[Record], family: Family) -> Ground:
    """Times per unit of work and quiet rounds of one family."""
    pairs = [pair for pair in family.pairs if pair.role != "secondary"]
    metric = pairs[0].metric if pairs else "work_wall_ns"
    alpha = family.looks[-1].alpha / family.comparisons
    return Ground(family, per_unit(records, family, metric), quiet_rounds(records, family), alpha)


def per_unit(records: Iterable[Record], family: Family, metric: str) -> Values:
    """Time per unit of work, by variant and round; per iteration where a probe does not count its units."""
    values: Values = {}
    for trial in trials_of(records, family.name):
        value = value_in(records, trial, metric) if trial.outcome == "ok" else None
        if value is not None:
            per = 1.0 if metric == "unit_ns" else units_of(trial)
            values.setdefault(trial.variant, {})[trial.round] = value / per
    return values


def units_of(trial: TrialRecord) -> float:
    """Units of work of one iteration; 1 where they are not counted."""
    counts = [iteration.units for iteration in counted(trial.probe.iterations)] if trial.probe else []
    return median(counts) or 1.0 if counts else 1.0


def split_of(ground: Ground, pair: Pair, plan: Plan, gates: Mapping[tuple[str, str], Gate]) -> Split | None:
    """The split of one concurrent variant; None while it or its serial one has no value."""
    serial, concurrent, first = pair.baseline, pair.candidate, first_serial(ground.family, pair.baseline)
    variant = variant_named(plan, concurrent)
    speed_up, scaling = ratio(ground, first, concurrent), ratio(ground, serial, concurrent)
    extra_work = ONE if first == serial else ratio(ground, serial, first)
    if speed_up is None or scaling is None or extra_work is None:
        return None
    gate = gates.get((serial, library(variant)), Gate(passed=False, text=NO_GATE))
    return Split(
        name=name_of(plan, variant),
        speed_up=speed_up,
        scaling=scaling,
        extra_work=extra_work,
        workers=variant.workers,
        gate_passed=gate.passed,
        rounds_used=speed_up.rounds,
        rounds_left_out=len(ground.rounds.loud) if ground.enough else 0,
        caveats=(*doubts(ground), *((gate.text,) if gate.text else ())),
        variant=concurrent,
        serial=serial,
        family=ground.family.name,
    )


def ratio(ground: Ground, above: str, below: str) -> Estimate | None:
    """above / below with its interval from quiet rounds; from all rounds and without one where those are too few."""
    return estimated(ground, list(log_ratios(ground.values, above, below, ground.usable).values()))


def estimated(ground: Ground, differences: Sequence[float]) -> Estimate | None:
    """The ratio whose logarithm, round by round, is given; None where there is no round."""
    if not differences:
        return None
    if not ground.enough or len(differences) < ground.family.quiet_rounds:
        return Estimate(value=math.exp(hodges_lehmann(differences)), level=1 - ground.alpha, rounds=len(differences))
    interval, _, used = read_look(differences, ground.alpha, ground.family.margin)
    bounded = interval.bounded and interval.low > 0
    return Estimate(
        value=interval.estimate,
        low=interval.low if bounded else None,
        high=interval.high if bounded else None,
        level=1 - ground.alpha,
        rounds=used,
    )


def log_ratios(values: Values, above: str, below: str, rounds: Iterable[int]) -> dict[int, float]:
    """round -> log(above / below), for the rounds in which both have a value above zero."""
    upper, lower = values.get(above, {}), values.get(below, {})
    both = [number for number in sorted(rounds) if lower.get(number, 0) > 0 and upper.get(number, 0) > 0]
    return {number: math.log(upper[number] / lower[number]) for number in both}


def doubts(ground: Ground) -> tuple[str, ...]:
    """What a reader must know of the rounds behind a split."""
    found = []
    share = f"{ground.family.quiet_share:.0%}".replace("%", " %")
    if not ground.enough:
        found.append(
            f"cannot tell: {len(ground.rounds.quiet)} of {plural(len(ground.rounds.all), 'round')} had steal and "
            f"foreign CPU each under {share}, {ground.family.quiet_rounds} are needed; the figures are of all rounds"
        )
    if ground.rounds.unknown:
        found.append("this machine does not report steal or foreign CPU, so loud rounds could not be told")
    return tuple(found)


def gates_of(ground: Ground, plan: Plan) -> dict[tuple[str, str], Gate]:
    """(serial variant, library) -> what the work gate says."""
    return {
        (pair.baseline, library(variant_named(plan, pair.candidate))): gate_of(ground, pair)
        for pair in pairs_with(ground.family, "work_gate")
    }


def gate_of(ground: Ground, pair: Pair) -> Gate:
    """Passed when the whole interval of one worker / serial lies within the margin."""
    margin = f"{ground.family.margin:.1%}".replace(".0%", "%").replace("%", " %")
    estimate = ratio(ground, pair.candidate, pair.baseline)
    if estimate is None:
        return Gate(False, NO_GATE)
    if estimate.low is None or estimate.high is None:
        return Gate(False, "the work gate cannot tell: too few quiet rounds")
    if 1 - ground.family.margin < estimate.low and estimate.high < 1 + ground.family.margin:
        return Gate(True, "")
    seen = f"one worker takes {estimate.value:.3f} times as long as serial ({estimate.low:.3f} to {estimate.high:.3f})"
    outside = estimate.high <= 1 - ground.family.margin or estimate.low >= 1 + ground.family.margin
    judged = "not the same work" if outside else "cannot tell whether it is the same work"
    return Gate(False, f"work gate: {judged} within {margin}: {seen}")


def first_serial(family: Family, serial: str) -> str:
    """The serial variant that this one's extra work is measured against; itself if it is the first."""
    return next((pair.baseline for pair in pairs_with(family, "extra_work") if pair.candidate == serial), serial)


def pairs_with(family: Family, role: str) -> list[Pair]:
    """The family's pairs of one role."""
    return [pair for pair in family.pairs if pair.role == role]


def library(variant: Variant) -> str:
    """Model and implementation: what a work gate vouches for."""
    return f"{variant.work.model} {variant.work.implementation}" if isinstance(variant.work, ProbeWork) else ""


def variant_named(plan: Plan, name: str) -> Variant:
    """The plan's variant of that name."""
    return next(variant for variant in plan.variants if variant.name == name)


def name_of(plan: Plan, variant: Variant) -> str:
    """The levels that differ within the plan, as in "O2 step 4"; how it is run follows where that differs too."""
    words = [level_words(plan, variant)]
    if several(plan, "library"):
        words.append(library(variant))
    if several(plan, "workers"):
        words.append(plural(variant.workers, "worker"))
    return ", ".join(filter(None, words)) or variant.name


def level_words(plan: Plan, variant: Variant) -> str:
    """ "O2 step 4", from the factors that have more than one level where splits are made.

    What other families vary does not matter here, and a factor that has to be named only where the same language does
    the same work at another level of it.
    """
    split = {name for family in plan.families if family.kind in SPLIT_KINDS for name in family.variants} - plan.ceilings
    asked = [each for each in plan.variants if each.name in split]
    same = [variant.factors.get(factor) for factor in WORK]
    alike = [each for each in asked if [each.factors.get(factor) for factor in WORK] == same]
    bare = [variant.factors[factor] for factor in BARE if factor in variant.factors and _differs(asked, factor)]
    others = [factor for factor in variant.factors if factor not in HOW and factor not in BARE]
    return " ".join((*bare, *(f"{factor} {variant.factors[factor]}" for factor in others if _differs(alike, factor))))


def _differs(variants: Iterable[Variant], factor: str) -> bool:
    return len({each.factors.get(factor) for each in variants}) > 1


def several(plan: Plan, what: str) -> bool:
    """Whether scaling was asked for with more than one library, or more than one number of workers."""
    names = {pair.candidate for family in plan.families for pair in pairs_with(family, "scaling")}
    chosen = [variant_named(plan, name) for name in names]
    return len({library(each) if what == "library" else str(each.workers) for each in chosen}) > 1
