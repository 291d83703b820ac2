"""The value of one process: its first call and the later ones apart, per call and per unit."""

import pytest

from assay.analysis.measured import counted, value_of
from assay.store.records import Iteration, ProbeReport, TrialRecord


def call(wall, warm=True, units=10, mean=-1.0):
    return Iteration(warm=warm, work_wall_ns=wall, units=units, mean_response=mean, worst_response=mean)


def value(metric, *calls):
    report = ProbeReport("c", "1", "monotonic", 20.0, 1.0, calls, True)
    return value_of(TrialRecord("f", 1, 0, "v", "timed", "ok", probe=report), metric)


def test_the_first_call_of_a_process_is_never_averaged_with_the_later_ones():
    warmed = [call(900, warm=False), call(100), call(110), call(120)]
    unwarmed = [call(900), call(100), call(110), call(120)]
    for calls in (warmed, unwarmed):
        assert value("cold_wall_ns", *calls) == 900
        assert value("work_wall_ns", *calls) == 110
        assert len(counted(calls)) == 3


def test_a_single_call_is_the_value_and_nothing_stands_beside_it():
    assert value("work_wall_ns", call(900)) == 900
    assert value("cold_wall_ns", call(900)) is None


def test_time_per_unit_is_the_median_over_calls_of_their_own_quotients():
    assert value("unit_ns", call(900, warm=False), call(100, units=10), call(240, units=20)) == pytest.approx(11.0)


def test_work_that_counts_no_units_has_no_time_per_unit():
    assert value("unit_ns", call(100, units=0)) is None


def test_a_response_that_was_not_stamped_is_not_a_number():
    assert value("mean_response", call(100)) is None
    assert value("mean_response", call(100, mean=6.5)) == 6.5
