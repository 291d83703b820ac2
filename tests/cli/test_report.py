"""`assay report` as a newcomer would try it: runs shown again, several at once, exported, given away; wrong input."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from assay.cli import exporting
from assay.export.catalogue import FORMATS
from tests.report.made_findings import study_records
from tests.report.made_several import LARGE, SMALL, header_with, kept, on, two_commands

FIRST, OTHER = "runs/2026-01-02-compare-1", "runs/2026-01-02-compare-2"


@pytest.fixture
def measured(assay):
    """Two runs of two commands, each on its machine; their folder is where the commands run."""
    kept(assay.folder / FIRST, on(SMALL, two_commands(0.965)))
    (assay.folder / FIRST / "notes.txt").write_text("mine\n")
    kept(assay.folder / OTHER, on(LARGE, two_commands(0.9, offset=20)))
    return assay


def files_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_the_run_written_to_last_is_shown_when_none_is_named(measured):
    for words in ((), ("last",), (OTHER,), ("2026-01-02-compare-2",), (f"{OTHER}/records.jsonl",)):
        status, out, _ = measured("report", *words)
        assert status == 0
        assert "new takes 10.03 % less time than old" in out
        assert "machine A" not in out


def test_several_runs_stand_on_one_screen(measured):
    status, out, _ = measured("report", FIRST, "last")
    assert status == 0
    assert "on 2 of 2 machines new takes less time than old" in out
    assert f"machine A: assay report {FIRST}" in out


def test_several_runs_are_one_document(measured):
    status, out, _ = measured("report", FIRST, OTHER, "--json")
    document = json.loads(out)
    assert status == 0
    assert [one["run"] for one in document["machines"]] == [FIRST, OTHER]
    assert document["across"]["sentence"].startswith("on 2 of 2 machines")


def test_claims_over_machines(assay):
    for number, machine in enumerate((SMALL, LARGE)):
        records = study_records(396.5, "full", 50_000 + number, claims=True)
        kept(assay.folder / f"runs/{number}", on(machine, records))
    status, out, _ = assay("report", "runs/0", "runs/1", "--claims")
    assert status == 0
    assert out.startswith("claims, over all machines:\n  loop-1: artefact on 2 of 2 machines")


def test_an_export_goes_into_the_runs_folder_and_is_named(measured):
    before = files_below(measured.folder / FIRST)
    status, out, err = measured("report", FIRST, "--export", "json")
    assert (status, out, err) == (0, f"{FIRST}/report.json\n", "")
    assert files_below(measured.folder / FIRST) - before == {"report.json"}


def test_formats_come_with_commas_and_again(measured):
    status, out, _ = measured("report", FIRST, "--export", "json,csv", "--export", "JSON", "--to", "away")
    assert status == 0
    named = out.split()
    assert named[0] == "away/report.json"
    assert named.count("away/report.json") == 1
    assert set(named) == {f"away/{one}" for one in files_below(measured.folder / "away")}
    assert "away/tables/trials.csv" in named


def test_several_runs_get_a_folder_where_the_command_runs(measured):
    status, out, _ = measured("report", FIRST, OTHER, "--export", "json")
    assert (status, out) == (0, "report-compare/report.json\n")
    assert "across" in json.loads((measured.folder / "report-compare/report.json").read_text())


def test_what_is_given_away_goes_into_a_folder_of_its_own(measured):
    status, out, _ = measured("report", FIRST, "--redact", "--export", "json")
    assert (status, out) == (0, "report-compare-redacted/report.json\n")
    text = (measured.folder / "report-compare-redacted/report.json").read_text()
    assert "command 2" in text
    assert "compare-1" not in text
    assert not (measured.folder / FIRST / "report.json").exists()


def test_the_screen_can_be_redacted_too(measured):
    status, out, _ = measured("report", FIRST, OTHER, "--redact")
    assert status == 0
    assert "command 2 takes less time than command 1" in out
    assert "runs/" not in out


def test_the_records_are_never_touched(measured):
    file = measured.folder / FIRST / "records.jsonl"
    before = file.read_bytes()
    for words in (("--redact",), ("--export", "json"), ("--redact", "--export", "json,csv"), (OTHER, "--json")):
        assert measured("report", FIRST, *words)[0] == 0
    assert file.read_bytes() == before


def test_the_help_lists_every_format(assay):
    _, out, _ = assay("report", "--help")
    listed = " ".join(out.split())
    assert ", ".join(FORMATS) in listed
    for option in ("--export FORMAT[,FORMAT]...", "--to DIR", "--redact", "--claims", "--json", "--runs"):
        assert option in listed


WRONG = {
    "a format that is nearly one": (
        ["--export", "jsn"],
        "assay: --export: expected a format, found 'jsn'; did you mean \"json\"?; see assay report --help",
    ),
    "a format that is none": (["--export", "docx"], "expected a format, found 'docx'; "),
    "one wrong among right ones": (["--export", "json,cvs"], "found 'cvs'; did you mean \"csv\"?"),
    "no format at all": (["--export", ","], "expected a format, found ','; there are: html, json"),
    "--to without --export": (
        ["--to", "away"],
        "assay: report: expected --export beside --to, found none; name a format: --export html",
    ),
    "--json with --export": (
        ["--json", "--export", "json"],
        "assay: report: expected --json or --export, found both; --export json writes that document into a file",
    ),
    "--claims with --export": (
        ["--claims", "--export", "html"],
        "assay: report: expected --claims or --export, found both; every export holds the claims",
    ),
    "a folder that is no run": (["runs"], "assay: runs: expected a run folder with a records.jsonl, found none"),
    "a folder that is not there": (
        ["nowhere"],
        "assay: nowhere: expected a run folder with a records.jsonl, found none",
    ),
    "a run and one that is not there": ([FIRST, "nowhere"], "assay: nowhere: expected a run folder"),
    "a file that is no run": (
        [f"{FIRST}/notes.txt"],
        f"assay: {FIRST}/notes.txt: expected a run folder with a records.jsonl, found a file; runs are below runs/\n",
    ),
    "a run twice": (
        [FIRST, FIRST],
        f"assay: {FIRST}: expected a run that can stand in one report with {FIRST}, found that run again; "
        "give each run once\n",
    ),
    "last and that run": (["last", OTHER], "found that run again"),
    "another folder of runs": (
        ["last", "--runs", "elsewhere"],
        "assay: elsewhere: expected at least one run, found none",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_in_one_line_and_nothing_is_written(measured, case):
    words, said = WRONG[case]
    before = files_below(measured.folder)
    status, out, err = measured("report", *words)
    assert status == 2
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert files_below(measured.folder) == before


def test_before_there_is_a_run_it_says_how_to_have_one(assay):
    status, out, err = assay("report")
    assert (status, out) == (2, "")
    assert err == "assay: runs: expected at least one run, found none; measure one first: assay compare 'a' 'b'\n"


def test_a_place_that_is_a_file_is_told(measured):
    (measured.folder / "away").write_text("mine\n")
    status, out, err = measured("report", FIRST, "--export", "json", "--to", "away")
    assert (status, out) == (2, "")
    assert err == (
        "assay: away/report.json: expected a file that can be written, found: a file where away should be a folder; "
        "choose another place with --to DIR; the records are untouched\n"
    )
    assert (measured.folder / "away").read_text() == "mine\n"


def test_a_place_that_cannot_be_written_is_told(measured):
    status, out, err = measured("report", FIRST, "--export", "json", "--to", "/proc/nowhere")
    assert (status, out) == (2, "")
    assert err.startswith("assay: /proc/nowhere/report.json: expected a file that can be written, found: ")


@pytest.mark.parametrize("name", ["csv", "png"])
def test_simulated_runs_are_refused_before_anything_is_written(assay, name):
    kept(assay.folder / FIRST, header_with(two_commands(0.965), simulated=True))
    before = files_below(assay.folder)
    status, out, err = assay("report", FIRST, "--export", f"json,{name}")
    assert (status, out) == (2, "")
    assert f"{name}: expected measured records, found simulated ones; take html or json" in err
    assert files_below(assay.folder) == before


def test_runs_that_cannot_stand_together_are_refused_with_the_fact(measured):
    kept(measured.folder / "runs/loop", study_records(396.5, "full", 50_000, claims=False))
    status, out, err = measured("report", FIRST, "runs/loop")
    assert (status, out) == (2, "")
    assert "found another study: loop, not compare; report them apart" in err


def test_a_library_that_is_missing_is_told_with_its_remedy(measured, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "vl_convert", None)
    status, out, err = measured("report", FIRST, "--export", "png")
    assert (status, out) == (3, "")
    assert "expected the Python package vl-convert-python, found none" in err


def test_a_disk_that_is_full_is_told_and_leaves_nothing_half(measured):
    before = files_below(measured.folder)
    code = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (1000, 1000)); from assay.cli.main import main; main()"
    words = [sys.executable, "-c", code, "report", FIRST, "--export", "json"]
    done = subprocess.run(words, cwd=measured.folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"assay: {FIRST}/report.json: expected a file that can be written, found: the disk full; make room, or choose "
        "another place with --to DIR; the records are untouched\n"
    )
    assert files_below(measured.folder) == before


class Slow:
    """A format that takes a while, and cannot say how far it is."""

    name, many, counted = "slow", False, "files"

    def write(self, several, folder, told):
        for one in threading.enumerate():
            if isinstance(one, threading.Timer) and one.interval == 0:
                one.join(30)
        return [folder / "slow.txt"]


@pytest.mark.parametrize(("shown_from", "said"), [(0.0, "slow: being made ...\n"), (60.0, "")])
def test_what_takes_a_while_says_that_it_is_under_way(monkeypatch, capsys, shown_from, said):
    monkeypatch.setattr(exporting, "SHOW_FROM_S", shown_from)
    assert exporting.write_one(None, Slow(), Path("away")) == [Path("away/slow.txt")]
    assert capsys.readouterr().err == said
