"""Tasks that receive: alone, from each other, from what has ended or is closed; and a harness that does it wrongly."""

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from assay.catalogue import launcher_path, load_catalogue
from assay.errors import ToolchainMissing
from assay.plan.model import Trial
from assay.run.execute import Options, run_trial
from assay.run.native import NativeLauncher
from assay.store.records import ProbeReport
from assay.toolchain import Command
from tests.conformance.conftest import CATALOGUE, Laboratory, cases, objected, probes, with_words, work_of, works_of

MANY = 100
"""More tasks than a runtime has threads without any of the work's own."""
ALL_AT_ONCE = {"workers": "4", "tasks": "4", "steps": "2", "iterations": "2", "warmup": "1"}
TIMEOUT_NS = 20_000_000_000
FOLDER = Path(__file__).parent
OTHERWISE = """

LoopMeter._read = Meter._read  # it keeps the thread, and with it the event loop
"""


def relays():
    works = (work for probe in probes() for work in works_of(probe, "relay", ALL_AT_ONCE))
    return [work for work in works if not objected(work)]


@pytest.mark.parametrize("work", cases(relays()))
def test_tasks_that_wait_for_each_other_all_receive_what_was_sent_to_them(laboratory, work):
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    assert report.answer_found == "8 numbers"


def test_every_model_but_the_serial_one_can_have_all_of_them_at_once():
    able = {(work.probe, work.model, work.implementation) for work in relays()}
    offered = {(probe.name, *way) for probe in probes() for way in ways_of(probe) if way[0] != "serial"}
    assert able == offered


def ways_of(probe):
    return [(model, library) for model, libraries in probe.models.items() for library in libraries]


@pytest.mark.parametrize("probe", probes(), ids=lambda probe: probe.name)
def test_with_fewer_workers_than_tasks_the_plan_refuses_it(probe):
    for work in works_of(probe, "relay", {"workers": "3", "tasks": "4"}):
        at_most = 1 if work.model == "serial" else 3
        assert objected(work) == (f"relay needs all 4 tasks running at once, but {work.model} runs at most {at_most}",)


def many_coroutines():
    for probe in probes():
        for work in works_of(probe, "relay", {"workers": str(MANY), "tasks": str(MANY)}):
            if work.model in ("virtual", "coroutine") and (work.probe, work.model) != ("java", "coroutine"):
                yield work


@pytest.mark.parametrize("work", cases(many_coroutines()))
def test_coroutines_that_all_receive_keep_few_kernel_threads(laboratory, work):
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    assert 0 < report.threads < MANY


# Descriptors


def open_at_the_mark(laboratory, work):
    """How many files the probe has open when all tasks of its last iteration are done."""
    with subprocess.Popen(laboratory.command(work), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as probe:
        while b'"kind":"mark"' not in (line := probe.stdout.readline()):
            assert line, "the probe said no mark"
        count = len(list(Path(f"/proc/{probe.pid}/fd").iterdir()))
        probe.communicate(b"\n", timeout=60)
    assert probe.returncode == 0
    return count


def receivers():
    for probe in probes():
        for model in probe.models:
            work = work_of(probe, "exercise", model, workers="2", tasks="2", mark="1")
            if not objected(work):
                yield work


@pytest.mark.parametrize("work", cases(receivers()))
def test_what_a_task_has_received_from_is_closed_again(laboratory, work):
    laboratory.start(work)  # builds it, or skips where the toolchain is missing
    few, many = (open_at_the_mark(laboratory, with_words(work, iterations=times)) for times in ("2", "40"))
    assert many - few < 20  # each iteration opens at least one; a runtime may keep some for itself


# Streams that cannot be received from


@pytest.fixture(scope="module")
def closed(laboratory):
    """The laboratory, with a workload that receives from what is closed."""
    own = Laboratory(laboratory.locks)
    own.catalogue = load_catalogue(FOLDER / "streams")
    return own


def closed_works():
    for probe in probes():
        for model in {"serial", "thread", "coroutine", "virtual"} & set(probe.models):
            work = work_of(probe, "empty", model, workers="1", tasks="1")
            yield msgspec.structs.replace(work, workload="closed")


@pytest.mark.parametrize("work", cases(sorted(closed_works(), key=lambda work: (work.probe, work.model))))
def test_a_stream_that_fails_fails_the_task_with_a_sentence(closed, work):
    done = closed.start(work)
    assert done.returncode != 0
    assert b"cannot receive: " in done.stderr
    assert done.stdout == b""


# A harness that blocks its event loop


@pytest.fixture(scope="module")
def launcher():
    try:
        path = launcher_path()
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    with NativeLauncher(path) as launcher:
        yield launcher


def asyncio_probe(folder, more=""):
    """A copy of the Python probe with the workload whose tasks wait for each other."""
    for source in CATALOGUE.probes["python"].folder.glob("*.py"):
        shutil.copy(source, folder)
    shutil.copy(CATALOGUE.workloads["relay"].folder / "workload.py", folder)
    with (folder / "coroutines.py").open("a") as module:
        module.write(more)
    words = ["workload=relay", "model=coroutine", "implementation=asyncio", "workers=3", "tasks=3"]
    return Command((sys.executable, "-S", "-E", str(folder / "harness.py"), *words))


def outcome(command, launcher, timeout_ns):
    options = Options(probe=True, timeout_ns=timeout_ns)
    return run_trial(Trial("family", 1, 0, "one", "timed"), command, launcher, options).outcome


def test_a_meter_that_blocks_the_event_loop_does_not_come_through(launcher, tmp_path):
    assert outcome(asyncio_probe(tmp_path, OTHERWISE), launcher, TIMEOUT_NS // 10) == "timed out"


def test_one_that_does_not_comes_through(launcher, tmp_path):
    assert outcome(asyncio_probe(tmp_path), launcher, TIMEOUT_NS) == "ok"
