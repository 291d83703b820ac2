import subprocess
import sys
from pathlib import Path

import pytest

from assay.catalogue import launcher_path
from assay.errors import ToolchainMissing

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "kill_resume.py"


def killed_at(places, seed):
    return subprocess.run(
        [sys.executable, PROGRAM, "--places", str(places), "--seed", str(seed)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(autouse=True)
def native():
    try:
        launcher_path()
    except ToolchainMissing as missing:
        pytest.skip(str(missing))


def test_a_run_that_is_killed_here_and_there_loses_nothing():
    result = killed_at(places=6, seed=2)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "killed at 6 places" in result.stdout
    assert "finished trials lost: 0" in result.stdout


@pytest.mark.slow
def test_a_run_that_is_killed_in_many_places_loses_nothing():
    result = killed_at(places=60, seed=3)
    assert result.returncode == 0, result.stdout + result.stderr
