"""From a probe through the real launcher to a record: each way to misbehave has its outcome, and nobody is left."""

import pytest

from assay.catalogue import launcher_path
from assay.errors import ToolchainMissing
from assay.plan.model import ProbeWork, Trial, Variant
from assay.run.execute import Options, run_trial
from assay.run.native import NativeLauncher
from assay.toolchain import resolve
from tests.conformance.conftest import every_work, named

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
    "wrong_answer": "wrong answer",
    "refuses": "refused",
    "noise": "bad output",
    "half_line": "bad output",
    "fewer_tasks": "bad output",
    "fewer_iterations": "bad output",
    "backwards": "bad output",
    "misheard": "bad output",
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


def record_of(laboratory, launcher, work, timeout_ns=0):
    resolved = resolve([Variant("one", "one", work)], laboratory.catalogue, lambda sentence: None)
    for refusal in resolved.missing:
        pytest.skip(f"{refusal.reason}; install it with: {refusal.remedy}")
    options = Options(probe=True, timeout_ns=timeout_ns)
    return run_trial(Trial("family", 1, 0, "one"), resolved.commands["one"], launcher, options)


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


@pytest.mark.parametrize("work", [work for work in every_work({"workers": "2"}) if work.workload == "empty"], ids=named)
def test_a_real_probe_gets_through_and_leaves_nobody_behind(laboratory, launcher, work):
    record = record_of(laboratory, launcher, work)
    assert record.outcome == "ok", record.reason
    assert record.orphans == 0
