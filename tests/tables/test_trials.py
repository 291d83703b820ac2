"""The table of trials: every trial once, in run order, with the values that comparisons read."""

import pytest

from assay.analysis.measured import value_of
from assay.analysis.several import Several
from assay.store.records import MachineLoad, TrialRecord
from assay.tables.catalogue import TABLES
from assay.tables.trials import VALUES, share_error, share_of, unplanned
from tests.tables.made_several import FAILED, command_records, commands, ladder, probes, several_of

MS = 1_000_000


def trials_in(several: Several) -> list[TrialRecord]:
    return [record for run in several.runs for record in run.records if isinstance(record, TrialRecord)]


def column(several: Several, name: str) -> list[object]:
    return TABLES["trials"](several).column(name).plain


@pytest.mark.parametrize("made", [commands, probes, ladder])
def test_every_trial_is_a_row_in_the_order_of_the_run(made) -> None:
    trials = trials_in(made())
    assert column(made(), "order") == list(range(1, len(trials) + 1))
    for name in ("family", "round", "position", "variant", "purpose", "outcome"):
        assert column(made(), name) == [getattr(one, name) for one in trials]


@pytest.mark.parametrize("metric", [*VALUES, "peak_memory_bytes"])
@pytest.mark.parametrize("made", [commands, probes])
def test_a_value_is_the_one_that_comparisons_read(made, metric) -> None:
    assert column(made(), metric) == [value_of(one, metric) for one in trials_in(made())]


def test_a_value_of_a_bundle_is_the_median_of_its_executions() -> None:
    trial = trials_in(commands())[4]
    assert trial.repeats == 3
    assert column(commands(), "process_wall_ns")[4] == sorted(trial.runs.wall_ns)[1]


def test_a_failed_trial_keeps_its_row_its_reason_and_what_was_measured() -> None:
    rows = zip(*(column(commands(), name) for name in ("round", "outcome", "reason", "process_wall_ns")), strict=True)
    failed = [row for row in rows if row[1] != "ok"]
    assert [row[:3] for row in failed] == [(FAILED, "crashed", "ended by signal 11")]
    assert failed[0][3] > 0


def test_steal_and_foreign_cpu_are_shares_of_all_cpu_time_and_unknown_stays_unknown() -> None:
    rows = list(
        zip(*(column(commands(), n) for n in ("purpose", "round", "steal_share", "foreign_share")), strict=True)
    )
    assert {row[2] for row in rows if row[0] == "timed"} == {4 / 400}
    assert {row[3] for row in rows if row[0] == "timed" and row[1] == 1} == {None}
    assert {row[3] for row in rows if row[0] == "timed" and row[1] > 1} == {20 / 400}


def test_shares_of_a_window_nobody_watched_are_unknown() -> None:
    assert share_of(None, "steal_ns") is None
    assert share_error(None) is None
    assert share_of(MachineLoad(0, 2, 0, 0, 10), "steal_ns") is None
    assert share_error(MachineLoad(100 * MS, 2, 0, 0, 10 * MS)) == pytest.approx(0.0289, abs=1e-4)


def test_a_loud_round_is_told_from_a_quiet_one_in_timed_trials_only() -> None:
    rows = list(zip(*(column(commands(), name) for name in ("purpose", "round", "quiet")), strict=True))
    assert {row[2] for row in rows if row[0] != "timed"} == {None}
    assert {row[2] for row in rows if row[0] == "timed"} == {False}  # steal took 1 % of the CPU time
    assert set(column(ladder(), "quiet")) == {True}


def test_a_command_has_no_language_and_a_probe_has_one() -> None:
    assert set(column(commands(), "probe")) == {None}
    assert set(column(probes(), "probe")) == {"java", "c", "go"}
    assert {"thread", "pool", "serial", "coroutine"} == set(column(probes(), "model"))


def test_how_a_probe_ran_is_the_median_over_the_calls_that_count() -> None:
    assert set(column(probes(), "overlap")) == {0.98}
    assert set(column(probes(), "units")) == {1000.0}
    assert set(column(commands(), "overlap")) == {None}
    assert set(column(commands(), "units")) == {None}


def test_memory_comes_from_trials_that_are_not_timed() -> None:
    rows = zip(*(column(commands(), name) for name in ("purpose", "peak_memory_bytes")), strict=True)
    assert {purpose for purpose, size in rows if size is not None} == {"memory"}


def test_the_first_process_starts_the_run() -> None:
    since = [value for value in column(commands(), "since_start_ns") if value is not None]
    assert since[0] == 0
    assert set(column(probes(), "since_start_ns")) == {None}  # these records have no executions


def test_a_trial_of_a_variant_that_the_plan_does_not_have_is_a_row_under_its_own_name() -> None:
    records = command_records()
    trial = records[-1]
    stray = type(trial)(**{name: getattr(trial, name) for name in trial.__struct_fields__} | {"variant": "stray"})
    assert column(several_of([*records, stray]), "label")[-1] == "stray"
    assert unplanned("stray").workers == 1
