"""The Hodges-Lehmann estimate and its exact interval."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.stats.hodges_lehmann import FEW, fewest_values, hodges_lehmann, hodges_lehmann_interval, walsh_averages
from assay.stats.signed_rank import critical_rank_sum, signed_rank_test

DEPRESSION = (0.952, -0.147, 1.022, 0.430, 0.620, 0.590, 0.490, -0.080, 0.010)


def test_hollander_and_wolfe_example():
    interval = hodges_lehmann_interval(DEPRESSION, 0.05)
    assert interval.estimate == pytest.approx(0.46, abs=1e-12)
    assert (interval.low, interval.high) == pytest.approx((0.010, 0.786), abs=1e-12)
    assert interval.level == 0.9609375


def test_one_to_ten_gives_three_to_eight_and_not_one_order_statistic_less():
    interval = hodges_lehmann_interval(range(1, 11), 0.05)
    assert (interval.estimate, interval.low, interval.high) == (5.5, 3, 8)
    assert interval.level == pytest.approx(0.951172, abs=5e-7)


def test_too_few_values_leave_everything_possible():
    interval = hodges_lehmann_interval([0.1, 0.2, 0.3, 0.4, 0.5], 0.05)
    assert (interval.low, interval.high, interval.level) == (-math.inf, math.inf, 1.0)
    assert interval.estimate == pytest.approx(0.3)
    assert not interval.bounded


def test_six_values_at_five_percent_give_smallest_and_largest():
    interval = hodges_lehmann_interval([5, 1, 4, 2, 6, 3], 0.05)
    assert (interval.low, interval.high, interval.level) == (1, 6, 0.96875)
    assert interval.bounded
    assert fewest_values(0.05) == 6


def test_no_values_are_refused():
    with pytest.raises(ValueError, match="expected at least one value"):
        hodges_lehmann([])


@pytest.mark.parametrize(("n", "alpha"), [(9, 0.05), (12, 0.05), (17, 0.01), (20, 0.015)])
def test_interval_holds_exactly_the_shifts_the_test_does_not_reject(n, alpha):
    values = np.random.default_rng(n).normal(0.1, 1, n)
    interval = hodges_lehmann_interval(values, alpha)
    for shift, kept in (
        (interval.low - 1e-9, False),
        (interval.low + 1e-9, True),
        (interval.high - 1e-9, True),
        (interval.high + 1e-9, False),
    ):
        assert (signed_rank_test(values - shift).p_two_sided > alpha) is kept


def test_two_hundred_values_are_no_effort():
    values = np.random.default_rng(0).normal(0, 1, 200)
    interval = hodges_lehmann_interval(values, 0.05)
    assert 0.95 <= interval.level < 0.9501
    assert interval.low < hodges_lehmann(values) < interval.high


numbers = st.lists(st.integers(-1000, 1000), min_size=6, max_size=25)


@given(numbers, st.integers(-50, 50), st.sampled_from([0.05, 0.01, 0.0025]))
def test_shifting_and_turning_the_values_shifts_and_turns_the_answer(values, shift, alpha):
    # whole numbers and halves: floats are exact here
    plain = hodges_lehmann_interval(values, alpha)
    moved = hodges_lehmann_interval([value + shift for value in values], alpha)
    turned = hodges_lehmann_interval([-value for value in values], alpha)
    assert (moved.estimate, moved.low, moved.high) == (plain.estimate + shift, plain.low + shift, plain.high + shift)
    assert (turned.estimate, turned.low, turned.high) == (-plain.estimate, -plain.high, -plain.low)
    assert plain.low <= plain.estimate <= plain.high


@pytest.mark.parametrize("n", [FEW - 1, FEW, FEW + 1, 400, 401])
@pytest.mark.parametrize("coarse", [False, True])
def test_of_many_values_the_averages_asked_for_are_those_that_sorting_gives(n, coarse):
    values = np.random.default_rng(n).normal(0, 1, n)
    values = np.round(values, 1) if coarse else values
    averages = walsh_averages(values)
    k = critical_rank_sum(n, 0.05)
    interval = hodges_lehmann_interval(list(values), 0.05)
    assert (interval.low, interval.high) == (averages[k], averages[-1 - k])
    assert interval.estimate == hodges_lehmann(list(values)) == np.median(averages)
    assert averages.size == n * (n + 1) // 2
    assert np.all(np.diff(averages) >= 0)
