"""Every probe with every workload in every model: tiny sizes, answers and units checked, no time asserted."""

import msgspec
import pytest

from assay.plan.model import ProbeWork
from assay.run.protocol import Fault
from assay.store.records import ProbeReport
from tests.conformance.conftest import every_work, named

WORDS = {"workers": "2", "tasks": "3", "iterations": "2", "warmup": "1"}


def with_words(work, **words):
    return msgspec.structs.replace(work, arguments=work.arguments | words)


def tiny(work):
    return with_words(work, total="1000") if work.workload == "count" else work


def works():
    return [pytest.param(tiny(work), id=named(work)) for work in every_work(WORDS)]


@pytest.mark.parametrize("work", works())
def test_every_work_gives_the_right_answer_and_all_its_units(laboratory, work):
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    assert [iteration.warm for iteration in report.iterations] == [False, True, True]
    workload = laboratory.catalogue.workloads[work.workload]
    units = work.arguments[workload.units] if workload.units else work.arguments["tasks"]
    assert {iteration.units for iteration in report.iterations} == {int(units)}


def expected_workers(work):
    """How many distinct kernel threads may do three tasks with two workers."""
    return {"serial": {1}, "pool": {1, 2}}.get(work.model, {2, 3})


@pytest.mark.parametrize("work", works())
def test_the_work_is_done_by_as_many_kernel_threads_as_the_model_says(laboratory, work):
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    # A kernel may give a finished thread's number to the next one, hence two or three for three fresh threads.
    assert all(iteration.workers_seen in expected_workers(work) for iteration in report.iterations)
    most = max(iteration.workers_seen for iteration in report.iterations)
    assert report.kernel_threads == most + (work.model != "serial")


@pytest.mark.parametrize("work", [param for param in works() if param.values[0].workload == "empty"])
@pytest.mark.parametrize("words", [{"stamps": "none"}, {"stamps": "worker"}, {"gate": "after_create"}])
def test_every_model_knows_every_knob(laboratory, work, words):
    assert isinstance(laboratory.converse(with_words(work, **words)), ProbeReport)


@pytest.mark.parametrize("model", ["process", "thread"])
@pytest.mark.parametrize("probe", ["c", "python"])
def test_behind_the_gate_creation_comes_before_the_opening_and_work_after_it(laboratory, probe, model):
    work = find(probe, model, workers="2", tasks="2", gate="after_create")
    stamps = msgspec.json.decode(laboratory.start(work).stdout.splitlines()[1])["tasks"]
    assert max(stamps["submitted"]) < 0
    assert max(stamps["accepted"]) < 0
    assert min(stamps["started"]) >= 0


def find(probe, model, workload="empty", **words):
    build = {"c": "O2"}.get(probe, "")
    implementation = {("python", "process"): "fork", ("python", "pool"): "threads"}.get((probe, model))
    return ProbeWork(probe, workload, model, implementation or {"c": "posix"}.get(probe, "std"), build, words)


@pytest.mark.parametrize("probe", ["c", "python"])
def test_above_ten_thousand_tasks_the_stamps_are_summed_up(laboratory, probe):
    done = laboratory.start(find(probe, "pool", workers="2", tasks="10001"))
    message = msgspec.json.decode(done.stdout.splitlines()[1])
    assert "tasks" not in message
    assert sum(message["workers"]["tasks"]) == 10001


@pytest.mark.parametrize("probe", ["c", "python"])
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"model": "telepathy"}, "model: this probe does not know telepathy"),
        ({"implementation": "magic"}, "implementation: this probe does not know magic"),
        ({"gate": "open"}, "gate: this probe does not know open"),
        ({"workers": "two"}, "workers: expected a whole number, found two"),
        ({"workers": "0"}, "workers: expected 1 or more, found 0"),
        ({"totl": "5"}, "unknown word totl"),
    ],
)
def test_a_word_that_cannot_be_used_is_refused(laboratory, probe, words, reason):
    work = find(probe, "serial")
    fault = laboratory.converse(msgspec.structs.replace(work, arguments=words))
    assert fault == Fault("refused", reason)


@pytest.mark.parametrize("probe", ["c", "python"])
@pytest.mark.parametrize(("words", "reason"), [({"step": "9"}, "does not know 9"), ({"total": "0"}, "1 or more")])
def test_a_parameter_out_of_range_is_refused(laboratory, probe, words, reason):
    fault = laboratory.converse(find(probe, "serial", "count", **words))
    assert isinstance(fault, Fault)
    assert fault.outcome == "refused"
    assert reason in fault.reason
