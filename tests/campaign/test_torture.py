"""A little of benchmarks/torture.py: every way of coming between a run and its end, and nothing is lost."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from assay.catalogue import launcher_path
from assay.errors import ToolchainMissing

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "torture.py"
NOTHING = (
    "finished trials lost: 0",
    "records changed: 0",
    "plans changed: 0",
    "interruptions that left a process: 0",
    "runs that did not complete when resumed: 0",
    "simulated runs that ended otherwise than one left alone: 0",
    "ends with another status or other words than they should have: 0",
)


def tortured(*words):
    result = subprocess.run([sys.executable, PROGRAM, *words], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert [line for line in NOTHING if line not in result.stdout] == []
    return int(re.search(r"^(\d+) interruptions of \d+ runs", result.stdout)[1])


@pytest.fixture
def native():
    try:
        launcher_path()
    except ToolchainMissing as missing:
        pytest.skip(str(missing))


def test_a_simulated_run_that_is_interrupted_here_and_there_ends_as_if_nobody_had_come():
    assert tortured("--interruptions", "6", "--processes", "1", "--campaign", "long", "--seed", "3") == 6


def test_a_measured_run_that_is_killed_here_and_there_loses_nothing(native):
    words = ("--campaign", "programs", "--kind", "killed", "--kind", "launcher killed")
    assert tortured("--interruptions", "4", "--processes", "1", "--seed", "2", *words) == 4


@pytest.mark.slow
def test_runs_that_are_interrupted_in_every_way_lose_nothing(native):
    assert tortured("--interruptions", "120", "--processes", "2", "--seed", "4") >= 120
