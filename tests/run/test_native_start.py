"""What it takes to start a command, and how a command that cannot be started is named."""

import os

import pytest

from assay.run.request import Request
from tests.run.launching import python, shell


def script(path, text, mode=0o755):
    path.write_text(text)
    path.chmod(mode)
    return Request("script", (str(path),))


@pytest.mark.parametrize("name", ["no-such-program", "/no/such/program", "/etc/passwd/program", ""])
def test_a_command_that_does_not_exist_is_not_found(launcher, name):
    report = launcher.run(Request("x", (name,)))
    assert report.error == "not found"
    assert report.runs == ()


def test_a_file_without_the_right_to_execute_is_not_executable(launcher, tmp_path):
    assert launcher.run(script(tmp_path / "plain", "text", mode=0o644)).error == "not executable"


def test_a_file_on_the_path_without_the_right_to_execute_is_not_executable(launcher, tmp_path):
    script(tmp_path / "plain", "text", mode=0o644)
    report = launcher.run(Request("x", ("plain",), environment={"PATH": f"{tmp_path}:/usr/bin"}))
    assert report.error == "not executable"


def test_a_folder_is_a_directory(launcher, tmp_path):
    assert launcher.run(Request("x", (str(tmp_path),))).error == "is a directory"


def test_a_script_whose_interpreter_is_missing_says_so(launcher, tmp_path):
    assert launcher.run(script(tmp_path / "s", "#!/no/such/interpreter\n")).error == "its interpreter was not found"


def test_a_text_without_interpreter_is_not_a_program(launcher, tmp_path):
    assert launcher.run(script(tmp_path / "s", "echo hi\n")).error.startswith("not a program")


def test_arguments_that_are_too_long_are_named(launcher):
    assert launcher.run(Request("x", ("true", "y" * 200_000))).error == "arguments and environment are too long"


def test_a_command_with_a_nul_byte_is_refused(launcher):
    assert launcher.run(Request("x", ("true", "a\0b"))).error == "request: argument: holds a NUL byte"


def test_an_empty_command_is_refused(launcher):
    assert launcher.run(Request("x", ())).error == "no command was given"


def test_a_cpu_that_is_not_there_is_named(launcher):
    assert launcher.run(shell("true", cpus=(1000,))).error == "cpus: Invalid argument"


def test_a_working_folder_that_is_missing_is_named(launcher, tmp_path):
    assert launcher.run(shell("true", cwd=str(tmp_path / "no"))).error == "working folder not found"


def test_a_working_folder_that_is_a_file_is_named(launcher):
    assert launcher.run(shell("true", cwd="/etc/passwd")).error == "working folder is not a folder"


def test_after_a_command_that_could_not_start_the_next_one_runs(launcher):
    assert launcher.run(Request("x", ("no-such-program",))).error
    assert launcher.run(Request("x", ("true",))).error == ""


def test_the_working_folder_is_where_the_command_starts(launcher, tmp_path):
    report = launcher.run(shell("pwd -P", cwd=str(tmp_path), keep_stdout=1000))
    assert report.stdout.decode() == f"{tmp_path.resolve()}\n"


def test_a_relative_command_is_sought_in_the_working_folder(launcher, tmp_path):
    script(tmp_path / "here", "#!/bin/sh\necho found\n")
    assert launcher.run(Request("x", ("./here",), cwd=str(tmp_path), keep_stdout=100)).stdout == b"found\n"


def test_without_a_working_folder_the_callers_counts(launcher, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert launcher.run(shell("pwd -P", keep_stdout=1000)).stdout.decode() == f"{tmp_path.resolve()}\n"


def test_a_given_environment_replaces_the_callers(launcher):
    report = launcher.run(Request("x", ("/usr/bin/env",), environment={"A": "1", "B": "x=y z"}, keep_stdout=10_000))
    assert report.stdout == b"A=1\nB=x=y z\n"


def test_an_empty_environment_stays_empty(launcher):
    report = launcher.run(Request("x", ("/usr/bin/env",), environment={}, keep_stdout=10_000))
    assert (report.stdout, report.error) == (b"", "")


def test_without_an_environment_the_callers_of_now_counts(launcher, monkeypatch):
    launcher.run(shell("true"))
    monkeypatch.setenv("SET_AFTER_THE_LAUNCHER_STARTED", "yes")
    assert launcher.run(shell("echo $SET_AFTER_THE_LAUNCHER_STARTED", keep_stdout=10)).stdout == b"yes\n"


def test_the_command_is_sought_on_the_path_of_the_given_environment(launcher, tmp_path):
    script(tmp_path / "only-here", "#!/bin/sh\necho found\n")
    here = launcher.run(Request("x", ("only-here",), environment={"PATH": f"/no:{tmp_path}"}, keep_stdout=100))
    assert here.stdout == b"found\n"
    assert launcher.run(Request("x", ("only-here",), environment={"PATH": "/no"})).error == "not found"


@pytest.mark.parametrize("size", [1, 64, 4095])
def test_padding_arrives_in_a_variable_of_that_size(launcher, size):
    report = launcher.run(shell('printf %s "$ASSAY_PADDING"', padding=size, keep_stdout=10_000))
    assert report.stdout == b"x" * size


def test_without_padding_there_is_no_such_variable(launcher):
    assert launcher.run(shell("echo ${ASSAY_PADDING-none}", keep_stdout=100)).stdout == b"none\n"


def test_a_command_runs_on_the_cpus_asked_for_and_the_launcher_does_not(launcher):
    everywhere = os.sched_getaffinity(0)
    show = "import os; print(sorted(os.sched_getaffinity(0)))"
    cpu = max(everywhere)
    assert launcher.run(python(show, cpus=(cpu,), keep_stdout=100)).stdout.decode() == f"[{cpu}]\n"
    assert launcher.run(python(show, keep_stdout=10_000)).stdout.decode() == f"{sorted(everywhere)}\n"


def test_a_command_that_reads_gets_the_text(launcher):
    report = launcher.run(shell("cat", stdin="one\ntwo ü\n", keep_stdout=100, repeat=2))
    assert report.stdout.decode() == "one\ntwo ü\n"
    assert [run.stdout_bytes for run in report.runs] == [len("one\ntwo ü\n".encode())] * 2


def test_a_command_that_reads_without_a_text_sees_the_end_at_once(launcher):
    report = launcher.run(shell("cat", keep_stdout=100))
    assert (report.stdout, report.runs[0].exit_code) == (b"", 0)


def test_a_command_that_needs_a_terminal_sees_that_it_has_none(launcher):
    assert launcher.run(shell("test -t 0 || test -t 1 || test -t 2")).runs[0].exit_code == 1
    report = launcher.run(shell("read x < /dev/tty", keep_stderr=1000))
    assert report.runs[0].exit_code != 0
    assert b"/dev/tty" in report.stderr


def test_a_command_finds_the_signals_as_the_caller_had_them(launcher):
    report = launcher.run(shell("grep SigBlk /proc/self/status", keep_stdout=100))
    assert int(report.stdout.split()[1], 16) == 0


def test_a_command_inherits_no_file_of_the_launcher(launcher):
    report = launcher.run(shell("ls /proc/self/fd", stdin="x", keep_stdout=100, keep_stderr=100))
    assert set(report.stdout.split()) <= {b"0", b"1", b"2", b"3"}  # 3 is the folder that ls reads
