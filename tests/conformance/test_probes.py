"""Every probe with every workload in every model: tiny sizes, answers and units checked, no time asserted."""

import os
import subprocess

import msgspec
import pytest

from assay.catalogue import takes_turns
from assay.run.protocol import Fault
from assay.store.records import ProbeReport
from tests.conformance.conftest import (
    CATALOGUE,
    MAKES_WORKERS,
    WORDS,
    cases,
    every_work,
    probes,
    work_of,
    works_of,
)

CPUS = len(os.sched_getaffinity(0))
BOUNDED_AT_ONCE = {("csharp", "pool", "task"), ("csharp", "coroutine", "task"), ("go", "coroutine", "goroutine")}
BOUNDED_AT_ONCE |= {("java", "coroutine", "default")}
"""Runtimes that bound how many of their threads run at once, and may put a new one in the place of one that rests."""
TASKS = int(WORDS["tasks"])


def expected_units(work):
    """What a workload counts: what a parameter says, the sizes 1, 2, ... of its tasks, or the tasks."""
    workload = CATALOGUE.workloads[work.workload]
    if workload.units:
        return int(work.arguments[workload.units])
    return TASKS * (TASKS + 1) // 2 if workload.unit == "size unit" else TASKS


def expected_workers(work):
    """How many distinct kernel threads may do three tasks with two workers."""
    if work.model == "serial" or takes_turns(CATALOGUE.probes[work.probe], work.model, work.implementation):
        return {1}
    if (work.probe, work.model, work.implementation) in BOUNDED_AT_ONCE:
        return set(range(1, TASKS + 1))
    if work.model in ("pool", "stealing"):
        return {1, 2}
    if work.model in ("virtual", "coroutine"):
        return set(range(1, max(2, CPUS) + 1))
    return {2, 3}  # a kernel may give a finished thread's number to the next one


def expected_kernel_threads(work, most):
    """The workers, and the caller where it is none of them."""
    if work.model == "serial":
        return {1}
    return {most + 1} if work.model in ("process", "thread", "pool") else {most, most + 1}


@pytest.mark.parametrize("work", cases(every_work()))
def test_every_work_gives_the_right_answer_all_its_units_and_the_workers_its_model_says(laboratory, work):
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    assert [iteration.warm for iteration in report.iterations] == [False, True, True]
    assert {iteration.units for iteration in report.iterations} == {expected_units(work)}
    assert all(iteration.workers_seen in expected_workers(work) for iteration in report.iterations), report.iterations
    most = max(iteration.workers_seen for iteration in report.iterations)
    assert report.kernel_threads in expected_kernel_threads(work, most)
    assert report.version
    assert report.clock_step_ns > 0


def gated():
    return [
        work
        for probe in probes()
        for work in works_of(probe, "empty", {"workers": "2", "gate": "after_create"})
        if work.model in MAKES_WORKERS
    ]


@pytest.mark.parametrize("work", cases(gated()))
def test_behind_the_gate_creation_comes_before_the_opening_and_work_after_it(laboratory, work):
    assert isinstance(laboratory.converse(work), ProbeReport)
    stamps = msgspec.json.decode(laboratory.start(work).stdout.splitlines()[1])["tasks"]
    assert max(stamps["submitted"]) < 0
    assert max(stamps["accepted"]) < 0
    assert min(stamps["started"]) >= 0


def of_many_tasks():
    for probe in probes():
        model = "pool" if "pool" in probe.models else "serial"
        yield work_of(probe, "empty", model, workers="1" if model == "serial" else "2", tasks="10001")


@pytest.mark.parametrize("work", cases(of_many_tasks()))
def test_above_ten_thousand_tasks_the_stamps_are_summed_up(laboratory, work):
    message = msgspec.json.decode(laboratory.start(work).stdout.splitlines()[1])
    assert "tasks" not in message
    assert sum(message["workers"]["tasks"]) == 10001
    assert sum(message["workers"]["ops"]) == message["units"] == 10001


WRONG = [
    ({"model": "telepathy"}, "model: this probe does not know telepathy"),
    ({"implementation": "magic"}, "implementation: this probe does not know magic"),
    ({"gate": "open"}, "gate: this probe does not know open"),
    ({"stamps": "postage"}, "stamps: this probe does not know postage"),
    ({"pin": "down"}, "pin: this probe does not know down"),
    ({"hold": "2"}, "hold: this probe does not know 2"),
    ({"workers": "two"}, "workers: expected a whole number, found two"),
    ({"workers": "0"}, "workers: expected 1 or more, found 0"),
    ({"steps": "0"}, "steps: expected 1 or more, found 0"),
    ({"window_ms": "-1"}, "window_ms: expected 0 or more, found -1"),
    ({"totl": "5"}, "unknown word totl"),
]


@pytest.mark.parametrize("probe", probes(), ids=lambda probe: probe.name)
@pytest.mark.parametrize(("words", "reason"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_a_word_that_cannot_be_used_is_refused(laboratory, probe, words, reason):
    work = msgspec.structs.replace(work_of(probe, "empty", "serial"), arguments=words)
    assert laboratory.converse(work) == Fault("refused", reason)


STRANGE = 'a "quote", a \\, a\ttab and \u00fc'


@pytest.mark.parametrize("probe", probes(), ids=lambda probe: probe.name)
def test_words_that_json_must_escape_come_back_as_they_were(laboratory, probe):
    program = laboratory.command(work_of(probe, "empty", "serial"))
    words = [word for word in program if not word.startswith("workload=")]
    hello = said_by([*words, f"workload={STRANGE}"])[0]
    assert hello["workload"] == STRANGE
    refused = said_by([word for word in program if not word.startswith("model=")] + [f"model={STRANGE}"])[0]
    assert refused["reason"] == f"model: this probe does not know {STRANGE}"


def said_by(argv):
    locale = dict(os.environ, LC_ALL="C.UTF-8")
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, env=locale, capture_output=True, timeout=60, check=True)
    return [msgspec.json.decode(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("probe", probes(), ids=lambda probe: probe.name)
def test_a_parameter_out_of_range_is_refused(laboratory, probe):
    fault = laboratory.converse(work_of(probe, "count", "serial", total="0"))
    assert isinstance(fault, Fault)
    assert fault.outcome == "refused"
    assert "1 or more" in fault.reason
