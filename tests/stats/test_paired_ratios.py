"""Ratios of means and of tails: their intervals cover, and they see what the typical ratio does not."""

import math

import numpy as np
import pytest

from assay.stats.hodges_lehmann import hodges_lehmann_interval
from assay.stats.paired_ratios import ratio_of_means, ratio_of_tails


def rounds(seed, n, bursts=0.0, effect=0.0):
    """A quiet baseline, and a candidate whose runs take a fifth longer every so often."""
    rng = np.random.default_rng(seed)
    first = np.exp(rng.normal(0, 0.01, n))
    second = np.exp(effect + rng.normal(0, 0.01, n) + np.log(1.2) * (rng.random(n) < bursts))
    return list(zip(first.tolist(), second.tolist(), strict=True))


def test_the_ratio_of_means_is_that():
    found = ratio_of_means([(1, 2), (2, 2), (3, 4), (4, 4), (5, 7), (5, 6)])
    assert found.estimate == pytest.approx(25 / 20)
    assert found.low < 1.25 < found.high


def test_few_rounds_give_none():
    assert ratio_of_means(rounds(1, 5)) is None
    assert ratio_of_tails(rounds(1, 19), 0.95) is None
    assert ratio_of_tails(rounds(1, 499), 0.99) is None
    assert ratio_of_means(rounds(1, 6)) is not None
    assert ratio_of_tails(rounds(1, 20), 0.95) is not None


def test_a_tail_can_be_seen_before_it_has_an_interval():
    assert not ratio_of_tails(rounds(1, 29), 0.95).bounded
    assert ratio_of_tails(rounds(1, 30), 0.95).bounded


def test_bursts_move_the_mean_and_the_tail_but_hardly_the_typical_run():
    pairs = rounds(8, 400, bursts=0.1)
    typical = hodges_lehmann_interval([math.log(second / first) for first, second in pairs], 0.05).exp()
    mean, tail = ratio_of_means(pairs), ratio_of_tails(pairs, 0.95)
    assert typical.estimate < 1.006
    assert 1.015 < mean.estimate < 1.025
    assert mean.low > typical.estimate
    assert tail.low > 1.1


@pytest.mark.parametrize("effect", [0.0, 0.05])
def test_the_interval_of_the_mean_ratio_covers_what_is_true(effect):
    truth = math.exp(effect) * 1.02  # a tenth of the runs takes a fifth longer
    found = [ratio_of_means(rounds(seed, 20, bursts=0.1, effect=effect)) for seed in range(400)]
    assert sum(one.low <= truth <= one.high for one in found) / 400 > 0.88  # 20 rounds hold 2 bursts: skewed


def test_the_interval_of_the_tail_ratio_covers_no_difference():
    """Both sides have the same bursts."""
    found = []
    for seed in range(300):
        first, second = (np.random.default_rng([seed, side]) for side in (0, 1))
        times = [np.exp(rng.normal(0, 0.01, 30) + np.log(1.2) * (rng.random(30) < 0.1)) for rng in (first, second)]
        found.append(ratio_of_tails(list(zip(*times, strict=True)), 0.95))
    assert sum(one.low <= 1 <= one.high for one in found) / 300 > 0.9
