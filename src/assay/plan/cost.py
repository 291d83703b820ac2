"""What a plan costs in seconds: one round, the first verdict, the last one."""

from collections.abc import Mapping
from fnmatch import fnmatchcase

from msgspec import Struct

from assay.plan.model import Family, Plan, ProbeWork, Variant
from assay.plan.order import memory_trials, pilot_trials, trials_of_round
from assay.plan.scale import LONG_ENOUGH_S, SERIAL, STARTS, works_of
from assay.study.model import Study

BETWEEN_TRIALS_S = 0.002
"""Starting, reaping and recording one trial, besides the trial itself."""
CEILING_S = 0.1
"""The machine's ceiling serially, where no pilot says how much it does."""
SEARCH_S = 4 * LONG_ENOUGH_S
"""The pilots of one work but the last one, start-up left out."""


class Cost(Struct, frozen=True):
    """Seconds, from the first pilot on."""

    trials: int  # to the last planned look, pilots and memory trials included
    rounds: dict[str, float]  # seconds of one timed round, by family
    first_seconds: float  # until the first planned look of the first family
    last_seconds: float  # until the last planned look of the last family


class Forecast(Struct, frozen=True):
    """What a study is expected to take, from what it says of its own trials."""

    trials: Mapping[str, float]  # seconds of one trial, by variant
    before_s: float = 0.0  # until the first pilot: finding out how much work there is
    by_mode: Mapping[str, float] = {}  # seconds in all, quick and full


def whole_seconds(plan: Plan, study: Study, cpus: int) -> float:
    """Seconds of the whole plan; 0 where nobody says how long any of its trials takes."""
    trials = expected_seconds(plan, study, cpus)
    return scaling_seconds(plan, study) + estimate(plan, trials) if trials else 0.0


def estimate(plan: Plan, trial_seconds: Mapping[str, float]) -> float:
    """Seconds until the last planned look, given the seconds of one trial of each variant (0 where unknown)."""
    return cost_of(plan, trial_seconds).last_seconds


def cost_of(plan: Plan, trial_seconds: Mapping[str, float]) -> Cost:
    """What the plan costs, families one after the other as they run.

    A bundle's trial lasts as long as its whole bundle, so give the seconds of that.
    """
    per_look = [[upto(plan, family, look.rounds, trial_seconds) for look in family.looks] for family in plan.families]
    pilots = sum(len(pilot_trials(plan, family)) for family in plan.families)
    return Cost(
        trials=pilots + sum(looks[-1][0] for looks in per_look if looks),
        rounds={family.name: one_round(family, trial_seconds) for family in plan.families},
        first_seconds=pilot_seconds(plan, trial_seconds) + (per_look[0][0][1] if per_look and per_look[0] else 0.0),
        last_seconds=pilot_seconds(plan, trial_seconds) + sum(looks[-1][1] for looks in per_look if looks),
    )


def expected_seconds(plan: Plan, study: Study, cpus: int) -> dict[str, float]:
    """Seconds of one trial of each variant, as far as the study tells: start-up and work, or the whole of it."""
    found = {}
    for variant in plan.variants:
        whole = last_match(study.trial_seconds, variant.name)
        work = work_seconds(study, variant, plan.mode, cpus)
        start = last_match(study.start_seconds, variant.name)
        if whole is not None:
            found[variant.name] = whole
        elif work is not None:
            found[variant.name] = work + (start or 0.0)
        elif variant.name in plan.ceilings and (study.trial_seconds or study.scale):
            found[variant.name] = CEILING_S / min(variant.workers, cpus)
    return found


def work_seconds(study: Study, variant: Variant, mode: str, cpus: int) -> float | None:
    """All iterations of one trial whose work is scaled, on so many CPUs; None where it is not."""
    if study.scale is None or not isinstance(variant.work, ProbeWork) or not variant.work.scaled:
        return None
    allowed = int(variant.work.settings.get("cpus", cpus))
    at_once = 1 if variant.work.model == SERIAL else min(variant.workers, allowed)
    return study.scale.seconds_in(mode) / at_once


def last_match(patterns: Mapping[str, float], name: str) -> float | None:
    """The figure of the last pattern that fits."""
    return next((seconds for pattern, seconds in reversed(list(patterns.items())) if fnmatchcase(name, pattern)), None)


def scaling_seconds(plan: Plan, study: Study) -> float:
    """Seconds to find out how much work each trial is to do."""
    if study.scale is None:
        return 0.0
    starts = [last_match(study.start_seconds, variants[0]) or 0.0 for variants in works_of(plan).values()]
    once = SEARCH_S + study.scale.seconds_in(plan.mode)
    return sum(STARTS * (start + BETWEEN_TRIALS_S) + once for start in starts)


def one_round(family: Family, trial_seconds: Mapping[str, float]) -> float:
    """Seconds of one timed round of a family."""
    return sum(trial_seconds.get(name, 0.0) + BETWEEN_TRIALS_S for name in family.variants)


def upto(plan: Plan, family: Family, rounds: int, trial_seconds: Mapping[str, float]) -> tuple[int, float]:
    """Trials and seconds of a family's first rounds, memory trials included."""
    trials = [
        trial
        for number in range(1, rounds + 1)
        for trial in (*trials_of_round(plan, family, number), *memory_trials(plan, family, number))
    ]
    return len(trials), sum(trial_seconds.get(trial.variant, 0.0) + BETWEEN_TRIALS_S for trial in trials)


def pilot_seconds(plan: Plan, trial_seconds: Mapping[str, float]) -> float:
    """Seconds of the pilots of all families."""
    return sum(one_round(family, trial_seconds) for family in plan.families)
