"""What a waiting user sees: on a terminal a bar with the time left, in a file a line now and then."""

import os
import pty
import subprocess
import sys
import textwrap

import pytest

from assay.cli.screen import Screen
from assay.run.progress import Progress

HALF = Progress("rounds 1 to 10", 5, 20, 30.0)


def on_a_terminal(program, **environment):
    """What the program writes to standard error when that is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        stderr=theirs,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm", "COLUMNS": "100", **environment},
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    os.close(ours)
    assert process.wait(30) == 0, seen.decode()
    return seen.decode()


ADVANCE = """
from assay.cli.screen import Screen
from assay.run.progress import Progress
with Screen() as screen:
    screen.advanced(Progress("rounds 1 to 10", 5, 20, {left}))
"""


def test_a_terminal_shows_the_phase_the_trials_and_the_time_left():
    seen = on_a_terminal(ADVANCE.format(left=30.0))
    assert "rounds 1 to 10" in seen
    assert "5/20" in seen
    assert "30 s left" in seen


def test_what_is_over_in_two_seconds_shows_nothing():
    assert "rounds" not in on_a_terminal(ADVANCE.format(left=1.0))


def test_without_colour_there_is_none():
    assert "\x1b[3" in on_a_terminal(ADVANCE.format(left=30.0))
    assert "\x1b[3" not in on_a_terminal(ADVANCE.format(left=30.0), NO_COLOR="1")


def test_a_file_gets_no_bar_but_a_line_now_and_then(capsys, monkeypatch):
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr("assay.cli.screen.time.monotonic", lambda: float(next(clock)))
    with Screen() as screen:
        for _ in range(8):
            screen.advanced(HALF)
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["rounds 1 to 10: 5 of 20 trials, 30 s left"] * 2


@pytest.mark.parametrize("left", [None, 30.0])
def test_a_sentence_is_said_at_once(capsys, left):
    with Screen() as screen:
        screen.advanced(Progress("x", 1, 2, left))
        screen.say("building c/count")
    assert capsys.readouterr().err == "building c/count\n"
