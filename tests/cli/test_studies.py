"""`assay run, plan, list` as a user types them; times are drawn from a law unless the test says native."""

import json
import sys

import pytest

from assay.store.reader import read_records
from assay.store.records import Header, Note, TrialRecord

SMALL = """
title = "A small study"
source = "a test"
question = "does it run?"

[rounds]
quick = 12
full = 20

[factors]
probe = ["python"]
workload = ["empty"]
model = ["serial", "thread"]
workers = [1]

[[families]]
name = "serial or thread"
question = "which takes less time?"
metric = "process_wall_ns"
variants = [ { model = "serial" }, { model = "thread" } ]
"""


@pytest.fixture
def small(assay):
    folder = assay.folder / "small"
    folder.mkdir()
    (folder / "study.toml").write_text(SMALL)
    return "small/study.toml"


def trials(folder):
    return [record for record in read_records(folder) if isinstance(record, TrialRecord)]


def test_a_simulated_study_runs_to_its_end_and_says_that_it_is_simulated(assay, small):
    status, said, _ = assay("run", small, "--simulate", "--quick")
    assert status == 0
    assert "SIMULATED" in said.splitlines()[0]
    (folder,) = assay.runs()
    assert folder.name.split("-")[3] == "small"
    assert read_records(folder)[0].simulated


def test_what_is_planned_is_what_runs(assay, small):
    _, planned, _ = assay("plan", small, "--json")
    assay("run", small, "--simulate")
    (folder,) = assay.runs()
    assert len(trials(folder)) == json.loads(planned)["trials"]


def test_the_same_seed_gives_the_same_order_and_another_one_another(assay, small):
    orders = []
    for number, seed in enumerate(("5", "5", "6")):
        assay("run", small, "--simulate", "--quick", "--seed", seed, "--runs", f"runs-{number}")
        (folder,) = (assay.folder / f"runs-{number}").iterdir()
        orders.append([trial.key for trial in trials(folder)])
    assert orders[0] == orders[1]
    assert orders[0] != orders[2]


def test_a_plan_measures_nothing_and_keeps_nothing(assay, small):
    status, said, _ = assay("plan", small)
    assert status == 0
    assert "which takes less time?" in said
    assert assay.runs() == []


def test_a_native_study_runs_to_its_end(assay, small, native):
    status, said, error = assay("run", small, "--quick")
    assert status == 0, error
    assert "SIMULATED" not in said
    (folder,) = assay.runs()
    assert {trial.outcome for trial in trials(folder)} == {"ok"}
    assert read_records(folder)[0].toolchains["python/own"].version


def test_a_native_study_that_was_stopped_is_resumed(assay, small, native, monkeypatch):
    from assay.run.native import NativeLauncher

    measure, asked = NativeLauncher.run, []

    def until_the_tenth(self, request):
        asked.append(request)
        if len(asked) == 10:
            raise KeyboardInterrupt
        return measure(self, request)

    monkeypatch.setattr(NativeLauncher, "run", until_the_tenth)
    status, _, error = assay("run", small, "--quick")
    assert status == 130
    (folder,) = assay.runs()
    assert f"to go on: assay run --resume runs/{folder.name}" in error
    before = trials(folder)
    assert len(before) == 9
    status, _, error = assay("run", "--resume", str(folder))
    assert status == 0, error
    assert trials(folder)[:9] == before
    assert sum(trial.purpose == "timed" for trial in trials(folder)) == 24


SCALED = SMALL.replace('workload = ["empty"]', 'workload = ["count"]').replace(
    "[factors]", "[scale]\nseconds = 0.03\n\n[factors]"
)


def test_how_much_work_there_is_is_found_once_and_kept_by_a_resumed_run(assay, small, native, monkeypatch):
    from assay.run.native import NativeLauncher

    (assay.folder / small).write_text(SCALED)
    measure, timed = NativeLauncher.run, []

    def until_the_fifth_trial(self, request):
        if any(word.startswith("total=") for word in request.argv) and not request.variant.startswith("pilot of"):
            timed.append(request)
            if len(timed) == 5:
                raise KeyboardInterrupt
        return measure(self, request)

    monkeypatch.setattr(NativeLauncher, "run", until_the_fifth_trial)
    assert assay("run", small, "--quick")[0] == 130
    (folder,) = assay.runs()
    (found,) = [one for one in read_records(folder) if isinstance(one, Note) and one.topic == "scale"]
    assert found.values["work"].startswith("python/count")
    status, _, error = assay("run", "--resume", str(folder))
    assert status == 0, error
    assert len([one for one in read_records(folder) if isinstance(one, Note) and one.topic == "scale"]) == 1
    units = {iteration.units for trial in trials(folder) for iteration in trial.probe.iterations}
    assert units == {int(found.values["value"])}


def test_arithmetic_is_ruled_on_before_anything_is_measured(assay):
    status, _, error = assay("run", "tour", "--simulate", "--quick")
    assert status == 0
    assert error.index("ARITHMETIC ERROR") < error.index("to measure")


