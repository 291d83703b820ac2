import os
import subprocess
import sys
import textwrap

import pytest

from assay.errors import AssayError
from assay.run.locks import MachineBusy, machine_lock


@pytest.fixture(autouse=True)
def own_runtime_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


@pytest.fixture
def other_run():
    """Another process that measures until its standard input closes."""
    program = textwrap.dedent("""
        import sys
        from assay.run.locks import machine_lock
        with machine_lock():
            print("measuring", flush=True)
            sys.stdin.read()
    """)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-B", "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout.readline() == b"measuring\n"
        yield process
        process.stdin.close()


def test_a_second_run_is_refused_with_the_pid_and_since_when(other_run):
    holder = rf"\(pid {other_run.pid}\) measuring since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d"
    with pytest.raises(MachineBusy, match=holder), machine_lock():
        pass


def test_waiting_says_for_whom_and_goes_on_when_the_other_ends(other_run):
    said = []

    def let_it_end(sentence):
        said.append(sentence)
        other_run.stdin.close()

    with machine_lock(let_it_end):
        assert other_run.wait(10) == 0
    assert len(said) == 1
    assert f"pid {other_run.pid}" in said[0]


def test_a_killed_run_leaves_the_machine_free(other_run):
    other_run.kill()
    other_run.wait(10)
    with machine_lock():
        pass


def test_one_run_after_another_is_not_refused():
    for _ in range(2):
        with machine_lock():
            pass


def test_a_folder_that_takes_no_lock_is_named(tmp_path, monkeypatch):
    (tmp_path / "assay").mkdir()
    (tmp_path / "assay" / "measuring").mkdir()
    with pytest.raises(AssayError, match=r"assay/measuring: expected a lock.*XDG_RUNTIME_DIR"), machine_lock():
        pass


def test_a_folder_of_someone_else_is_not_used(tmp_path):
    (tmp_path / "assay").symlink_to("/")
    with pytest.raises(AssayError, match="expected a folder of your own"), machine_lock():
        pass
