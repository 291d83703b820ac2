"""How runs end: by themselves, by a signal, by the time-out, with children left behind, printing without end."""

import pytest

from tests.run.launching import SECOND, living, marked, python, shell

SHORT = SECOND // 2
DEAF = "trap '' TERM INT HUP; while :; do sleep 1000; done"

FORKS_APART = """
import os, signal, time
def apart():
    if os.fork():
        os.wait()
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.write(out, b"x")
    time.sleep(1000)
inside, out = os.pipe()
for _ in range({count}):
    apart()
for _ in range({count}):
    os.read(inside, 1)
{then}
"""


@pytest.mark.parametrize("code", [0, 1, 7, 255])
def test_the_exit_code_is_what_the_command_said(launcher, code):
    run = launcher.run(shell(f"exit {code}")).runs[0]
    assert (run.exit_code, run.signal, run.timed_out, run.orphans) == (code, 0, False, 0)


@pytest.mark.parametrize("signal", [6, 9, 11, 15])
def test_a_crash_names_the_signal(launcher, signal):
    report = launcher.run(shell(f"kill -{signal} $$"))
    run = report.runs[0]
    assert (run.exit_code, run.signal, run.timed_out) == (-1, signal, False)
    assert report.error == ""


def test_a_command_that_hangs_is_ended_by_the_time_out(launcher, mark):
    report = launcher.run(shell("sleep 1000", timeout_ns=SHORT, environment=marked(mark)))
    run = report.runs[0]
    assert run.timed_out
    assert run.signal == 15
    assert run.wall_ns >= SHORT
    assert living(mark) == []


def test_a_command_that_ends_in_time_is_not_timed_out(launcher):
    run = launcher.run(shell("exit 3", timeout_ns=1000 * SECOND)).runs[0]
    assert (run.timed_out, run.exit_code) == (False, 3)


def test_a_command_may_clean_up_after_the_time_out(launcher):
    text = "trap 'echo cleaned; exit 5' TERM; echo ready; sleep 1000 & wait"
    report = launcher.run(shell(text, timeout_ns=SHORT, keep_stdout=100))
    assert report.stdout == b"ready\ncleaned\n"
    assert (report.runs[0].exit_code, report.runs[0].timed_out) == (5, True)


def test_a_tree_that_ignores_sigterm_is_killed(launcher, mark):
    report = launcher.run(shell(f"({DEAF}) & {DEAF}", timeout_ns=SHORT, environment=marked(mark)))
    assert report.runs[0].signal == 9
    assert living(mark) == []


def test_a_stopped_command_is_killed(launcher, mark):
    report = launcher.run(shell("kill -STOP $$", timeout_ns=SHORT, environment=marked(mark)))
    assert report.runs[0].timed_out
    assert living(mark) == []


def test_a_time_out_ends_the_bundle(launcher):
    report = launcher.run(shell("sleep 1000", timeout_ns=SHORT, repeat=5))
    assert [run.timed_out for run in report.runs] == [True]


def test_a_failing_command_does_not_end_the_bundle(launcher):
    assert [run.exit_code for run in launcher.run(shell("exit 4", repeat=3)).runs] == [4, 4, 4]


def test_hundreds_of_children_left_behind_are_counted_and_killed(launcher, mark):
    text = "i=0; while [ $i -lt 300 ]; do sleep 1000 & i=$((i+1)); done"
    report = launcher.run(shell(text, environment=marked(mark)))
    assert (report.runs[0].orphans, report.runs[0].exit_code) == (300, 0)
    assert living(mark) == []


def test_children_that_went_into_sessions_of_their_own_are_found(launcher, mark):
    report = launcher.run(python(FORKS_APART.format(count=20, then=""), environment=marked(mark)))
    assert (report.runs[0].orphans, report.runs[0].exit_code) == (20, 0)
    assert living(mark) == []


def test_the_time_out_also_kills_children_in_sessions_of_their_own(launcher, mark):
    text = FORKS_APART.format(count=20, then="time.sleep(1000)")
    report = launcher.run(python(text, environment=marked(mark), timeout_ns=3 * SECOND))
    assert report.runs[0].timed_out
    assert report.runs[0].orphans >= 20
    assert living(mark) == []


def test_a_process_that_runs_away_by_forking_is_caught(launcher, mark):
    text = """
import os
for _ in range(20000):
    if os.fork():
        os._exit(0)
    os.setsid()
"""
    report = launcher.run(python(text, environment=marked(mark)))
    assert report.error == ""
    assert living(mark) == []


def test_children_that_have_ended_are_no_orphans(launcher):
    text = "import os; os.fork() or os._exit(0); os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)"
    assert launcher.run(python(text)).runs[0].orphans == 0


def test_the_run_after_orphans_starts_clean(launcher):
    assert [run.orphans for run in launcher.run(shell("sleep 1000 &", repeat=3)).runs] == [1, 1, 1]
    assert launcher.run(shell("true")).runs[0].orphans == 0


def test_output_is_kept_to_the_limit_and_counted_beyond(launcher):
    report = launcher.run(shell("head -c 300000 /dev/zero; echo oops >&2", keep_stdout=1000, keep_stderr=3))
    assert report.stdout == bytes(1000)
    assert report.stderr == b"oop"
    assert (report.runs[0].stdout_bytes, report.runs[0].stderr_bytes) == (300_000, 5)


def test_output_that_nobody_asked_for_is_neither_kept_nor_counted(launcher):
    report = launcher.run(shell("echo out; echo err >&2"))
    assert (report.stdout, report.stderr, report.runs[0].stdout_bytes) == (b"", b"", 0)


def test_of_a_bundle_the_last_output_is_kept(launcher, tmp_path):
    text = f"echo x >> {tmp_path}/count; cat {tmp_path}/count"
    report = launcher.run(shell(text, repeat=3, keep_stdout=1000))
    assert report.stdout == b"x\nx\nx\n"
    assert [run.stdout_bytes for run in report.runs] == [2, 4, 6]


def test_a_command_that_prints_without_end_is_ended_by_the_time_out(launcher, mark):
    report = launcher.run(shell("yes", timeout_ns=SHORT, keep_stdout=10, environment=marked(mark)))
    assert report.stdout == b"y\n" * 5
    assert report.runs[0].timed_out
    assert report.runs[0].stdout_bytes > 10
    assert living(mark) == []


def test_a_command_that_prints_without_end_is_ended_by_the_output_limit(launcher, mark):
    report = launcher.run(shell("yes", keep_stdout=10, output_limit=100_000, repeat=3, environment=marked(mark)))
    assert report.error == "printed more than 100000 bytes"
    assert [run.timed_out for run in report.runs] == [False]
    assert living(mark) == []


def test_output_below_the_limit_is_no_error(launcher):
    report = launcher.run(shell("head -c 100000 /dev/zero", keep_stdout=10, output_limit=100_000))
    assert (report.error, report.runs[0].stdout_bytes) == ("", 100_000)


def test_an_orphan_that_holds_the_output_open_does_not_hold_the_launcher(launcher):
    report = launcher.run(shell("sleep 1000 & echo done", keep_stdout=100))
    assert (report.stdout, report.runs[0].orphans) == (b"done\n", 1)
