"""The table of samples: every execution and every call of the work of a timed trial, in arrays."""

import numpy as np

from assay.analysis.measured import counted
from assay.store.records import TrialRecord
from assay.tables.catalogue import TABLES
from tests.tables.made_several import command_records, commands, probe_records, probes, two_machines


def timed(records) -> list[TrialRecord]:
    return [one for one in records if isinstance(one, TrialRecord) and one.purpose == "timed"]


def test_every_execution_of_a_timed_trial_is_a_row() -> None:
    table = TABLES["samples"](commands())
    runs = [one.runs for one in timed(command_records())]
    assert table.column("wall_ns").plain == [wall for one in runs for wall in one.wall_ns]
    assert table.column("user_ns").plain == [time for one in runs for time in one.user_ns]
    assert table.column("number").plain == [1, 2, 3] * len(runs)
    assert set(table.column("of").plain) == {"execution"}
    assert set(table.column("units").plain) == {None}


def test_every_call_of_the_work_is_a_row_and_says_whether_it_counts() -> None:
    table = TABLES["samples"](probes())
    calls = [one for trial in timed(probe_records()) for one in trial.probe.iterations]
    assert table.column("wall_ns").plain == [one.work_wall_ns for one in calls]
    assert table.column("overlap").plain == [one.overlap for one in calls]
    assert set(table.column("fairness").plain) == {None}
    kept = [
        wall for wall, counts in zip(table.column("wall_ns").plain, table.column("counts").plain, strict=True) if counts
    ]
    assert kept == [one.work_wall_ns for trial in timed(probe_records()) for one in counted(trial.probe.iterations)]


def test_the_first_call_of_a_process_without_warm_up_does_not_count_either() -> None:
    from msgspec import structs

    from tests.tables.made_several import several_of

    records = probe_records()
    for place, record in enumerate(records):
        if isinstance(record, TrialRecord):
            warm = tuple(structs.replace(one, warm=True) for one in record.probe.iterations)
            records[place] = structs.replace(record, probe=structs.replace(record.probe, iterations=warm))
    table = TABLES["samples"](several_of(records))
    trials = len(timed(records))
    assert table.column("counts").plain == [False, True, True] * trials


def test_order_is_that_of_the_table_of_trials() -> None:
    table, trials = TABLES["samples"](commands()), TABLES["trials"](commands())
    of_trial = dict(zip(trials.column("order").plain, trials.column("purpose").plain, strict=True))
    assert {of_trial[order] for order in table.column("order").plain} == {"timed"}
    medians = dict(zip(trials.column("order").plain, trials.column("process_wall_ns").plain, strict=True))
    walls = np.array(table.column("wall_ns").values)
    for order in set(table.column("order").plain):
        assert np.median(walls[table.column("order").values == order]) == medians[order]


def test_no_row_has_an_object_of_its_own() -> None:
    for table in (TABLES["samples"](one()) for one in (commands, probes, two_machines)):
        for column in table.columns:
            assert isinstance(column.values, np.ndarray), column.name
            if column.kind == "text":
                assert len({id(text) for text in column.values}) < table.rows / 2
            else:
                assert column.values.dtype.itemsize <= 8


def test_a_run_without_timed_trials_has_an_empty_table() -> None:
    from tests.tables.made_several import several_of

    table = TABLES["samples"](several_of(command_records()[:1]))
    assert table.rows == 0
    assert all(column.plain == [] for column in table.columns)
