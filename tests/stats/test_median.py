"""The order-statistic interval of the median."""

import math

import pytest
from scipy import stats as reference

from assay.stats.median import median_interval, median_ranks

TABLE = {
    6: (1, 6, 0.96875),
    8: (1, 8, 0.9921875),
    9: (2, 8, 0.9609375),
    10: (2, 9, 0.978515625),
    15: (4, 12, 0.96484375),
    20: (6, 15, 0.958610535),
    30: (10, 21, 0.957226),
    50: (18, 33, 0.967161),
    100: (40, 61, 0.964800),
}


@pytest.mark.parametrize("n", TABLE)
def test_ranks_and_coverage_of_the_table(n):
    lower, upper, level = median_ranks(n, 0.05)
    assert (lower, upper) == TABLE[n][:2]
    assert level == pytest.approx(TABLE[n][2], abs=5e-7)
    assert level == pytest.approx(1 - 2 * reference.binom.cdf(lower - 1, n, 0.5), abs=1e-12)


def test_ninety_five_percent_needs_six_values_and_ninety_nine_needs_eight():
    assert median_ranks(5, 0.05) is None
    assert median_ranks(6, 0.05) is not None
    assert median_ranks(7, 0.01) is None
    assert median_ranks(8, 0.01) is not None


def test_interval_is_made_of_order_statistics():
    interval = median_interval([9, 1, 8, 2, 7, 3, 6, 4, 5, 10])
    assert (interval.estimate, interval.low, interval.high, interval.level) == (5.5, 2, 9, 0.978515625)


def test_too_few_values_have_a_median_and_no_interval():
    interval = median_interval([3.0, 1.0, 2.0])
    assert (interval.estimate, interval.low, interval.high) == (2.0, -math.inf, math.inf)


def test_a_large_sample_agrees_with_the_binomial_law():
    lower, upper, _ = median_ranks(5001, 0.05)
    assert lower == reference.binom.ppf(0.025, 5001, 0.5)
    assert lower + upper == 5002


@pytest.mark.parametrize("n", [6, 13, 20, 51])
def test_it_is_at_least_as_wide_as_scipys_one_sided_pair(n):
    values = list(range(n))
    theirs = reference.quantile_test(values, q=0, p=0.5).confidence_interval(confidence_level=0.95)
    ours = median_interval(values)
    assert (ours.low, ours.high) == (theirs.low, theirs.high)
