"""From a probe through the real launcher to a record: each way to misbehave has its outcome, and nobody is left."""

import pytest

from assay.catalogue import launcher_path
from assay.errors import ToolchainMissing
from assay.plan.model import ProbeWork, Trial
from assay.run.execute import Options, run_trial
from assay.run.native import NativeLauncher
from assay.toolchain import Command
from tests.conformance.conftest import cases, objected, probes, with_words, works_of

TIMEOUT_NS = 500_000_000
OUTCOMES = {
    "none": "ok",
    "many_children": "ok",
    "one_after_another": "ok",
    "orphans": "ok",
    "crash": "crashed",
    "fail": "crashed",
    "hang": "timed out",
    "stubborn": "timed out",
    "endless": "timed out",
    "stays_at_mark": "timed out",
    "wrong_answer": "wrong answer",
    "refuses": "refused",
    "noise": "bad output",
    "half_line": "bad output",
    "fewer_tasks": "bad output",
    "fewer_iterations": "bad output",
    "backwards": "bad output",
    "misheard": "bad output",
    "misheard_hold": "bad output",
    "mark_unasked": "bad output",
    "no_sizes": "bad output",
    "samples_lost": "bad output",
    "newer": "bad output",
    "closed": "bad output",
}


@pytest.fixture(scope="module")
def launcher():
    try:
        path = launcher_path()
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    with NativeLauncher(path) as launcher:
        yield launcher


def record_of(laboratory, launcher, work, timeout_ns=0, purpose="timed"):
    command = Command(laboratory.command(work))
    options = Options(probe=True, timeout_ns=timeout_ns)
    return run_trial(Trial("family", 1, 0, "one", purpose), command, launcher, options)


def faulty(how):
    return ProbeWork("faulty", "empty", "thread", how, "", {"workers": "2", "iterations": "2"})


@pytest.mark.parametrize("how", [how for how, outcome in OUTCOMES.items() if outcome != "timed out"])
def test_each_way_to_misbehave_has_its_outcome(laboratory, launcher, how):
    record = record_of(laboratory, launcher, faulty(how))
    assert record.outcome == OUTCOMES[how], record.reason
    assert bool(record.reason) == (record.outcome != "ok")


@pytest.mark.parametrize("how", [how for how, outcome in OUTCOMES.items() if outcome == "timed out"])
def test_what_does_not_end_is_ended(laboratory, launcher, how):
    record = record_of(laboratory, launcher, faulty(how), TIMEOUT_NS)
    assert record.outcome == "timed out", record.reason
    assert record.probe is None


def test_every_fault_has_its_outcome(laboratory):
    assert set(OUTCOMES) == set(laboratory.catalogue.probes["faulty"].models["thread"])


def test_children_left_behind_are_counted_and_ended(laboratory, launcher):
    assert record_of(laboratory, launcher, faulty("orphans")).orphans == 3
    assert record_of(laboratory, launcher, faulty("many_children")).orphans == 0


def test_a_probe_at_its_mark_is_let_go_on_in_a_memory_trial_and_in_no_other(laboratory, launcher):
    work = with_words(faulty("none"), mark="1")
    record = record_of(laboratory, launcher, work, 20 * TIMEOUT_NS, purpose="memory")
    assert record.outcome == "ok", record.reason
    assert record.memory.marked_bytes > 0
    record = record_of(laboratory, launcher, work, 20 * TIMEOUT_NS)
    assert record.outcome == "ok", record.reason


def test_a_probe_that_does_not_go_on_from_its_mark_is_ended(laboratory, launcher):
    work = with_words(faulty("stays_at_mark"), mark="1")
    record = record_of(laboratory, launcher, work, TIMEOUT_NS, purpose="memory")
    assert record.outcome == "timed out", record.reason


def works():
    """Every model and implementation, with a mark where that can be."""
    for probe in probes():
        for work in works_of(probe, "empty", {"workers": "2"}):
            yield work if objected(work, mark="1") else with_words(work, mark="1")


@pytest.mark.parametrize("work", cases(works()))
def test_a_real_probe_gets_through_and_leaves_nobody_behind(laboratory, launcher, work):
    record = record_of(laboratory, launcher, work, purpose="memory")
    assert record.outcome == "ok", record.reason
    assert record.orphans == 0
    if "mark" in work.arguments:
        assert record.memory.marked_bytes > 0
