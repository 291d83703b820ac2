"""The step of a clock, found in the values it produced."""

import numpy as np
import pytest

from assay.stats.granularity import COARSE, log_step, tied_share
from assay.stats.hodges_lehmann import hodges_lehmann_interval


def test_ticks_of_ten_milliseconds_are_found():
    assert log_step([200_000_000, 210_000_000, 250_000_000, 200_000_000]) == pytest.approx(10 / 205)


def test_a_grid_that_does_not_start_at_zero_is_found():
    assert log_step([1003, 1053, 1103]) == pytest.approx(50 / 1053)


def test_nanoseconds_need_no_allowance():
    times = np.rint(np.random.default_rng(1).normal(2e8, 4e6, 40)).tolist()
    assert log_step(times) < 1e-7


def test_equal_values_show_no_step():
    assert log_step([4096] * 10) == 0
    assert log_step([]) == 0
    assert log_step([0, 0]) == 0


def test_an_interval_on_a_grid_is_a_quarter_of_a_step_wider_each_side():
    values = [0.01 * i for i in range(-5, 7)]
    plain, allowed = hodges_lehmann_interval(values, 0.05), hodges_lehmann_interval(values, 0.05, step=0.01)
    assert (allowed.low, allowed.high) == pytest.approx((plain.low - 0.0025, plain.high + 0.0025))
    assert allowed.estimate == plain.estimate


def test_tied_share_counts_zeros_and_equal_sizes():
    assert tied_share([0.0, 0.1, -0.1, 0.2, 0.3]) == pytest.approx(0.6)
    assert tied_share([0.1, 0.2, 0.3]) == 0 < COARSE
    assert tied_share([]) == 0
