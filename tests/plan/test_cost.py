"""What a plan costs: sums worked by hand."""

import pytest

from assay.plan.compare import compare_plan
from assay.plan.cost import BETWEEN_TRIALS_S, cost_of, estimate

SECONDS = {"a": 0.1, "b": 0.2}


def test_a_round_costs_its_trials_and_the_gaps_between_them():
    cost = cost_of(compare_plan(["a", "b"]), SECONDS)
    assert cost.rounds == {"commands": pytest.approx(0.3 + 2 * BETWEEN_TRIALS_S)}


def test_the_first_and_the_last_verdict_are_priced_with_pilots_and_memory_trials():
    """Full: pilots 1 round, 10 rounds of memory trials, first look after 10 rounds, last after 80."""
    cost = cost_of(compare_plan(["a", "b"]), SECONDS)
    a_round = 0.3 + 2 * BETWEEN_TRIALS_S
    assert cost.first_seconds == pytest.approx((1 + 10 + 10) * a_round)
    assert cost.last_seconds == pytest.approx((1 + 80 + 10) * a_round)
    assert cost.trials == 2 * (1 + 80 + 10)


def test_quick_mode_is_priced_without_memory_trials():
    a_round = 0.3 + 2 * BETWEEN_TRIALS_S
    assert estimate(compare_plan(["a", "b"], mode="quick"), SECONDS) == pytest.approx(13 * a_round)
