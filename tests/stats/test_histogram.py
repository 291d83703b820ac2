"""Histograms and thinned distributions: NumPy's and SciPy's numbers, and nothing dropped in silence."""

import numpy as np
import pytest
from scipy import stats as reference

from assay.stats.histogram import FAR, MOST_BINS, SKEWED, histogram, skewed, steps

MILLION = np.random.default_rng(11).lognormal(18, 0.7, 1_000_000)


def total(found):
    return found.below + sum(found.counts) + found.above


def test_bins_are_those_of_freedman_and_diaconis_where_nothing_lies_far_out():
    values = np.random.default_rng(1).uniform(10, 20, 500)
    counts, edges = np.histogram(values, bins="fd")
    found = histogram(values)
    assert found.counts == tuple(counts)
    assert found.edges == pytest.approx(tuple(edges), rel=1e-12)
    assert (found.below, found.above) == (0, 0)


@pytest.mark.parametrize("n", [1, 2, 3, 20, 1000])
def test_every_value_is_counted_once(n):
    values = np.random.default_rng(n).pareto(1.1, n) + 1
    found = histogram(values)
    assert total(found) == n
    assert (found.smallest, found.largest) == (values.min(), values.max())
    assert len(found.edges) == len(found.counts) + 1


def test_what_lies_far_out_is_counted_beside_the_bins_and_does_not_squeeze_them():
    values = np.concatenate([np.random.default_rng(2).normal(100, 1, 1000), [900.0]])
    found = histogram(values)
    near, far = np.quantile(values, (0.01, 0.99))
    assert found.above == np.count_nonzero(values > far + FAR * (far - near)) == 1
    assert found.edges[-1] < 110
    assert len(found.counts) > 15


def test_a_second_mode_of_a_tenth_is_no_outlier():
    rng = np.random.default_rng(2)
    values = np.concatenate([rng.normal(100, 1, 900), rng.normal(120, 1, 100)])
    found = histogram(values)
    assert (found.below, found.above) == (0, 0)
    assert sum(found.counts[len(found.counts) // 2 :]) == 100


@pytest.mark.parametrize("value", [0.0, 5.0, -5.0, 1e12])
def test_values_that_are_all_alike_are_one_bin_around_them(value):
    found = histogram([value] * 9)
    assert found.counts == (9,)
    assert found.edges[0] < value < found.edges[1]


def test_half_of_the_values_alike_still_gives_bins():
    found = histogram([1.0] * 60 + [1.1, 1.2, 1.3, 1.4] * 5)
    assert total(found) == 80
    assert 6 <= len(found.counts) <= MOST_BINS


def test_a_million_values_make_few_bins():
    found = histogram(MILLION)
    assert total(found) == 1_000_000
    assert len(found.counts) <= MOST_BINS
    assert found.above > 0


@pytest.mark.parametrize("function", [histogram, steps])
@pytest.mark.parametrize("values", [[], [1.0, float("nan")], [1.0, float("inf")], [float("-inf"), 1.0]])
def test_what_cannot_be_sorted_is_refused(function, values):
    with pytest.raises(ValueError, match="expected"):
        function(values)


def test_few_values_keep_every_step():
    values = np.random.default_rng(4).normal(0, 1, 399).round(1)
    found, expected = steps(values), reference.ecdf(values).cdf
    assert found.values == tuple(expected.quantiles)
    assert found.shares == pytest.approx(tuple(expected.probabilities), abs=1e-12)
    assert found.moved == 0


@pytest.mark.parametrize("most", [10, 50, 400])
@pytest.mark.parametrize("draw", ["lognormal", "ties", "two modes"])
def test_a_thinned_distribution_moves_no_step_by_more_than_it_says(most, draw):
    rng = np.random.default_rng(6)
    values = {
        "lognormal": rng.lognormal(0, 1, 30_000),
        "ties": rng.geometric(0.001, 30_000).astype(float),
        "two modes": np.where(rng.random(30_000) < 0.7, rng.normal(1, 0.01, 30_000), rng.normal(2, 0.01, 30_000)),
    }[draw]
    found, exact = steps(values, most), reference.ecdf(values).cdf
    assert len(found.values) <= most
    at = np.searchsorted(found.values, exact.quantiles, side="right") - 1
    drawn = np.where(at < 0, 0.0, np.asarray(found.shares)[at])
    assert np.max(np.abs(exact.probabilities - drawn)) == pytest.approx(found.moved, abs=1e-12)
    assert np.all(drawn <= exact.probabilities + 1e-12)  # it only ever lags behind
    assert found.moved < 2 / (0.6 * most)


def test_both_ends_of_a_distribution_stay():
    found = steps(MILLION)
    assert (found.values[0], found.values[-1]) == (MILLION.min(), MILLION.max())
    assert (found.shares[0], found.shares[-1]) == (1e-6, 1.0)
    assert len(found.values) <= 400
    assert sum(share > 0.999 for share in found.shares) > 20  # the tail is still to be seen


def test_an_axis_is_in_multiples_where_values_lie_far_apart():
    assert skewed(1, SKEWED)
    assert not skewed(1, SKEWED - 0.01)
    assert not skewed(0, 100)
