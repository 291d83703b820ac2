"""Scaling laws: published tables, exact data, and what a bound does."""

import numpy as np
import pytest

from assay.stats.scaling import Universal, amdahl, fit_universal, gustafson, karp_flatt

WORKERS = (1, 2, 4, 6, 8, 10)
EXACT = (1, 1.8868, 3.0769, 3.5294, 3.5398, 3.3557)  # R usl's test data: alpha = beta = 0.02, rounded to four decimals


def test_universal_law_of_exact_data():
    fit = fit_universal(WORKERS, EXACT)
    assert (fit.alpha, fit.beta, fit.gamma) == pytest.approx((0.0200058, 0.0199997, 1.0000051), rel=1e-4)
    assert fit.peak == pytest.approx(7.000, abs=5e-4)
    assert fit.at_bound == ()


def test_universal_law_finds_what_it_generated_at_another_scale():
    law = Universal(gamma=731.0, alpha=0.11, beta=0.0004, peak=None, at_bound=())
    workers = [1, 2, 3, 4, 8, 16, 32, 64]
    fit = fit_universal(workers, [law.throughput(n) for n in workers])
    assert (fit.gamma, fit.alpha, fit.beta) == pytest.approx((731.0, 0.11, 0.0004), rel=1e-6)


def test_data_without_a_peak_end_at_the_bound_and_say_so():
    fit = fit_universal([1, 2, 4, 8], [1 / (0.1 / 1 + 0.9 / n) for n in (1, 2, 4, 8)])
    assert fit.alpha == pytest.approx(0.1, rel=1e-4)
    assert (fit.beta, fit.peak, fit.at_bound) == (0.0, None, ("beta",))


def test_perfect_scaling_has_neither_contention_nor_coherency():
    fit = fit_universal([1, 2, 3, 4], [5, 10, 15, 20])
    assert (fit.alpha, fit.beta) == (0.0, 0.0)
    assert fit.at_bound == ("alpha", "beta")


def test_scaling_the_throughputs_moves_gamma_alone():
    rng = np.random.default_rng(1)
    noisy = np.array(EXACT) * np.exp(rng.normal(0, 0.01, 6))
    one, thousand = fit_universal(WORKERS, noisy), fit_universal(WORKERS, 1000 * noisy)
    assert (thousand.alpha, thousand.beta) == pytest.approx((one.alpha, one.beta), rel=1e-5)
    assert thousand.gamma == pytest.approx(1000 * one.gamma, rel=1e-6)


@pytest.mark.parametrize(
    ("workers", "throughputs", "words"),
    [
        ((1, 2, 4), (1, 2, 3), "four points"),
        ((1, 1, 2, 2), (1, 1, 2, 2), "three numbers of workers"),
        ((1, 2, 4, 8), (1, 2, 0, 3), "above 0"),
    ],
)
def test_universal_law_refuses_what_cannot_be_fitted(workers, throughputs, words):
    with pytest.raises(ValueError, match=words):
        fit_universal(workers, throughputs)


def test_karp_flatt_tables_of_quinn():
    # the tables print speed-ups to two decimals: half a unit there is up to 0.003 in e
    constant = (1.82, 2.50, 3.08, 3.57, 4.00, 4.38, 4.71)
    assert [karp_flatt(s, p) for p, s in enumerate(constant, start=2)] == pytest.approx([0.1] * 7, abs=0.003)
    rising = (1.87, 2.61, 3.23, 3.73, 4.14, 4.46, 4.71)
    expected = (0.070, 0.075, 0.080, 0.085, 0.090, 0.095, 0.100)
    assert [karp_flatt(s, p) for p, s in enumerate(rising, start=2)] == pytest.approx(expected, abs=0.003)


def test_karp_flatt_gives_back_the_share_amdahl_was_given():
    for serial in (0.0, 0.05, 1.0, 1.41):
        assert karp_flatt(amdahl(serial, 4), 4) == pytest.approx(serial, abs=1e-12)


def test_gustafson_and_amdahl_agree_when_nothing_is_serial():
    assert gustafson(0, 8) == amdahl(0, 8) == 8
    assert gustafson(0.25, 4) == pytest.approx(3.25)
