"""`assay.read`: a run folder, or several, as polars frames; clear words where there is no such thing."""

import subprocess
import sys
from pathlib import Path

import msgspec
import polars
import pytest

import assay
from assay.errors import LibraryMissing, StoreError, UsageError
from assay.reading import Run, SimulatedRecords
from assay.store.reader import RECORDS
from assay.tables.catalogue import TABLES
from tests.tables.made_several import command_records, commands, probe_records, several_of


def folder_of(place: Path, records) -> Path:
    place.mkdir(parents=True)
    (place / RECORDS).write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in records))
    return place


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_of(tmp_path / "runs" / "2026-01-02-compare-1", command_records())


def test_a_run_gives_its_trials_as_a_frame(folder: Path) -> None:
    frame = assay.read(folder).frame()
    assert frame.equals(assay.read(str(folder)).frame("trials"))
    assert frame.height == len(command_records()) - 1
    assert frame["process_wall_ns"].dtype == polars.Float64
    assert frame.filter(polars.col("outcome") != "ok").height == 1


def test_last_and_nothing_at_all_mean_the_run_written_to_most_recently(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    expected = assay.read(folder).frame()
    assert assay.read("last").frame().equals(expected)
    assert assay.read().frame().equals(expected)
    assert assay.read(folder.name).frame().equals(expected)
    assert assay.read("last", root=tmp_path / "runs").frame().equals(expected)


def test_every_table_is_a_frame_with_the_columns_it_tells_of(folder: Path) -> None:
    run = assay.read(folder)
    for name in TABLES:
        assert run.frame(name).columns == run.columns(name)["name"].to_list()
    assert run.columns("samples").columns == ["name", "kind", "unit", "meaning"]


def test_unknown_is_null_in_arrays_too(folder: Path) -> None:
    frame = assay.read(folder).frame("samples")
    assert frame["units"].null_count() == frame.height
    assert frame["wall_ns"].null_count() == 0
    assert frame.schema["counts"] == polars.Boolean


def test_the_tables_are_listed_with_what_a_row_is_and_how_many_there_are(folder: Path) -> None:
    tables = assay.read(folder).tables
    assert list(tables) == list(TABLES)
    assert tables["machines"] == "a run, with the machine it was made on (1 row)"


def test_a_table_that_does_not_exist_is_answered_with_the_one_that_was_meant(folder: Path) -> None:
    run = assay.read(folder)
    with pytest.raises(UsageError, match='found "trails"; did you mean "trials"'):
        run.frame("trails")
    with pytest.raises(UsageError, match='found "xyz"; there are: trials, samples'):
        run.frame("xyz")


def test_the_findings_are_those_of_the_report(folder: Path) -> None:
    run = assay.read(folder)
    assert run.findings.comparisons == commands().runs[0].findings.comparisons
    assert run.machines[0].findings is run.findings
    assert run.machines[0].machine == ""
    assert "compare" in repr(run)
    assert not run.simulated


def test_several_runs_stand_one_below_the_other_and_each_has_findings_of_its_own() -> None:
    run = Run(several_of(command_records(), command_records()))
    assert run.frame("machines")["machine"].to_list() == ["machine A", "machine B"]
    assert run.frame().height == 2 * Run(commands()).frame().height
    with pytest.raises(UsageError, match=r"expected one run, found 2; .*run\.machines\[0\]\.findings"):
        _ = run.findings
    assert run.machines[1].findings.comparisons
    assert "2 runs" in repr(run)


def test_a_folder_without_a_record_is_refused_with_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"expected a run folder with a records\.jsonl, found none"):
        assay.read(tmp_path / "nothing")
    with pytest.raises(StoreError, match="expected at least one run, found none"):
        assay.read("last", root=tmp_path)


def test_a_damaged_record_is_refused_with_its_line(folder: Path) -> None:
    lines = (folder / RECORDS).read_bytes().splitlines(keepends=True)
    (folder / RECORDS).write_bytes(b"".join([*lines[:3], b"{half\n", *lines[4:]]))
    with pytest.raises(StoreError, match="line 4"):
        assay.read(folder)


def test_times_that_were_drawn_are_read_with_a_warning_and_measured_ones_without(tmp_path: Path, folder: Path) -> None:
    drawn = folder_of(tmp_path / "drawn", command_records(simulated=True))
    with pytest.warns(SimulatedRecords, match="simulated: times were drawn, not measured") as told:
        run = assay.read(drawn)
    assert told[0].filename == __file__
    assert run.simulated
    assert "SIMULATED" in repr(run)
    assert run.frame("machines")["simulated"].to_list() == [True]
    assert not assay.read(folder).simulated  # a warning would be an error here


def test_a_study_of_probes_has_a_frame_for_each_question(tmp_path: Path) -> None:
    run = assay.read(folder_of(tmp_path / "study", probe_records()))
    scaling = run.frame("scaling")
    assert scaling["scaling_low"][0] < scaling["scaling"][0] < scaling["scaling_high"][0]
    assert set(run.frame("samples")["of"]) == {"iteration"}


def test_without_polars_the_user_is_told_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = assay.read(folder)
    monkeypatch.setitem(sys.modules, "polars", None)  # importing it now fails as if it were not there
    with pytest.raises(LibraryMissing, match="polars"):
        run.frame()
    assert run.findings.comparisons  # all else works


def test_import_assay_loads_nothing_heavy() -> None:
    heavy = "'numpy', 'polars', 'msgspec', 'click', 'assay.reading'"
    code = f"import sys, assay; print([one for one in ({heavy}) if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
