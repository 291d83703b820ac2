"""What the documents tell to type is typed: every command that measures nothing, and one small comparison.

A screen that the README shows is held against one of today in its form: the same sentence, the same table, the same
labels. The numbers are those of another machine.
"""

import re
import shlex
from pathlib import Path

import pytest

from assay.catalogue import launcher_path
from assay.cli.main import run
from assay.errors import ToolchainMissing
from tests.test_docs import DOCUMENTS, shell_lines

README = (Path(__file__).parents[1] / "README.md").read_text()
SAFE = ("plan", "list", "doctor", "report", "new")
"""Verbs that measure nothing."""
SPAN = re.compile(r"`(assay [^`]+)`")
STANDS_FOR = re.compile(r"[A-Z]{2,}|[.…]{2,}|…|\[|<|\bruns/")
"""In a command that is only a pattern: STUDY, ..., [RUN], a run folder of somebody else."""
MENTIONED = {("plan",), ("new",), ("new", "workload")}
"""Verbs that a sentence only names: they need more words."""
NUMBER = r"[\d.,]+(?: (?:us|ms|s|min))?"
SHOWN = re.search(r"<!-- real output: begin -->\n```text\n(.*?)```", README, re.DOTALL)


def commands() -> list[tuple[str, ...]]:
    """Each safe command of all documents once: in blocks, and between backticks in a sentence."""
    found: list[list[str]] = []
    for path in DOCUMENTS:
        text = path.read_text()
        found += shell_lines(text)
        found += [shlex.split(span) for span in SPAN.findall(text) if not STANDS_FOR.search(span)]
    typed = [tuple(words[1:]) for words in found if words[0] == "assay" and words[1:2] and words[1] in SAFE]
    return [words for words in dict.fromkeys(typed) if words not in MENTIONED]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty place to type in, with nobody else's runs in it."""
    monkeypatch.delenv("COLUMNS", raising=False)
    (tmp_path / "runtime").mkdir()
    (tmp_path / "work").mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


@pytest.fixture
def measured(folder, capfd):
    """A run to report on: what it printed."""
    try:
        launcher_path()
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    words = ["--rounds", "6", "--name", "serial", "sleep 0.002", "--name", "threads", "sleep 0.05"]
    assert run(["compare", *words]) == 0
    return capfd.readouterr().out


def test_the_documents_hold_commands_to_run():
    assert {("list",), ("doctor",), ("plan", "count"), ("report", "last")} <= set(commands())


@pytest.mark.parametrize("words", [words for words in commands() if words[0] != "report"], ids=" ".join)
def test_a_command_that_measures_nothing_does_what_its_document_says(folder, capfd, words):
    assert run(list(words)) == 0
    said = capfd.readouterr()
    assert said.out.strip()
    assert "Traceback" not in said.err


@pytest.mark.parametrize("words", [words for words in commands() if words[0] == "report"], ids=" ".join)
def test_a_command_about_a_run_works_on_one_of_today(folder, measured, capfd, words):
    assert run(list(words)) == 0
    assert capfd.readouterr().out.strip()


def labels(screen: str) -> set[str]:
    """What stands at the beginning of a line, or after a bar, and is told apart by its name."""
    return set(re.findall(r"(?:^ +|\| )(wall|CPU|memory|output|machine|asked|more|data|exit)\b", screen, re.MULTILINE))


def form_of(sentence: str) -> str:
    """A sentence as a pattern: its words, and a number wherever it has one."""
    pieces = [re.escape(piece) for piece in re.split(NUMBER, " ".join(sentence.split()))]
    return NUMBER.join(pieces)


def test_the_comparison_of_the_readme_still_looks_like_that(measured):
    assert SHOWN, "README.md: expected a block between the marks of real output"
    then, now = SHOWN[1], measured
    # One look instead of several leaves the level of the interval at 95 %, which the pattern takes for a number.
    assert re.fullmatch(form_of(then.splitlines()[0]), " ".join(now.splitlines()[0].split()))
    assert (
        then.splitlines()[1].split()[:3] == now.splitlines()[1].split()[:3] == ["serial", "threads", "threads/serial"]
    )
    assert labels(then) == labels(now)


def test_a_form_fits_other_numbers_and_no_other_words():
    form = form_of("b takes 3.4 times as long as a   (99.5 %: 3.1 to 3.6 times; 10 rounds, 2.3 s)   SLOWER")
    assert re.fullmatch(form, "b takes 21 times as long as a (95 %: 19 to 22 times; 6 rounds, 800 ms) SLOWER")
    assert not re.fullmatch(form, "b takes 21 % more time than a (95 %: 19 to 22 times; 6 rounds, 2 s) SLOWER")
