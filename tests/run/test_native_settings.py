"""What the launcher sets around a command: scheduling, and the mark at which a probe stands still."""

import ctypes
import os
import subprocess

import pytest

from assay.catalogue import launcher_path
from assay.run.request import Request
from tests.run.launching import SECOND, python, shell

SHOW = "import os; print(os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0), len(os.sched_getaffinity(0)))"
ALLOWED = sorted(os.sched_getaffinity(0))
MEBIBYTE = 1024 * 1024


def shown(report):
    """(nice, policy, number of CPUs) of the command."""
    assert report.error == ""
    return tuple(map(int, report.stdout.split()))


def test_without_settings_a_command_is_scheduled_as_the_caller(launcher):
    own = (os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0), len(ALLOWED))
    assert shown(launcher.run(python(SHOW, keep_stdout=100))) == own


def test_a_command_steps_back_and_the_launcher_does_not(launcher):
    assert shown(launcher.run(python(SHOW, nice=19, keep_stdout=100)))[0] == 19
    assert shown(launcher.run(python(SHOW, keep_stdout=100)))[0] == os.getpriority(os.PRIO_PROCESS, 0)


@pytest.mark.parametrize(("policy", "number"), [("batch", os.SCHED_BATCH), ("idle", os.SCHED_IDLE)])
def test_a_command_has_the_policy_asked_for(launcher, policy, number):
    assert shown(launcher.run(python(SHOW, policy=policy, keep_stdout=100)))[1] == number


def test_a_real_time_command_leaves_a_cpu_to_everybody_else_or_is_named_as_not_allowed(launcher):
    report = launcher.run(python(SHOW, policy="fifo", keep_stdout=100))
    if report.error:
        assert report.error.startswith("policy: ")
        assert report.runs == ()
    else:
        assert shown(report)[1:] == (os.SCHED_FIFO, len(ALLOWED) - 1)


def test_where_one_cpu_is_allowed_a_real_time_command_is_refused():
    words = [launcher_path(), "--policy=fifo", "--", "true"]
    alone = {ALLOWED[0]}
    done = subprocess.run(words, capture_output=True, check=False, preexec_fn=lambda: os.sched_setaffinity(0, alone))
    assert done.returncode == 3
    assert b"policy: fifo needs one CPU that stays free of it, found only one allowed" in done.stdout


def give_up_the_right():
    """For good: what is executed next cannot raise priorities, root or not."""
    drop_from_bounding_set, sys_nice = 24, 23
    ctypes.CDLL(None).prctl(drop_from_bounding_set, sys_nice, 0, 0, 0)


def test_what_the_kernel_does_not_allow_is_named():
    words = [launcher_path(), "--nice=-20", "--", "true"]
    done = subprocess.run(words, capture_output=True, check=False, preexec_fn=give_up_the_right)
    assert done.returncode == 3, done
    assert b"nice: Permission denied; the kernel allows it to root and CAP_SYS_NICE" in done.stdout


def marking(after="", line='{"kind":"mark","held":0}'):
    """A program that says so and waits for a line; it prints what it was given."""
    return f"import sys, time\nprint({line!r}, flush=True)\nprint(repr(sys.stdin.readline()), flush=True)\n{after}"


def test_a_probe_at_its_mark_gets_one_newline_and_its_memory_is_taken(launcher):
    text = f"kept = b'x' * {40 * MEBIBYTE}\n" + marking("del kept")
    report = launcher.run(python(text, mark=True, sample_memory=True, keep_stdout=1000))
    assert report.stdout.splitlines()[1] == b"'\\n'"
    assert 40 * MEBIBYTE < report.memory.marked_bytes <= report.memory.peak_bytes


@pytest.mark.parametrize("line", ['{"held": 3, "kind" : "mark"}', '{"kind":"mark","held":0}'])
def test_a_mark_is_seen_however_it_is_written(launcher, line):
    report = launcher.run(python(marking(line=line), mark=True, sample_memory=True, keep_stdout=1000))
    assert report.memory.marked_bytes > 0


def test_a_mark_is_seen_after_very_much_other_output(launcher):
    text = "print('x' * 1000000)\nprint('y\\n' * 100000)\n" + marking()
    report = launcher.run(python(text, mark=True, sample_memory=True, keep_stdout=100))
    assert report.memory.marked_bytes > 0


def test_nobody_is_let_go_on_by_a_line_that_is_no_mark(launcher):
    text = marking(line='{"kind":"iteration","mark":1}')
    report = launcher.run(python(text, mark=True, sample_memory=True, keep_stdout=1000, timeout_ns=SECOND // 2))
    assert report.runs[0].timed_out
    assert report.memory.marked_bytes == -1


def test_at_a_second_mark_the_input_ends(launcher):
    text = marking(after='print(\'{"kind":"mark"}\', flush=True)\nprint(repr(sys.stdin.readline()))')
    report = launcher.run(python(text, mark=True, keep_stdout=1000))
    assert report.stdout.splitlines()[1::2] == [b"'\\n'", b"''"]


def test_without_mark_a_probe_finds_the_end_of_its_input_and_goes_on(launcher):
    report = launcher.run(python(marking(), sample_memory=True, keep_stdout=1000))
    assert report.stdout.splitlines()[1] == b"''"
    assert report.memory.marked_bytes == -1


def test_each_run_of_a_bundle_has_a_mark_of_its_own(launcher):
    report = launcher.run(python(marking(), mark=True, keep_stdout=1000, repeat=3, timeout_ns=20 * SECOND))
    assert [run.timed_out for run in report.runs] == [False] * 3
    assert report.stdout.splitlines()[1] == b"'\\n'"


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, "mark: expected keep_stdout as well, so that the mark is seen, found none"),
        ({"keep_stdout": 9, "stdin": "x"}, "mark: expected standard input for itself, found a text for it"),
    ],
)
def test_a_mark_that_could_not_work_is_refused(launcher, fields, problem):
    assert launcher.run(Request("x", ("true",), mark=True, **fields)).error == problem


def test_a_command_inherits_no_end_of_the_pipe_but_its_input(launcher):
    report = launcher.run(shell("ls /proc/self/fd", mark=True, keep_stdout=100))
    assert set(report.stdout.split()) <= {b"0", b"1", b"2", b"3"}
