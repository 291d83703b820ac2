"""Published and recomputed reference values of the smaller statistics, to the tolerance their source prints."""

import math

import numpy as np
import pytest
from scipy import stats as reference

from assay.stats.cullen_frey import POINTS, beta_point, gamma_point, log_normal_point, sample_point, weibull_point
from assay.stats.group_sequential import crossing_probability, obrien_fleming, pocock
from assay.stats.kolmogorov_smirnov import (
    critical_distance,
    distance,
    lilliefors_critical,
    lilliefors_distance,
    lilliefors_p,
)
from assay.stats.mann_whitney import mann_whitney
from assay.stats.means import mean_rate, mean_ratio, mean_time, speed_up
from assay.stats.multiple import benjamini_hochberg, holm
from assay.stats.overlap import a12, cliffs_delta

LILLIEFORS_ALPHAS = (0.20, 0.15, 0.10, 0.05, 0.01)
LILLIEFORS = {
    5: (0.2896, 0.3029, 0.3190, 0.3431, 0.3965),
    10: (0.2172, 0.2275, 0.2412, 0.2624, 0.3041),
    15: (0.1813, 0.1900, 0.2014, 0.2190, 0.2544),
    20: (0.1588, 0.1665, 0.1765, 0.1919, 0.2228),
    30: (0.1311, 0.1375, 0.1459, 0.1586, 0.1852),
    50: (0.1029, 0.1078, 0.1143, 0.1245, 0.1449),
}


def test_smallest_mann_whitney_p_values():
    # golang/perf: two-sided, n a side from 2 to 9, all of one below all of the other
    smallest = [mann_whitney(range(n), range(n, 2 * n)).p_two_sided for n in range(2, 10)]
    printed = [1 / 3, 0.1, 0.0285714286, 0.0079365079, 0.0021645022, 0.00058275058, 0.0001554, 4.1135335e-05]
    assert smallest == pytest.approx(printed, rel=2e-6)
    assert smallest == pytest.approx([2 / math.comb(2 * n, n) for n in range(2, 10)], abs=1e-12)


def test_mann_whitney_of_equal_values_says_nothing():
    assert mann_whitney([5, 5, 5], [5, 5, 5, 5]).p_two_sided == 1


def test_mann_whitney_without_ties_is_scipys_exact_test():
    rng = np.random.default_rng(4)
    first, second = rng.normal(0.5, 1, 9), rng.normal(0, 1, 13)
    for name, attribute in (("two-sided", "p_two_sided"), ("less", "p_less"), ("greater", "p_greater")):
        theirs = reference.mannwhitneyu(first, second, alternative=name, method="exact")
        ours = mann_whitney(first, second)
        assert ours.statistic == theirs.statistic
        assert getattr(ours, attribute) == pytest.approx(theirs.pvalue, abs=1e-12)


def test_mann_whitney_with_ties_is_scipys_permutation_test():
    first, second = [1, 2, 2, 3, 5], [2, 3, 3, 4, 5, 5]
    method = reference.PermutationMethod(n_resamples=10_000)  # more than the 462 ways there are: exact
    theirs = reference.mannwhitneyu(first, second, alternative="less", method=method).pvalue
    assert mann_whitney(first, second).p_less == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize(
    ("n", "values"),
    [
        (5, (0.50945, 0.56328, 0.66853)),
        (10, (0.36866, 0.40925, 0.48893)),
        (20, (0.26473, 0.29408, 0.35241)),
        (30, (0.21756, 0.24170, 0.28986)),
        (50, (0.16959, 0.18841, 0.22604)),
        (100, (0.12066, 0.13403, 0.16081)),
    ],
)
def test_kolmogorov_smirnov_critical_values(n, values):
    assert [critical_distance(n, alpha) for alpha in (0.10, 0.05, 0.01)] == pytest.approx(values, abs=6e-6)


def test_distance_is_scipys():
    values = np.random.default_rng(5).uniform(0, 1.1, 40)
    ours = distance(values, reference.uniform.cdf)
    assert ours == pytest.approx(reference.kstest(values, "uniform").statistic, abs=1e-12)
    assert distance([0.5], lambda x: x) == 0.5


@pytest.mark.parametrize("n", LILLIEFORS)
def test_lilliefors_critical_values_by_simulation(n):
    # The table is +-0.0005. Ours, of 100,000 samples: the standard error of a quantile is sqrt(a(1-a)/N) over the
    # density there, at most 0.0005 for n = 5 at 1 % and a third of that elsewhere; four of them are allowed.
    rng = np.random.default_rng(n)
    for alpha, printed in zip(LILLIEFORS_ALPHAS, LILLIEFORS[n], strict=True):
        allowed = 0.0005 + (0.002 if alpha == 0.01 else 0.001)
        assert lilliefors_critical(n, alpha, rng, 100_000 if n <= 20 else 50_000) == pytest.approx(printed, abs=allowed)


def test_simulation_of_lilliefors_tells_the_estimated_from_the_known_parameters():
    # The mistake it is there to prevent: the plain table's 0.29408 at n = 20 would hardly ever reject.
    assert lilliefors_critical(20, 0.05, np.random.default_rng(1), 20_000) < 0.7 * critical_distance(20, 0.05)


