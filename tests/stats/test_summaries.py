"""Quantiles, jackknife, variance components and shares."""

import math

import numpy as np
import pytest
from scipy import stats as reference

from assay.stats.binomial import clopper_pearson
from assay.stats.components import optimal_repetitions, variance_components
from assay.stats.fairness import jain
from assay.stats.jackknife import jackknife_t
from assay.stats.quantile import harrell_davis


@pytest.mark.parametrize("n", [1, 2, 7, 30, 501])
def test_harrell_davis_is_scipys(n):
    values = np.random.default_rng(n).lognormal(0, 0.4, n)
    for q in (0.05, 0.5, 0.95, 0.99):
        expected = float(reference.mstats.hdquantiles(values, prob=[q])[0]) if n > 1 else values[0]
        assert harrell_davis(values, q) == pytest.approx(expected, rel=1e-12)


def test_harrell_davis_of_symmetric_values_is_their_centre():
    assert harrell_davis([1, 2, 3, 4, 100 - 95, 6, 7], 0.5) == pytest.approx(4)


@pytest.mark.parametrize("q", [0, 1, -0.1, 50])
def test_harrell_davis_wants_a_share(q):
    with pytest.raises(ValueError, match="between 0 and 1"):
        harrell_davis([1, 2, 3], q)


def test_harrell_davis_wants_values():
    with pytest.raises(ValueError, match="found none"):
        harrell_davis([], 0.5)


def test_jackknife_of_a_mean_is_the_t_interval():
    values = np.random.default_rng(1).normal(10, 2, 12)
    expected = reference.t.interval(0.95, 11, values.mean(), values.std(ddof=1) / math.sqrt(12))
    interval = jackknife_t(list(values), np.mean)
    assert (interval.low, interval.high) == pytest.approx(expected, rel=1e-12)
    assert interval.level == 0.95


def test_jackknife_leaves_out_whole_rounds():
    rounds = [(1.0, 2.0), (1.1, 2.3), (0.9, 1.9), (1.0, 2.2)]
    seen = []

    def ratio(rows):
        seen.append(len(rows))
        return sum(b for _, b in rows) / sum(a for a, _ in rows)

    interval = jackknife_t(rounds, ratio)
    assert seen == [4, 3, 3, 3, 3]
    assert interval.low < 2.1 < interval.high
    assert interval.estimate == pytest.approx(8.4 / 4.0)


def test_jackknife_of_one_round_says_nothing():
    assert not jackknife_t([1.0], np.mean).bounded


def test_jackknife_interval_of_a_mean_ratio_covers_about_what_it_says():
    # 2,000 sessions of 10 rounds, B takes 5 % more, log-normal noise of 10 %: the ratio of sums is about 1.05.
    # Binomial: 4 standard errors of 0.95 at 2,000 are 0.0195.
    rng = np.random.default_rng(2)
    covered = 0
    for _ in range(2000):
        rows = list(np.exp(rng.normal(0, 0.1, (10, 2))) * (1.0, 1.05))
        interval = jackknife_t(rows, lambda kept: np.add.reduce(kept)[1] / np.add.reduce(kept)[0])
        covered += interval.low <= 1.05 <= interval.high
    assert abs(covered / 2000 - 0.95) < 0.02


def test_variance_components_by_hand():
    # two processes of two iterations: within variances 2 and 8, S1 = 5; means 2 and 7, S2 = 12.5; T2 = 12.5 - 5/2
    seen = variance_components([[1, 3], [5, 9]])
    assert seen.seen == (5.0, 12.5)
    assert seen.own == (5.0, 10.0)
    assert seen.repetitions == (2, 2)


def test_variance_components_use_the_seen_variance_of_the_level_below():
    # three levels; the uncorrected formula would subtract T (own) instead of S (seen) in the last step
    data = np.random.default_rng(3).normal(0, 1, (4, 3, 5)) + np.random.default_rng(4).normal(0, 2, (4, 3, 1))
    seen = variance_components(data)
    s1, s2, s3 = seen.seen
    assert s1 == pytest.approx(np.mean(np.var(data, axis=2, ddof=1)))
    assert s2 == pytest.approx(np.mean(np.var(data.mean(axis=2), axis=1, ddof=1)))
    assert s3 == pytest.approx(np.var(data.mean(axis=(1, 2)), ddof=1))
    assert seen.own == pytest.approx((s1, s2 - s1 / 5, max(0, s3 - s2 / 3)))


def test_variance_components_are_found_in_large_data():
    rng = np.random.default_rng(5)
    data = rng.normal(0, 3, (400, 1, 1)) + rng.normal(0, 2, (400, 20, 1)) + rng.normal(0, 1, (400, 20, 20))
    assert variance_components(data).own == pytest.approx((1, 4, 9), rel=0.15)


def test_a_level_that_adds_nothing_is_zero_and_not_negative():
    assert variance_components([[0, 10], [10, 0], [0, 10]]).own[1] == 0


def test_variance_components_refuse_a_level_of_one():
    with pytest.raises(ValueError, match="two values at every level"):
        variance_components([[1, 2, 3]])


def test_optimal_repetitions_by_hand():
    # sqrt(100 / 1 * 4 / 1) = 20; sqrt(1000 / 100 * 1 / 2) = 2.24
    assert optimal_repetitions((4, 1, 2), (1, 100, 1000)) == (20, 3)


def test_optimal_repetitions_of_a_level_that_adds_nothing_is_one():
    assert optimal_repetitions((0, 1), (1, 100)) == (1,)
    assert optimal_repetitions((1, 0), (1, 100)) == (100,)


@pytest.mark.parametrize(("successes", "n"), [(0, 10), (3, 10), (10, 10), (18, 200), (1, 1)])
def test_clopper_pearson_is_scipys(successes, n):
    theirs = reference.binomtest(successes, n).proportion_ci(0.95, "exact")
    ours = clopper_pearson(successes, n)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-10)
    assert ours.low <= ours.estimate <= ours.high


def test_clopper_pearson_of_nothing_is_everything():
    assert (clopper_pearson(0, 0).low, clopper_pearson(0, 0).high) == (0, 1)
    with pytest.raises(ValueError, match="expected 0 to 3 successes"):
        clopper_pearson(4, 3)


@pytest.mark.parametrize(
    ("shares", "index"), [((5, 5, 5, 5), 1.0), ((1, 0, 0, 0), 0.25), ((3, 1), 0.8), ((0, 0), 1.0), ((7,), 1.0)]
)
def test_jains_index_is_one_where_all_did_as_much_and_one_nth_where_one_did_all(shares, index):
    assert jain(shares) == pytest.approx(index)


def test_jackknife_of_very_many_rounds_leaves_out_stretches_and_says_nearly_what_single_rounds_say():
    values = np.random.default_rng(5).normal(10, 1, 2000)
    asked = []
    interval = jackknife_t(list(values), lambda rows: asked.append(len(rows)) or float(np.mean(rows)))
    assert asked == [2000] + [1992] * 250
    half = 1.96 / math.sqrt(2000)
    assert interval.estimate == pytest.approx(values.mean())
    assert interval.high - interval.estimate == pytest.approx(half, rel=0.15)


def test_jackknife_of_five_hundred_rounds_still_leaves_out_each():
    asked = []
    jackknife_t(list(range(1, 501)), lambda rows: asked.append(len(rows)) or float(sum(rows)))
    assert asked == [500] + [499] * 500
