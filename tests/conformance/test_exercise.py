"""Every knob in every model, with the workload that counts its calls; what cannot be is objected to and refused."""

import pytest

from assay.run.protocol import Fault
from assay.store.records import ProbeReport
from tests.conformance.conftest import MAKES_WORKERS, cases, named, objected, probes, with_words, work_of, works_of

CHOICES = {
    "hold": ["1"],
    "pin": ["each", "same"],
    "gate": ["after_create"],
    "steps": ["2"],
    "window_ms": ["5"],
    "mark": ["1"],
    "stamps": ["worker", "none"],
}
"""What may be asked for beyond what holds when nobody asks."""
PAIR = {"workers": "2", "tasks": "2", "iterations": "2", "warmup": "1"}
ALL_AT_ONCE = {"steps": "3", "window_ms": "5", "hold": "1", "pin": "each", "mark": "1", "gate": "after_create"}
WITHOUT_WINDOW = {"steps": "2", "pin": "same", "mark": "1", "stamps": "worker"}
SIZES = 3  # of two tasks, 1 and 2


def exercises():
    return [work for probe in probes() for work in works_of(probe, "exercise", PAIR)]


def as_far_as_possible(work, words):
    """With those words that the catalogue has nothing against."""
    return with_words(work, **{key: value for key, value in words.items() if not objected(work, **{key: value})})


def of(work, word, otherwise):
    return int(work.arguments.get(word, otherwise))


def answer(work):
    sweeps = of(work, "steps", 1)
    return f"{work.arguments['tasks']} tasks, {sweeps} sweeps, {sweeps - 1} between, armed 1 times"


@pytest.mark.parametrize("work", cases(exercises()))
def test_all_knobs_at_once_are_heeded(laboratory, work):
    work = as_far_as_possible(work, ALL_AT_ONCE)
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    assert report.answer_found == answer(work)
    # In a window a task goes on until it is closed, and is done once at least.
    assert all(iteration.units >= SIZES * of(work, "steps", 1) for iteration in report.iterations)
    if work.model == "thread" and of(work, "hold", 0):
        assert report.threads == -1 or report.threads > of(work, "tasks", 0)


@pytest.mark.parametrize("work", cases(exercises()))
def test_without_a_window_each_task_is_done_once_a_sweep(laboratory, work):
    work = as_far_as_possible(work, WITHOUT_WINDOW)
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    assert report.answer_found == answer(work)
    assert {iteration.units for iteration in report.iterations} == {SIZES * of(work, "steps", 1)}
    # The second task takes one sample each time; those of the warm-up do not count.
    assert report.samples is not None
    assert report.samples.count == of(work, "steps", 1) * of(work, "iterations", 1)
    assert report.samples.median >= 200_000


@pytest.mark.parametrize("work", cases(exercises()))
def test_more_tasks_than_workers_come_through_unstamped_sweeps(laboratory, work):
    work = as_far_as_possible(work, {"tasks": "5", "steps": "2", "stamps": "none"})
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    assert report.answer_found == answer(work)
    assert {iteration.units for iteration in report.iterations} == {15 * of(work, "steps", 1)}
    assert {iteration.overlap for iteration in report.iterations} == {-1.0}


def what_cannot_be():
    for work in exercises():
        for knob, values in CHOICES.items():
            for value in values:
                if objected(work, **{knob: value}):
                    yield pytest.param(work, knob, value, id=f"{named(work)}-{knob}={value}")


@pytest.mark.parametrize(("work", "knob", "value"), list(what_cannot_be()))
def test_what_the_catalogue_objects_to_the_probe_refuses_too(laboratory, work, knob, value):
    fault = laboratory.converse(with_words(work, **{knob: value}))
    assert isinstance(fault, Fault), f"{knob}={value} works, and yet the catalogue objects to it"
    assert fault.outcome == "refused"
    assert fault.reason.startswith(f"{knob}: ")


def holders():
    for probe in probes():
        for model in MAKES_WORKERS:
            if model in probe.models:
                yield work_of(probe, "empty", model, workers="2", tasks="3", hold="1")


@pytest.mark.parametrize("work", cases(holders()))
def test_holding_needs_a_worker_for_each_task(laboratory, work):
    assert objected(work)
    reason = "hold: expected a worker for each task, found 2 workers for 3 tasks"
    assert laboratory.converse(work) == Fault("refused", reason)
