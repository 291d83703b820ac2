"""Quantiles by Harrell and Davis: SciPy's numbers, large samples, and tails over processes."""

import math

import numpy as np
import pytest
from scipy import stats as reference

from assay.stats.hodges_lehmann import hodges_lehmann_interval
from assay.stats.quantile import KEPT_WEIGHTS, fewest_for_tail, harrell_davis, tail_over_processes


@pytest.mark.parametrize("n", [KEPT_WEIGHTS - 1, KEPT_WEIGHTS, KEPT_WEIGHTS + 1, 20_000])
@pytest.mark.parametrize("q", [0.001, 0.05, 0.5, 0.95, 0.99, 0.9999])
def test_leaving_out_weights_of_nothing_changes_nothing(n, q):
    values = np.random.default_rng(n).lognormal(0, 1.5, n)
    expected = float(reference.mstats.hdquantiles(values, prob=[q])[0])
    assert harrell_davis(values, q) == pytest.approx(expected, rel=1e-11)


def test_a_quantile_of_a_million_values_is_near_the_law_they_were_drawn_from():
    values = np.random.default_rng(3).exponential(1.0, 1_000_000)
    assert harrell_davis(values, 0.99) == pytest.approx(-math.log(0.01), rel=0.01)


def test_weights_by_hand():
    """n = 2, q = 1/2: Beta(3/2, 3/2) is symmetric, so both values weigh one half; n = 1 weighs 1."""
    assert harrell_davis([10, 20], 0.5) == pytest.approx(15)
    assert harrell_davis([7], 0.99) == 7


def test_a_tail_needs_values_beyond_it():
    assert [fewest_for_tail(q) for q in (0.5, 0.9, 0.95, 0.05, 0.99, 0.01)] == [2, 10, 20, 20, 500, 500]


def test_a_tail_over_processes_is_read_in_each_process_first():
    rng = np.random.default_rng(5)
    processes = [rng.lognormal(level, 0.1, 600) for level in (0.0, 0.02, 0.05, -0.01, 0.03, 0.2, 0.0, 0.01)]
    found = tail_over_processes(processes, 0.99)
    expected = hodges_lehmann_interval([math.log(harrell_davis(one, 0.99)) for one in processes], 0.05)
    assert (found.low, found.estimate, found.high) == pytest.approx(
        (math.exp(expected.low), math.exp(expected.estimate), math.exp(expected.high))
    )
    assert found.low < found.estimate < harrell_davis(np.concatenate(processes), 0.99)  # one slow process is one


def test_few_processes_give_a_tail_but_no_interval():
    found = tail_over_processes([[1.0, 2.0, 3.0]] * 3, 0.95)
    assert not found.bounded
    assert 2.5 < found.estimate < 3
