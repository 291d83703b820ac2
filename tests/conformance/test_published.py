"""The two programs after the published ones do the same counting, and print the same lines of progress."""

import shutil
import subprocess
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parents[2] / "examples" / "published"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    if not shutil.which("gcc"):
        pytest.skip("gcc is missing; install it with: sudo apt-get install gcc libc6-dev")
    folder = tmp_path_factory.mktemp("published")
    for source in PROGRAMS.glob("*.c"):
        warnings = ["-Wall", "-Wextra", "-Werror"]
        subprocess.run(["gcc", "-O2", *warnings, "-pthread", "-o", folder / source.stem, source], check=True)
    return lambda name, *words: subprocess.run([folder / name, *words], capture_output=True, text=True, check=False)


def test_the_serial_program_tells_each_millionth_step(run):
    assert run("count_serial", "3000000").stdout.splitlines() == [f"counted to {i}000000" for i in (1, 2, 3)]


def test_each_thread_tells_five_steps_of_its_share(run):
    expected = {f"thread {thread}: counted to {i}00" for thread in (1, 2) for i in (1, 2, 3, 4, 5)}
    said = run("count_threads", "1000", "2").stdout.splitlines()
    assert len(said) == 10
    assert set(said) == expected


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("count_serial", ["none"]),
        ("count_serial", ["1", "2"]),
        ("count_threads", ["100", "0"]),
        ("count_threads", ["4", "1"]),
    ],
)
def test_words_that_make_no_sense_are_refused(run, name, words):
    done = run(name, *words)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{name}: expected how far to count")
