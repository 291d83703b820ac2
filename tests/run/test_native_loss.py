"""Losing one's nerve or one's life: client, launcher or user end it all, and no process stays."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from assay.catalogue import launcher_path
from assay.errors import ToolchainMissing
from assay.run.native import NativeLauncher
from assay.run.request import Request
from tests.run.launching import MARK, PATIENCE_SECONDS, SECOND, living, marked, shell, wait_until

# Three processes: a shell that ignores what it can, a child of it, and one in a session of its own.
STUBBORN = "trap '' TERM INT HUP; sleep 1000 & setsid sleep 1000 & while :; do sleep 1000; done"

CLIENT = f"""
import sys
from assay.run.native import NativeLauncher
from assay.run.request import Request
with NativeLauncher({str(launcher_path())!r}) as launcher:
    try:
        launcher.run(Request("x", ("/bin/sh", "-c", {STUBBORN!r})))
    except KeyboardInterrupt:
        sys.stdout.write(str(launcher.run(Request("x", ("true",))).runs[0].exit_code))
"""


def start_client(mark):
    environment = os.environ | {MARK: mark, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, "-c", CLIENT], env=environment, stdout=subprocess.PIPE)


def whole_tree_runs(mark):
    """Client, launcher, and the four of the stubborn command."""
    return len(living(mark)) >= 6


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_when_the_client_dies_no_process_is_left(mark, how):
    with start_client(mark) as client:
        assert wait_until(lambda: whole_tree_runs(mark))
        client.send_signal(how)
    assert wait_until(lambda: living(mark) == [])


def test_ctrl_c_in_the_client_ends_the_tree_and_the_next_request_runs(mark):
    with start_client(mark) as client:
        assert wait_until(lambda: whole_tree_runs(mark))
        client.send_signal(signal.SIGINT)
        assert client.communicate(timeout=PATIENCE_SECONDS)[0] == b"0"
    assert living(mark) == []


def launcher_pid(launcher):
    return launcher._process.pid


def kill_once_marked(mark, pid):
    wait_until(lambda: living(mark) != [])
    os.kill(pid, signal.SIGKILL)


def test_a_launcher_that_is_lost_is_an_error_in_the_report_and_the_next_request_runs(mark):
    with NativeLauncher(launcher_path()) as launcher:
        launcher.run(shell("true"))
        pid = launcher_pid(launcher)
        killer = threading.Thread(
            target=lambda: wait_until(lambda: living(mark) != []) and os.kill(pid, signal.SIGKILL)
        )
        killer.start()
        report = launcher.run(shell("exec sleep 1000", environment=marked(mark)))
        killer.join()
        assert report.error.startswith("the launcher was lost")
        assert "killed by signal 9" in report.error
        assert report.runs == ()
        assert wait_until(lambda: living(mark) == [])  # a command dies with the launcher
        assert launcher.run(shell("exit 3")).runs[0].exit_code == 3


def test_a_launcher_that_was_lost_in_between_is_started_again():
    with NativeLauncher(launcher_path()) as launcher:
        launcher.run(shell("true"))
        os.kill(launcher_pid(launcher), signal.SIGKILL)
        os.waitid(os.P_PID, launcher_pid(launcher), os.WEXITED | os.WNOWAIT)
        assert launcher.run(shell("exit 3")).runs[0].exit_code == 3


def test_a_closed_launcher_is_gone_and_comes_back_when_asked():
    launcher = NativeLauncher(launcher_path())
    launcher.run(shell("true"))
    pid = launcher_pid(launcher)
    launcher.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert launcher.run(shell("true")).error == ""
    launcher.close()
    launcher.close()


def test_the_thread_that_started_the_launcher_may_end():
    with NativeLauncher(launcher_path()) as launcher:
        thread = threading.Thread(target=lambda: launcher.run(shell("true")))
        thread.start()
        thread.join()
        pid = launcher_pid(launcher)
        assert launcher.run(shell("sleep 0.1")).error == ""
        assert launcher_pid(launcher) == pid


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_the_launcher_ends_the_tree(mark, how):
    environment = os.environ | {MARK: mark}
    words = [launcher_path(), "--", "sh", "-c", STUBBORN]
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE) as process:
        assert wait_until(lambda: len(living(mark)) >= 5)
        process.send_signal(how)
        answer = json.loads(process.communicate(timeout=PATIENCE_SECONDS)[0])
    assert answer["error"] == f"interrupted by signal {how}"
    assert process.returncode == 130
    assert living(mark) == []


def test_a_signal_to_an_idle_server_ends_it():
    launcher = NativeLauncher(launcher_path())
    assert launcher.greeting.protocol == 1
    process = launcher._process
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_SECONDS) == 130
    launcher.close()


def test_a_launcher_that_is_not_there_is_named_with_the_remedy(tmp_path):
    with pytest.raises(ToolchainMissing, match=r"expected the program assay-launch at .*make setup"):
        NativeLauncher(tmp_path / "none").run(Request("x", ("true",)))


def test_a_program_that_is_no_launcher_is_named():
    with pytest.raises(ToolchainMissing, match="expected a greeting with protocol 1"):
        NativeLauncher("/bin/echo").run(Request("x", ("true",)))


def test_time_passes_between_requests_without_cost():
    with NativeLauncher(launcher_path()) as launcher:
        launcher.run(shell("true"))
        before = launcher_cpu(launcher)
        time.sleep(0.3)  # the thing under test: an idle launcher
        assert launcher_cpu(launcher) - before < SECOND // 10


def launcher_cpu(launcher):
    return int(Path(f"/proc/{launcher_pid(launcher)}/schedstat").read_text().split()[0])
