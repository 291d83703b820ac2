"""`assay compare` when something comes between: a full disk, a closed stream, Ctrl-C, a damaged record."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from assay.store.reader import RECORDS
from tests.cli.seen import children_with, trials

pytestmark = pytest.mark.usefixtures("native")


def separate(assay, *words, prologue="", hang_up=signal.SIG_DFL):
    """Assay in a process of its own; how it meets a closed terminal does not depend on how the tests were started."""
    prologue = f"import signal\nsignal.signal(signal.SIGHUP, signal.{hang_up.name})\n{textwrap.dedent(prologue)}"
    program = f"{prologue}\nfrom assay.cli.main import main\nmain({list(words)!r})"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=assay.folder,
    )


def test_a_full_disk_ends_it_with_what_is_safe_and_how_to_go_on(assay):
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))"
    with separate(assay, "compare", "true", "true", "--rounds", "60", prologue=limit) as process:
        said, error = process.communicate(timeout=60)
    assert process.returncode == 2, error
    assert "found the disk full" in error
    (folder,) = assay.runs()
    assert f"assay compare --resume runs/{folder.name}" in error
    finished = len(trials(folder))
    assert finished > 4
    assert (folder / RECORDS).read_bytes().endswith(b"\n")
    assert "NO VERDICT" in said or "no verdict" in said.lower() + error.lower()


def started(folder, count):
    """Waits until the record holds so many lines."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        files = list(folder.glob(f"runs/*/{RECORDS}"))
        if files and files[0].read_bytes().count(b"\n") >= count:
            return files[0].parent
        time.sleep(0.01)
    raise AssertionError("nothing was measured")


def test_a_disk_that_is_full_from_the_start_leaves_no_empty_run(assay):
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))"
    _, error = separate(assay, "compare", "true", "true", "--rounds", "2", prologue=limit).communicate(timeout=60)
    assert "found the disk full; nothing was measured yet; make room, then start again" in error
    assert assay.runs() == []


@pytest.mark.parametrize(
    ("redirection", "status", "words"),
    [
        ("| true", "0", ""),
        ("| cat >/dev/null", "0", ""),
        (">&-", "0", ""),
        ("2>&-", "0", ""),
        (">/dev/full", "2", "found: no space left on device; the run is kept: assay report runs/"),
    ],
)
def test_streams_that_take_nothing_lose_nothing(assay, redirection, status, words):
    program = "from assay.cli.main import main; main(['compare', 'true', 'true', '--rounds', '2'])"
    script = f'{{ "$0" -c "$1"; echo $? >&3; }} 3>status {redirection}'
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(
        ["/bin/sh", "-c", script, sys.executable, program],
        capture_output=True,
        text=True,
        env=environment,
        cwd=assay.folder,
        timeout=60,
        check=False,
    )
    assert (assay.folder / "status").read_text().strip() == status
    assert "Traceback" not in ended.stderr
    assert words in ended.stderr
    (folder,) = assay.runs()
    assert len([one for one in trials(folder) if one.purpose == "timed"]) == 4


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_says_what_is_known_and_how_to_go_on_and_leaves_no_process(assay, how):
    words = [f"0.05{how:02}{one}" for one in (1, 2)]  # told from those of a test beside this one
    with separate(assay, "compare", *(f"sleep {word}" for word in words), "--rounds", "40") as process:
        folder = started(assay.folder, 12)
        process.send_signal(how)
        said, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "no verdict" in error
    assert f"to go on: assay compare --resume runs/{folder.name}" in error
    assert folder.name in said
    assert [child for word in words for child in children_with(word)] == []


def test_a_run_that_was_told_to_outlive_its_terminal_does(assay):
    """As `nohup` starts it."""
    words = ("compare", "sleep 0.0531", "sleep 0.0532", "--rounds", "6")
    with separate(assay, *words, hang_up=signal.SIG_IGN) as process:
        started(assay.folder, 6)
        process.send_signal(signal.SIGHUP)
        said, error = process.communicate(timeout=60)
    assert process.returncode == 0, error
    assert "6 rounds" in said


def test_a_resumed_run_ends_as_planned_and_finished_trials_stay(assay):
    with separate(assay, "compare", "sleep 0.0521", "sleep 0.0522", "--rounds", "8") as process:
        folder = started(assay.folder, 11)
        process.kill()
        process.communicate(timeout=30)
    before = trials(folder)
    status, _, _ = assay("compare", "--resume", str(folder))
    after = trials(folder)
    assert status == 0
    assert after[: len(before)] == before
    assert sum(trial.purpose == "timed" for trial in after) == 16
    assert len({trial.key for trial in after}) == len(after)


@pytest.mark.parametrize("words", [["true", "true"], ["--rounds", "9"], ["--margin", "5%"], ["--timeout", "3"]])
def test_words_that_a_resumed_run_would_ignore_are_refused(assay, words):
    status, _, error = assay("compare", "--resume", "runs/x", *words)
    assert status == 2
    assert "beside --resume" in error


def test_two_resumes_of_one_run_are_refused(assay):
    from assay.store.folder import open_run

    assay("compare", "true", "true", "--rounds", "2")
    (folder,) = assay.runs()
    with open_run(folder):
        status, _, error = assay("compare", "--resume", str(folder))
    assert status == 2
    assert "another assay at work" in error


def damaged(assay, change):
    assay("compare", "true", "true", "--rounds", "2")
    (folder,) = assay.runs()
    file = folder / RECORDS
    file.write_bytes(change(file.read_bytes()))
    return folder


def test_a_record_cut_in_mid_line_is_reported_with_a_caveat(assay):
    folder = damaged(assay, lambda content: content[:-20])
    status, said, _ = assay("report", str(folder))
    assert status == 0
    assert "was cut" in said


def test_a_record_cut_in_mid_line_is_resumed(assay):
    folder = damaged(assay, lambda content: content[: len(content) // 2])
    status, _, _ = assay("compare", "--resume", str(folder))
    assert status == 0
    assert sum(trial.purpose == "timed" for trial in trials(folder)) == 4


def test_damage_in_the_middle_is_refused_with_its_line(assay):
    folder = damaged(assay, lambda content: content.replace(b'"record":"trial"', b'"record":"trail"', 1))
    status, _, error = assay("report", str(folder))
    assert status == 2
    assert "line 2: expected a record, found damage" in error


def test_a_record_of_a_newer_version_is_refused_in_a_sentence(assay):
    folder = damaged(assay, lambda content: content.replace(b'"format":1', b'"format":7', 1))
    for words in (["report", str(folder)], ["compare", "--resume", str(folder)]):
        status, _, error = assay(*words)
        assert status == 2
        assert "in format 7" in error
        assert "upgrade" in error


def test_a_run_that_is_not_there_is_refused(assay):
    status, _, error = assay("report", "last")
    assert status == 2
    assert "expected at least one run, found none" in error