def test_a_study_of_printed_numbers_needs_no_launcher(assay, monkeypatch):
    monkeypatch.setenv("ASSAY_LAUNCHER", "/no/launcher/here")
    status, said, error = assay("run", "primitives")
    assert status == 0, error
    assert "CONCEPTUAL ERROR" in said or "HOLDS" in said


def test_every_mistake_of_a_study_file_is_named_at_once_with_its_place(assay, small):
    wrong = SMALL.replace("full = 20", 'full = "many"').replace('probe = ["python"]', 'probe = ["pyhton"]')
    (assay.folder / small).write_text(wrong.replace('question = "does it run?"\n', "qestion = 1\n", 1))
    status, _, error = assay("run", small)
    assert status == 2
    assert small in error
    for word in ("rounds.full", "pyhton", "qestion"):
        assert word in error
    assert assay.runs() == []


def test_a_study_that_is_not_there_is_refused_with_what_there_is(assay):
    status, _, error = assay("run", "cuont")
    assert status == 2
    assert 'did you mean "count"?' in error


def test_run_without_a_study_says_where_to_look(assay):
    status, _, error = assay("run")
    assert status == 2
    assert "assay list" in error


def test_a_missing_tool_is_named_with_the_command_that_installs_it(assay, small, native, monkeypatch):
    monkeypatch.setenv("ASSAY_PYTHON", "/no/python/here")
    status, said, error = assay("run", small, "--quick")
    assert status == 3
    assert "left out:" in error
    assert "left out" in said
    notes = [one for one in read_records(assay.runs()[0]) if isinstance(one, Note) and one.topic == "skipped"]
    assert {note.values["kind"] for note in notes} == {"missing"}


def test_a_simulated_run_is_resumed_only_as_one(assay, small):
    assay("run", small, "--simulate", "--quick")
    (folder,) = assay.runs()
    status, _, _ = assay("run", "--resume", str(folder), "--simulate")
    assert status == 0
    status, _, error = assay("run", "--resume", str(folder))
    assert status == 2
    assert "simulated" in error or "launcher" in error


def test_a_comparison_is_not_resumed_as_a_study(assay, native):
    assay("compare", "true", "true", "--rounds", "2")
    (folder,) = assay.runs()
    status, _, error = assay("run", "--resume", str(folder))
    assert status == 2
    assert f"use assay compare --resume {folder}" in error


def test_list_names_studies_workloads_and_probes_with_what_is_installed(assay):
    status, said, _ = assay("list")
    assert status == 0
    for word in ("studies:", "tour", "count", "workloads:", "empty", "probes:", "python"):
        assert word in said
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in said


def test_list_as_json(assay):
    document = json.loads(assay("list", "--json")[1])
    assert {probe["name"] for probe in document["probes"]} >= {"c", "python"}


def test_report_as_json_is_the_document_of_the_run(assay, small):
    _, first, _ = assay("run", small, "--simulate", "--quick", "--json")
    _, again, _ = assay("report", "--json")
    assert json.loads(first) == json.loads(again)


def test_report_shows_claims_alone(assay):
    assay("run", "tour", "--simulate", "--quick")
    status, said, _ = assay("report", "last", "--claims")
    assert status == 0
    assert "count-1" in said
    assert "serial time" not in said.splitlines()[0]


def test_the_header_names_neither_host_nor_user(assay, small):
    assay("run", small, "--simulate", "--quick")
    header = read_records(assay.runs()[0])[0]
    assert isinstance(header, Header)
    import getpass
    import socket

    facts = " ".join(header.machine.values()).split()
    assert socket.gethostname() not in facts
    assert getpass.getuser() not in facts


@pytest.mark.parametrize(
    ("variants", "expected"),
    [
        ('{ model = "serial" }, { model = "thread" }', 0),
        ('{ model = "serial" }, { model = "thread" }, { model = "thread", implementation = "jthread" }', 4),
        ('{ model = "serial", implementation = "jthread" }, { model = "thread", implementation = "jthread" }', 3),
    ],
)
def test_a_variant_that_is_refused_unexpectedly_shows_in_the_exit_status(assay, small, variants, expected):
    study = SMALL.replace("workers = [1]", 'workers = [1]\nimplementation = ["std", "jthread"]')
    (assay.folder / small).write_text(study.replace('{ model = "serial" }, { model = "thread" }', variants))
    assert assay("run", small, "--simulate", "--quick")[0] == expected


def test_too_few_cpus_are_said_and_are_no_failure(assay, small, monkeypatch):
    study = SMALL.replace("workers = [1]", 'workers = [1, "min(cpus, 4)"]')
    family = study[study.index("[[families]]") :].replace(
        '{ model = "thread" }', '{ model = "thread", workers = "min(cpus, 4)" }'
    )
    scaling = family.replace("serial or thread", "scaling").replace("question =", 'kind = "scaling"\nquestion =')
    (assay.folder / small).write_text(study + scaling)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0})
    status, said, _ = assay("run", small, "--simulate", "--quick")
    assert status == 0
    assert "scaling needs at least 2 workers, found 1" in said
