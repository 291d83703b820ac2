"""Verdict words from one interval: each one where it fires, and just beside it."""

import math

import numpy as np
import pytest

from assay.stats.verdict import bound, read_verdict, rounds_needed


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (1.02, 1.04, "slower"),
        (0.95, 0.98, "faster"),
        (0.97, 1.03, "cannot_tell"),
        (0.995, 1.005, "no_difference"),
        (1.001, 1.005, "no_difference"),  # real but small: equivalence is asked first
        (0.991, 0.999, "no_difference"),
        (1.0001, 1.0101, "slower"),  # reaches past the margin
        (0.9899, 0.9999, "faster"),
        (1.0, 1.02, "cannot_tell"),  # touches 1: does not exclude it
        (0.98, 1.0, "cannot_tell"),
        (0.0, math.inf, "cannot_tell"),  # too few rounds
    ],
)
def test_words_of_an_interval_with_a_margin_of_one_percent(low, high, verdict):
    assert read_verdict(low, high, 0.01) == verdict


def test_an_interval_that_ends_on_the_margin_is_not_inside_it():
    assert read_verdict(0.75, 1.125, 0.25) == "cannot_tell"
    assert read_verdict(0.875, 1.25, 0.25) == "cannot_tell"
    assert read_verdict(0.875, 1.125, 0.25) == "no_difference"


def test_no_margin_means_no_verdict_of_no_difference():
    assert read_verdict(1.0, 1.0, 0.0) == "cannot_tell"


def test_bound_is_the_further_end():
    assert bound(0.98, 1.01) == pytest.approx(0.02)
    assert bound(0.999, 1.03) == pytest.approx(0.03)
    assert bound(0.0, math.inf) == math.inf


def test_rounds_needed_agrees_with_the_planning_formula_for_normal_noise():
    # 1.05 * ((1.96 + 1.2816) * 2 % / 1 %)^2 = 44.1
    rng = np.random.default_rng(1)
    asked = [rounds_needed(rng.normal(0, 0.02, 80), 0.01) for _ in range(200)]
    assert np.median(asked) == pytest.approx(45, abs=4)


def test_rounds_needed_falls_with_the_square_of_the_margin():
    values = np.random.default_rng(2).normal(0, 0.05, 40)
    assert rounds_needed(values, 0.01) / rounds_needed(values, 0.02) == pytest.approx(4, rel=0.05)


def test_one_wild_round_in_twenty_does_not_inflate_rounds_needed():
    values = np.random.default_rng(3).normal(0, 0.02, 40)
    wild = values.copy()
    wild[[5, 25]] = 3.0
    assert rounds_needed(wild, 0.01) < 2 * rounds_needed(values, 0.01)


def test_rounds_needed_is_silent_under_six_rounds_and_never_below_what_an_interval_takes():
    assert rounds_needed([0.1] * 5, 0.01) is None
    assert rounds_needed([0.1] * 6, 0.01) == 6
