"""The decision path: which look speaks, on which rounds, at which level."""

import math

import numpy as np
import pytest

from assay.stats.decision import decide
from assay.stats.hodges_lehmann import hodges_lehmann_interval
from assay.stats.looks import planned_looks

LOOKS = planned_looks("full", 1)


def noise(n, spread=0.02, seed=1):
    return np.random.default_rng(seed).normal(0, spread, n)


def test_a_large_effect_is_told_at_the_first_look():
    decision = decide(noise(80) + math.log(1.2), LOOKS)
    assert (decision.look, decision.verdict, decision.rounds) == (0, "slower", 10)
    assert decision.decided
    assert decision.last


def test_the_other_way_round_it_is_faster():
    assert decide(noise(80) - math.log(1.2), LOOKS).verdict == "faster"


def test_interval_is_that_of_the_rounds_of_the_deciding_look_at_its_level():
    values = noise(80) + 0.05
    decision = decide(values, LOOKS)
    expected = hodges_lehmann_interval(values[: LOOKS[decision.look][0]], LOOKS[decision.look][1]).exp()
    assert decision.interval == expected
    assert decision.interval.level >= 1 - LOOKS[decision.look][1]


def test_rounds_after_the_deciding_look_change_nothing():
    values = noise(80) + math.log(1.2)
    changed = values.copy()
    changed[10:] = -1
    assert decide(values, LOOKS) == decide(changed, LOOKS)


def test_small_noise_and_no_effect_is_no_difference_at_a_look():
    assert decide(noise(80, 0.002), LOOKS, margin=0.01).verdict == "no_difference"


def test_undecided_before_the_last_look_asks_for_more():
    decision = decide(noise(25, 0.1), LOOKS)
    assert (decision.look, decision.verdict, decision.decided, decision.last) == (1, "cannot_tell", False, False)


def test_undecided_at_the_last_look_ends_as_cannot_tell():
    decision = decide(noise(80, 0.2), LOOKS)
    assert (decision.look, decision.verdict, decision.decided, decision.last) == (3, "cannot_tell", False, True)


def test_before_the_first_look_there_is_no_verdict_but_what_is_known():
    decision = decide(noise(9) + 1, LOOKS)
    assert (decision.look, decision.verdict, decision.rounds) == (None, "none", 9)
    assert decision.interval.low > 2
    none_at_all = decide([], LOOKS)
    assert none_at_all.verdict == "none"
    assert math.isnan(none_at_all.interval.estimate)
    assert (none_at_all.interval.low, none_at_all.interval.high) == (0, math.inf)


def test_more_comparisons_make_wider_intervals():
    values = noise(20, 0.05)
    one = decide(values, planned_looks("full", 1, 20), 1)
    four = decide(values, planned_looks("full", 4, 20), 4)
    assert four.interval.low < one.interval.low < one.interval.high < four.interval.high
    assert four.interval.level >= 1 - 0.05 / 4


def test_more_comparisons_make_wider_intervals_before_the_first_look_too():
    one, two = decide(noise(9), LOOKS, 1), decide(noise(9), LOOKS, 2)
    assert one.look is two.look is None
    assert one.interval.level >= 1 - LOOKS[0][1]
    assert (two.interval.low, two.interval.high) == (0, math.inf)  # nine values cannot reach 1 - 0.005 / 2


def test_a_failed_trial_takes_only_its_own_pair():
    values = noise(20) + 0.1
    with_gaps = values.copy()
    with_gaps[[2, 7]] = math.nan
    decision = decide(with_gaps, ((20, 0.05),))
    assert decision.rounds == 18
    assert decision.interval == hodges_lehmann_interval(np.delete(values, [2, 7]), 0.05).exp()


def test_so_many_failed_that_no_interval_is_left_cannot_tell():
    values = np.full(12, math.nan)
    values[:5] = 0.5
    decision = decide(values, ((12, 0.05),))
    assert (decision.verdict, decision.rounds) == ("cannot_tell", 5)
    assert (decision.interval.low, decision.interval.high) == (0, math.inf)


@pytest.mark.parametrize("effect", [-0.05, 0.0, 0.03])
def test_swapping_baseline_and_candidate_turns_the_ratio_over(effect):
    values = noise(20) + effect
    one, other = decide(values, ((20, 0.05),)), decide(-values, ((20, 0.05),))
    assert one.interval.estimate * other.interval.estimate == pytest.approx(1)
    assert one.interval.low * other.interval.high == pytest.approx(1)