@pytest.mark.parametrize("n", LILLIEFORS)
def test_dallal_and_wilkinson_agree_with_the_table_below_a_tenth(n):
    assert lilliefors_p(LILLIEFORS[n][3], n) == pytest.approx(0.05, abs=0.005)
    assert lilliefors_p(LILLIEFORS[n][4], n) == pytest.approx(0.01, abs=0.001)


def test_dallal_and_wilkinson_above_a_hundred_values_shrinks_the_distance():
    assert lilliefors_p(0.06, 225) == pytest.approx(lilliefors_p(0.06 * 2.25**0.49, 100))


def test_lilliefors_distance_uses_the_samples_own_parameters():
    values = np.random.default_rng(6).normal(50, 7, 30)
    expected = reference.kstest((values - values.mean()) / values.std(ddof=1), "norm").statistic
    assert lilliefors_distance(values) == pytest.approx(expected, abs=1e-12)
    with pytest.raises(ValueError, match="not all the same"):
        lilliefors_distance([3.0] * 5)


@pytest.mark.parametrize(
    ("point", "printed"),
    [
        (gamma_point(2), (2, 6)),
        (gamma_point(0.5), (8, 15)),
        (log_normal_point(0.25), (0.605676, 4.095931)),
        (log_normal_point(0.5), (3.063164, 8.898446)),
        (log_normal_point(1), (38.252705, 113.936392)),
        (beta_point(2, 5), (0.355556, 2.88)),
        (beta_point(0.5, 0.5), (0, 1.5)),
        (weibull_point(1.5), (1.149155, 4.390404)),
        (weibull_point(0.8), (7.922247, 15.740742)),
        (weibull_point(1), (4, 9)),
        (POINTS["exponential"], (4, 9)),
        (POINTS["normal"], (0, 3)),
    ],
)
def test_points_of_the_cullen_frey_plane(point, printed):
    assert point == pytest.approx(printed, abs=6e-7)


def test_sample_point_is_scipys_both_ways():
    values = np.random.default_rng(7).lognormal(0, 0.5, 60)
    for unbiased in (True, False):
        bias = not unbiased
        expected = (reference.skew(values, bias=bias) ** 2, reference.kurtosis(values, bias=bias) + 3)
        assert sample_point(values, unbiased) == pytest.approx(expected, abs=1e-10)
    with pytest.raises(ValueError, match="at least four values"):
        sample_point([1, 2, 3])


def test_cliffs_delta_of_the_effsize_example():
    first, second = (10, 10, 20, 20, 20, 30, 30, 30, 40, 50), (10, 20, 30, 40, 40, 50)
    assert cliffs_delta(first, second) == pytest.approx(-0.25, abs=1e-12)
    assert a12(first, second) == pytest.approx(0.375, abs=1e-12)
    assert cliffs_delta([1, 2], [3, 4]) == -1


def test_group_sequential_constants_of_jennison_and_turnbull():
    assert [pocock(k) for k in (2, 3, 4, 5)] == pytest.approx([2.178, 2.289, 2.361, 2.413], abs=6e-4)
    assert [obrien_fleming(k) for k in (2, 3, 4, 5)] == pytest.approx([1.977, 2.004, 2.024, 2.040], abs=6e-4)


def test_what_repeated_looks_at_five_percent_cost():
    z = reference.norm.isf(0.025)
    costs = [crossing_probability([z] * looks) for looks in (1, 2, 3, 4, 5, 10, 20)]
    assert costs == pytest.approx([0.05, 0.0831, 0.1073, 0.1262, 0.1417, 0.1934, 0.2479], abs=6e-5)


def test_means_of_the_transposed_digit():
    # A published table prints 33.368 for this mean, and 382 % for the speed-up it then gets.
    single, threads = (30.3, 30.448, 30.346, 30.178, 30.566), (8.681, 8.512, 8.599, 9.094, 8.752)
    assert mean_time(single) == pytest.approx(30.368, abs=5e-4)
    assert mean_time(threads) == pytest.approx(8.728, abs=5e-4)
    assert speed_up(single, threads) == pytest.approx(3.479, abs=5e-4)


def test_rates_and_ratios_have_means_of_their_own():
    assert mean_rate([10, 30]) == pytest.approx(15)  # the same way out at 10 and back at 30
    assert mean_ratio([0.5, 2]) == pytest.approx(1)


def test_holm_by_hand():
    # sorted 0.01 * 4, 0.02 * 3, 0.03 * 2, 0.5 * 1; each at least the one before
    assert holm([0.03, 0.01, 0.5, 0.02]) == pytest.approx([0.06, 0.04, 0.5, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_benjamini_hochberg_is_scipys():
    p_values = np.random.default_rng(8).uniform(0, 1, 12) ** 2
    assert benjamini_hochberg(p_values) == pytest.approx(reference.false_discovery_control(p_values))
    assert benjamini_hochberg([0.01, 0.04]) == pytest.approx([0.02, 0.04])
