"""What a plan costs in seconds: one round, the first verdict, the last one."""

from collections.abc import Mapping
from fnmatch import fnmatchcase

from msgspec import Struct

from assay.plan.model import Family, Plan
from assay.plan.order import memory_trials, pilot_trials, trials_of_round

BETWEEN_TRIALS_S = 0.002
"""Starting, reaping and recording one trial, besides the trial itself."""


class Cost(Struct, frozen=True):
    """Seconds, from the first pilot on."""

    trials: int  # to the last planned look, pilots and memory trials included
    rounds: dict[str, float]  # seconds of one timed round, by family
    first_seconds: float  # until the first planned look of the first family
    last_seconds: float  # until the last planned look of the last family


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


def expected_seconds(plan: Plan, patterns: Mapping[str, float]) -> dict[str, float]:
    """Seconds of one trial of each variant, from a study's patterns of names; the last one that fits holds."""
    found = {}
    for variant in plan.variants:
        for pattern, seconds in patterns.items():
            if fnmatchcase(variant.name, pattern):
                found[variant.name] = seconds
    return found


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
