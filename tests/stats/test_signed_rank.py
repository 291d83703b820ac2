"""The signed-rank test against tables, hand counts and SciPy."""

from itertools import product

import numpy as np
import pytest
from scipy import stats as reference

from assay.stats.signed_rank import (
    EXACT_UP_TO,
    achieved_level,
    critical_rank_sum,
    doubled_mid_ranks,
    fewest_values,
    null_counts,
    signed_rank_test,
)

# Hollander & Wolfe 1973, p. 29: depression scores before and after, nine patients.
DEPRESSION = (0.952, -0.147, 1.022, 0.430, 0.620, 0.590, 0.490, -0.080, 0.010)

# Largest T with 2 P(W <= T) <= alpha; -1 = impossible.
CRITICAL = {
    5: (0, -1, -1, -1),
    6: (2, 0, -1, -1),
    7: (3, 2, 0, -1),
    8: (5, 3, 1, 0),
    9: (8, 5, 3, 1),
    10: (10, 8, 5, 3),
    12: (17, 13, 9, 7),
    15: (30, 25, 19, 15),
    20: (60, 52, 43, 37),
    25: (100, 89, 76, 68),
    30: (151, 137, 120, 109),
    40: (286, 264, 238, 220),
    50: (466, 434, 397, 373),
}


def test_hollander_and_wolfe_example():
    seen = signed_rank_test(DEPRESSION)
    assert seen.statistic == 40
    assert seen.p_greater == 10 / 512
    assert seen.p_two_sided == 0.0390625
    assert (seen.n, seen.zeros, seen.ties) == (9, 0, 0)


def test_normal_approximation_of_the_example_is_what_the_table_says():
    # (40 - 22.5) / sqrt(9 * 10 * 19 / 24) = 2.0732; the exact answer must differ from it in the fourth digit.
    approximate = reference.norm.sf((40 - 22.5) / np.sqrt(9 * 10 * 19 / 24))
    assert approximate == pytest.approx(0.01908, abs=5e-6)
    assert abs(signed_rank_test(DEPRESSION).p_greater - approximate) > 4e-4


@pytest.mark.parametrize("n", CRITICAL)
def test_critical_values_of_the_table(n):
    assert tuple(critical_rank_sum(n, alpha) for alpha in (0.10, 0.05, 0.02, 0.01)) == CRITICAL[n]


def test_a_level_that_is_a_power_of_two_falls_on_the_right_side():
    # n = 6: 2 P(W <= 0) = 2 / 64 = 2^-5 exactly; the next smaller float must not reach it.
    assert critical_rank_sum(6, 2.0**-5) == 0
    assert critical_rank_sum(6, np.nextafter(2.0**-5, 0)) == -1
    assert critical_rank_sum(60, 2.0**-59) == 0
    assert critical_rank_sum(60, np.nextafter(2.0**-59, 0)) == -1


def test_fewest_values_for_usual_levels():
    assert [fewest_values(alpha) for alpha in (0.05, 0.01, 0.005, 0.02)] == [6, 8, 9, 7]
    assert fewest_values(2.0**-5) == 6


@pytest.mark.parametrize("alpha", [0.2, 0.05, 0.01, 0.005, 0.0025])
def test_fewest_values_is_where_critical_values_begin(alpha):
    n = fewest_values(alpha)
    assert critical_rank_sum(n, alpha) >= 0
    assert critical_rank_sum(n - 1, alpha) == -1


def test_counts_equal_a_brute_force_enumeration_with_ties():
    ranks = [3, 3, 6, 9, 9, 9, 14]
    by_hand = [0] * (sum(ranks) + 1)
    for signs in product((0, 1), repeat=len(ranks)):
        by_hand[sum(sign * rank for sign, rank in zip(signs, ranks, strict=True))] += 1
    assert null_counts(ranks) == by_hand


def test_counts_of_two_hundred_values_are_whole_numbers_that_add_up():
    counts = null_counts(range(1, 201))
    assert sum(counts) == 2**200
    assert counts == counts[::-1]


def test_mid_ranks_share_the_places_of_a_tie():
    assert doubled_mid_ranks([0.5, 0.1, 0.5, 0.5, 0.9]) == [6, 2, 6, 6, 10]
    assert doubled_mid_ranks([]) == []


def brute_force(values):
    """Pratt's test by going through every sign pattern of the non-zero values."""
    ranks = reference.rankdata(np.abs(values))
    signed = [rank for rank, value in zip(ranks, values, strict=True) if value != 0]
    seen = sum(rank for rank, value in zip(ranks, values, strict=True) if value > 0)
    sums = [sum(s * r for s, r in zip(signs, signed, strict=True)) for signs in product((0, 1), repeat=len(signed))]
    less = np.mean([s <= seen + 1e-9 for s in sums])
    greater = np.mean([s >= seen - 1e-9 for s in sums])
    return less, greater, min(1.0, 2 * min(less, greater))


@pytest.mark.parametrize("seed", range(8))
def test_ties_and_zeros_agree_with_every_sign_pattern_tried(seed):
    values = np.random.default_rng(seed).integers(-4, 6, size=10) / 10
    less, greater, two_sided = brute_force(values)
    seen = signed_rank_test(values)
    assert (seen.p_less, seen.p_greater, seen.p_two_sided) == pytest.approx((less, greater, two_sided), abs=1e-12)
    assert seen.zeros == np.sum(values == 0)


@pytest.mark.parametrize("seed", range(4))
def test_without_ties_it_is_scipys_exact_test(seed):
    values = np.random.default_rng(seed).normal(0.3, 1, size=23)
    seen = signed_rank_test(values)
    for name, ours in (("two-sided", seen.p_two_sided), ("less", seen.p_less), ("greater", seen.p_greater)):
        assert ours == pytest.approx(reference.wilcoxon(values, alternative=name, method="exact").pvalue, abs=1e-12)


def test_with_ties_it_is_scipys_permutation_test():
    values = np.array([1, 1, -1, 2, 2, 3, -3, 4, 5, 5, 2]) / 10
    method = reference.PermutationMethod(n_resamples=2**11)  # as many as there are sign patterns: exact
    theirs = reference.wilcoxon(values, zero_method="pratt", alternative="greater", method=method).pvalue
    assert signed_rank_test(values).p_greater == pytest.approx(theirs, abs=1e-12)


def test_only_zeros_say_nothing():
    seen = signed_rank_test([0.0] * 7)
    assert (seen.p_two_sided, seen.p_less, seen.p_greater, seen.zeros) == (1, 1, 1, 7)


def test_turning_the_signs_swaps_the_sides():
    values = np.random.default_rng(3).normal(0.2, 1, 17)
    one, other = signed_rank_test(values), signed_rank_test(-values)
    assert (one.p_less, one.p_greater) == (other.p_greater, other.p_less)
    assert one.p_two_sided == other.p_two_sided


def test_above_the_exact_range_the_rank_is_never_larger_than_the_exact_one():
    for n in (150, 200):
        for alpha in (0.1, 0.05, 0.01, 0.005, 0.0005):
            mean, deviation = n * (n + 1) / 4, np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
            normal = int(np.floor(mean + reference.norm.ppf(alpha / 2) * deviation - 0.5))
            assert normal <= critical_rank_sum(n, alpha) <= normal + 25
    beyond = critical_rank_sum(EXACT_UP_TO + 1, 0.05)
    assert critical_rank_sum(EXACT_UP_TO, 0.05) < beyond < critical_rank_sum(EXACT_UP_TO, 0.05) + 110
    assert 0.95 <= achieved_level(EXACT_UP_TO + 1, beyond) < 0.951
