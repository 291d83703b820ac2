"""Rules that are known to be wrong fail the very bounds that ours keeps: proof that the checks can fail."""

import numpy as np
import pytest

from assay.stats.decision import decide
from assay.stats.hodges_lehmann import walsh_averages
from assay.stats.looks import planned_looks
from assay.stats.session import SCENARIOS, Design, log_ratios
from assay.stats.signed_rank import critical_rank_sum
from tests.simulation.rates import at_least, at_most, exact_size, fixed, simulate

REPLICATES = 1000
POSITION = 0.005
"""Whoever runs second takes 0.5 % longer."""


@pytest.mark.parametrize("scenario", ["iid", "process", "bimodal", "drift", "ar1", "bursts", "heavy", "mix"])
def test_a_fixed_order_turns_a_place_penalty_into_false_alarms(scenario):
    allowed = at_most(exact_size(30), REPLICATES)
    fixed_order = Design(fair_coin=False, second_place=POSITION)
    assert simulate(scenario, 0.0, fixed(30), 0.0, REPLICATES, fixed_order).share("slower", "faster") > allowed
    fair = Design(second_place=POSITION)
    assert simulate(scenario, 0.0, fixed(30), 0.0, REPLICATES, fair).share("slower", "faster") <= allowed


def test_looking_after_every_round_at_five_percent_raises_false_alarms():
    every_round = tuple((rounds, 0.05) for rounds in range(6, 61))
    alarms = simulate("iid", 0.0, every_round, 0.0, REPLICATES).share("slower", "faster")
    assert alarms > 3 * 0.05
    planned = simulate("iid", 0.0, planned_looks("full", 1), 0.0, REPLICATES).share("slower", "faster")
    assert planned <= at_most(0.05, REPLICATES)


def test_two_sessions_one_after_the_other_see_drift_as_a_difference():
    rng = np.random.default_rng(1)
    alarms = 0
    for _ in range(REPLICATES):
        line = SCENARIOS["drift"].law(rng, 60)
        alarms += decide(line[30:] - line[:30], fixed(30), margin=0.0).verdict in ("slower", "faster")
    assert alarms / REPLICATES > 2 * at_most(exact_size(30), REPLICATES)


def test_one_long_lived_process_a_variant_takes_its_layout_for_the_truth():
    rng = np.random.default_rng(2)
    alarms = 0
    for _ in range(REPLICATES):
        layout = rng.normal(0, 0.015, 2)
        differences = rng.normal(0, 0.01, 30) - rng.normal(0, 0.01, 30) + layout[1] - layout[0]
        alarms += decide(differences, fixed(30), margin=0.0).verdict in ("slower", "faster")
    assert alarms / REPLICATES > 0.5


def test_dropping_one_average_too_many_a_side_fails_the_coverage_bound():
    """The off-by-one that published software has: 10 values, level 0.9355 instead of 0.9512."""
    rng = np.random.default_rng(3)
    ours = theirs = 0
    for _ in range(10_000):
        averages = walsh_averages(log_ratios(rng, SCENARIOS["iid"], 10))
        k = critical_rank_sum(10, 0.05)
        ours += averages[k] <= 0 <= averages[-1 - k]
        theirs += averages[k + 1] <= 0 <= averages[-2 - k]
    assert ours / 10_000 >= at_least(0.95, 10_000)
    assert theirs / 10_000 < at_least(0.95, 10_000)


def test_calling_a_difference_that_was_not_found_no_difference_breaks_false_equivalence():
    """What other tools say when p is large: at a true 2 % and ten rounds it is wrong half the time."""
    rates = simulate("iid", 0.02, fixed(10), 0.0, REPLICATES)
    assert rates.share("cannot_tell", "no_difference") > at_most(0.05, REPLICATES)


def test_dropping_the_slow_runs_hides_a_tail_that_only_one_variant_has():
    """Removing the upper outliers of each side first, the 2.2 % of the mean that bursts cost all but vanish."""
    rng = np.random.default_rng(4)
    differences = log_ratios(rng, SCENARIOS["asymmetric bursts"], 20_000)
    kept = differences[
        differences < np.quantile(differences, 0.75) + 1.5 * np.subtract(*np.quantile(differences, [0.75, 0.25]))
    ]
    assert np.exp(differences).mean() - 1 > 0.02
    assert np.exp(kept).mean() - 1 < 0.005
