"""The value of one process: its first call and the later ones apart, per call and per unit."""

import pytest

from assay.analysis.measured import counted, filed, trials_of, value_of, values_of
from assay.store.records import Iteration, ProbeReport, TrialRecord
from tests.analysis.made_records import made_family, made_memory, made_run, made_trial, spread


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


def test_records_that_are_filed_give_what_they_give_unfiled():
    records = made_run(made_family("old", "new"), {"old": spread(50, 0.01, 12), "new": spread(40, 0.01, 12)})
    kept = filed([*records, made_memory("old", 1, 8), made_trial("new", 13, 5, outcome="crashed")])
    assert kept == (plain := tuple(kept))
    assert filed(kept) is kept
    for purpose in ("timed", "memory", "pilot"):
        assert trials_of(kept, "commands", purpose) == trials_of(plain, "commands", purpose)
    for metric in ("process_wall_ns", "cpu_ns", "off_cpu_ns", "peak_memory_bytes", "work_wall_ns"):
        for last in (None, 5):
            assert values_of(kept, "commands", metric, last) == values_of(plain, "commands", metric, last)
    assert values_of(kept, "commands", "cpu_ns") == values_of(plain, "commands", "cpu_ns")  # looked up, not worked out
    assert trials_of(kept, "nobody") == []
    assert [one.variant for one in kept.of_variant("old")].count("old") == 13


def test_two_runs_that_are_filed_do_not_share_what_they_remember():
    first, second = (filed(made_run(made_family("old", "new"), {"old": [ms], "new": [ms]})) for ms in (50.0, 60.0))
    found = [values_of(one, "commands", "process_wall_ns")["old"] for one in (first, second)]
    assert found == [{1: 50e6}, {1: 60e6}]
