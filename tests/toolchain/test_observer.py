"""The monitor ends as its program ends, hands through its streams, and looks at least once."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from assay.toolchain import observer


def observed(*words, **options):
    command = [sys.executable, "-S", "-E", str(Path(observer.__file__)), "1000", *words]
    return subprocess.run(command, capture_output=True, check=False, timeout=30, **options)


def test_streams_go_through_in_both_directions():
    done = observed("sh", "-c", "cat; echo aside >&2", input=b"through\n")
    assert (done.stdout, done.stderr, done.returncode) == (b"through\n", b"aside\n", 0)


@pytest.mark.parametrize("status", [0, 3, 255])
def test_it_ends_with_the_status_of_its_program(status):
    assert observed("sh", "-c", f"exit {status}").returncode == status


@pytest.mark.parametrize("deadly", [signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV])
def test_it_dies_of_the_signal_its_program_died_of(deadly):
    assert observed("sh", "-c", f"kill -{int(deadly)} $$").returncode == -deadly


def signals(status):
    """Which signals are blocked and ignored; without the C library's own two, which no program can use."""
    lines = [line.split() for line in status.decode().splitlines() if line.startswith(("SigBlk", "SigIgn"))]
    return {name: int(bits, 16) & ~0x180000000 for name, bits in lines}


def test_the_program_starts_with_the_same_signals_ignored_and_blocked_as_without_it():
    alone = subprocess.run(["cat", "/proc/self/status"], capture_output=True, check=True).stdout
    assert signals(observed("cat", "/proc/self/status").stdout) == signals(alone)
    assert len(signals(alone)) == 2


def test_it_sees_the_processes_there_are():
    assert observer.look() >= 2


def test_a_program_that_is_not_there_is_an_error():
    assert observed("/nowhere/program").returncode != 0
