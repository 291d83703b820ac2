"""What a plan costs: sums worked by hand."""

import pytest

from assay.plan.compare import compare_plan
from assay.plan.cost import BETWEEN_TRIALS_S, cost_of, estimate, expected_seconds, whole_seconds
from assay.plan.expand import make_plan
from assay.study.reader import parse_study
from tests.study.made_catalogue import STUDY, made_catalogue

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


def test_the_whole_of_a_trial_is_taken_from_the_study_where_it_says_so():
    known = made_catalogue()
    study = parse_study(STUDY, "mine", known)
    plan = make_plan(study, known, 1, "quick", 2)
    seconds = expected_seconds(plan, study, 2)
    assert {seconds[name] for name in seconds if "/O0/" in name} == {0.5}
    assert {seconds[name] for name in seconds if "/O2/" in name} == {0.2}
    assert whole_seconds(plan, study, 2) == pytest.approx(estimate(plan, seconds))


def test_nothing_is_promised_where_no_trial_is_known():
    known = made_catalogue()
    study = parse_study(STUDY.replace('"*" = 0.2\n"*/O0/*" = 0.5\n', ""), "mine", known)
    assert whole_seconds(make_plan(study, known, 1, "quick", 2), study, 2) == 0.0
