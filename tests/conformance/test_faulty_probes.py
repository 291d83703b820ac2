"""Each way to misbehave is seen for what it is; probes are started directly (time-outs and orphans: the launcher's)."""

import importlib.util
import subprocess

import pytest

from assay.plan.model import ProbeWork
from assay.run.protocol import Fault, read_conversation
from assay.store.records import ProbeReport
from assay.toolchain import asked

WORDS = {"workers": "2", "iterations": "2", "warmup": "1"}
REASONS = {
    "fail": "expected 6 lines, from hello to bye, found the end after line 1",
    "noise": "line 2: expected a protocol line, found 'warming up ...'",
    "half_line": "line 6: expected a whole line, found one without an end",
    "fewer_tasks": "line 2: iteration 0: expected 2 tasks, found 1",
    "fewer_iterations": "line 4: expected iteration 2 of 3, found answer",
    "backwards": "line 2: iteration 0: entry 0: expected times that rise",
    "misheard": "line 1: asked for workers=2, found workers=3",
    "misheard_hold": "line 1: expected hold=0, nobody asked for another, found hold=1",
    "mark_unasked": "line 4: expected iteration 2 of 3, found mark",
    "no_sizes": 'line 2: iteration: tasks: expected the key "size", found none',
    "samples_lost": "line 5: samples: expected 3 values, found 2",
    "newer": "line 1: expected protocol 1, found 2",
    "closed": "expected a conversation on standard output, found nothing",
}


def faulty(how):
    return ProbeWork("faulty", "empty", "thread", how, "", WORDS)


@pytest.mark.parametrize("how", REASONS)
def test_bad_output_is_named_with_its_line(laboratory, how):
    fault = read_conversation(laboratory.start(faulty(how)).stdout, asked(faulty(how)))
    assert isinstance(fault, Fault)
    assert fault.outcome == "bad output"
    assert fault.reason.startswith(REASONS[how])


def test_a_wrong_answer_is_an_outcome_of_its_own(laboratory):
    fault = laboratory.converse(faulty("wrong_answer"))
    assert isinstance(fault, Fault)
    assert (fault.outcome, fault.reason) == ("wrong answer", "expected 2 tasks done once, found 0 tasks done once")


def test_a_refusal_is_an_outcome_of_its_own(laboratory):
    fault = laboratory.converse(faulty("refuses"))
    assert fault == Fault("refused", "there is nothing this probe would do")


def test_a_crash_ends_with_the_signal(laboratory):
    assert laboratory.start(faulty("crash")).returncode == -11


@pytest.mark.parametrize("how", ["none", "many_children"])
def test_a_probe_that_behaves_is_believed(laboratory, how):
    report = laboratory.converse(faulty(how))
    assert isinstance(report, ProbeReport), report
    assert all(iteration.overlap == 1.0 for iteration in report.iterations)


def test_tasks_one_after_another_under_a_parallel_model_do_not_overlap(laboratory):
    report = laboratory.converse(faulty("one_after_another"))
    assert isinstance(report, ProbeReport), report
    assert all(iteration.workers_seen == 2 and iteration.overlap == 0.0 for iteration in report.iterations)


def test_output_without_end_is_cut_and_named(laboratory):
    with subprocess.Popen(laboratory.command(faulty("endless")), stdout=subprocess.PIPE) as probe:
        assert probe.stdout
        said = probe.stdout.read(10_000)
        probe.kill()
    fault = read_conversation(said)
    assert isinstance(fault, Fault)
    assert fault.outcome == "bad output"


def test_the_declaration_lists_every_fault(laboratory):
    probe = laboratory.catalogue.probes["faulty"]
    specification = importlib.util.spec_from_file_location("faulty_harness", probe.folder / "harness.py")
    assert specification
    assert specification.loader
    harness = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(harness)
    assert all(set(listed) == set(harness.FAULTS) for listed in probe.models.values())
