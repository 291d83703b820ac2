"""The same error rates through the whole program: plan, coin, launcher (simulated), records, analysis.

What is simulated elsewhere is the decision alone. Here the product's own order of trials, its records and its reading
of the planned looks run, on fewer sessions, and must say exactly what the decision says.
"""

import math

import pytest
from msgspec import structs

from assay.analysis.comparisons import read_family
from assay.plan.compare import compare_plan
from assay.plan.order import trials_of_round
from assay.run.execute import Options, run_trial
from assay.run.simulated import Behaviour, Failure, Machine, SimulatedLauncher
from assay.stats.decision import decide
from tests.simulation.rates import EVEN, at_most, exact_size

QUICK = {"mode": "quick"}


class Words:
    argv, environment, cwd = ("x",), None, ""


def session(noise, seed, effect=0.0, failures=None, **asked):
    """Records of one comparison, run to its last planned look, and its family."""
    plan = compare_plan(["old", "new"], seed=seed, **asked)
    family = plan.families[0]
    rounds = family.looks[-1].rounds
    laws = {"old": Behaviour(), "new": Behaviour(effect=effect, failures=failures or {})}
    launcher = SimulatedLauncher(laws, seed, Machine(noise=noise, session=2 * rounds))
    trials = [trial for number in range(1, rounds + 1) for trial in trials_of_round(plan, family, number)]
    return [run_trial(trial, Words(), launcher, Options()) for trial in trials], family


def primary(records, family):
    """The comparison of wall times, when the program stops looking."""
    for look in family.looks:
        reading = read_family([record for record in records if record.round <= look.rounds], family, "full")
        if reading.settled:
            break
    return next(one for one in reading.comparisons if one.role == "primary")


def decision_on(records, family):
    walls = {name: {} for name in ("old", "new")}
    for record in records:
        if record.outcome == "ok":
            walls[record.variant][record.round] = record.runs.wall_ns[0]
    rounds = range(1, family.looks[-1].rounds + 1)
    ratios = [math.log(walls["new"].get(i, math.nan) / walls["old"].get(i, math.nan)) for i in rounds]
    return decide(ratios, [(look.rounds, look.alpha) for look in family.looks], 1, family.margin)


@pytest.mark.parametrize("effect", [0.0, 0.03])
@pytest.mark.parametrize("noise", EVEN)
def test_the_program_says_what_the_decision_says(noise, effect):
    for seed in range(6):
        records, family = session(noise, seed, effect)
        said, decided = primary(records, family), decision_on(records, family)
        assert said.verdict == decided.verdict
        assert said.rounds == decided.rounds
        assert (said.low, said.high) == pytest.approx((decided.interval.low, decided.interval.high), abs=1e-3)


def test_a_failed_trial_takes_its_pair_and_nothing_else():
    records, family = session("iid", 3, 0.2, {4: Failure(signal=11)}, **QUICK)
    said, decided = primary(records, family), decision_on(records, family)
    assert said.rounds == decided.rounds == 11
    assert (said.verdict, decided.verdict) == ("slower", "slower")
    assert (said.low, said.high) == pytest.approx((decided.interval.low, decided.interval.high), abs=1e-6)


@pytest.mark.parametrize("sessions", [pytest.param(300, id="300"), pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("noise", EVEN)
def test_false_alarms_of_the_program_in_quick_mode(noise, sessions):
    alarms = sum(primary(*session(noise, seed, **QUICK)).verdict in ("faster", "slower") for seed in range(sessions))
    assert alarms / sessions <= at_most(exact_size(12), sessions)


@pytest.mark.parametrize("sessions", [pytest.param(40, id="40"), pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("noise", EVEN)
def test_false_alarms_of_the_program_with_planned_looks(noise, sessions):
    alarms = sum(
        primary(*session(noise, seed, margin=0.02)).verdict in ("faster", "slower") for seed in range(sessions)
    )
    assert alarms / sessions <= at_most(0.05, sessions)


@pytest.mark.parametrize("noise", ["iid", "mix"])
def test_false_alarms_of_a_family_of_seven_comparisons_are_those_of_one(noise):
    """Any of the seven, with one baseline for all: sharing out the error keeps the family at 5 %."""
    sessions, alarms = 200, 0
    plan = compare_plan([f"command {i}" for i in range(8)], mode="quick")
    family, rounds = plan.families[0], plan.families[0].looks[-1].rounds
    for seed in range(sessions):
        launcher = SimulatedLauncher(
            {variant.name: Behaviour() for variant in plan.variants}, seed, Machine(noise=noise, session=8 * rounds)
        )
        seeded = structs.replace(plan, seed=seed)
        trials = [trial for number in range(1, rounds + 1) for trial in trials_of_round(seeded, family, number)]
        records = [run_trial(trial, Words(), launcher, Options()) for trial in trials]
        said = [one for one in read_family(records, family, "quick").comparisons if one.role == "primary"]
        assert len(said) == 7
        alarms += any(one.verdict in ("faster", "slower") for one in said)
    assert alarms / sessions <= at_most(0.05, sessions)


class SecondPays:
    """Whoever runs second in a round takes 1 % longer, whichever variant it is."""

    def __init__(self):
        self.asked = 0

    def __call__(self, request):
        self.asked += 1
        return Behaviour(effect=0.01 if self.asked % 2 == 0 else 0.0)


@pytest.mark.parametrize("coin", ["fair", "stuck"])
def test_a_place_penalty_is_harmless_under_a_fair_coin_and_found_out_when_the_coin_is_stuck(coin):
    sessions, alarms = 200, 0
    for seed in range(sessions):
        plan = compare_plan(["old", "new"], seed=seed, **QUICK)
        launcher, records = SimulatedLauncher(SecondPays(), seed, Machine(noise="quiet")), []
        for number in range(1, 13):
            trials = trials_of_round(plan, plan.families[0], number)
            if coin == "stuck":
                trials = sorted(trials, key=lambda trial: trial.variant, reverse=True)
            records += [run_trial(trial, Words(), launcher, Options()) for trial in trials]
        alarms += primary(records, plan.families[0]).verdict in ("faster", "slower")
    assert (alarms / sessions <= at_most(exact_size(12), sessions)) is (coin == "fair")
