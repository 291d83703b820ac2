"""`assay doctor`: looks, says what it sees, changes nothing, ends well."""

import json

import pytest

from assay.analysis.capabilities import Capability, Moment
from assay.campaign import checkup as looking
from assay.cli.main import run
from assay.errors import ToolchainMissing
from assay.report.doctor_text import Checkup, ToolLine, doctor_document, doctor_text
from assay.run.facts.now import listen
from assay.toolchain import Absent

MADE = Checkup(
    facts={"cpu_model": "A Processor", "cpus_allowed": "2", "kernel": "Linux 6"},
    moment=Moment(0.004, None, 20, 50.0),
    seconds=1.0,
    capabilities=(
        Capability("which of two commands takes less time", "yes", "the launcher is there"),
        Capability("cycles", "no", "no counters", "another machine"),
    ),
    tools=(ToolLine("C", "gcc", "12.2"), ToolLine("Rust", "rustc", "", "sudo apt-get install rustc-web")),
)


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(looking, "listen", lambda: listen(seconds=0.02))


def test_it_says_what_can_be_answered_what_is_installed_and_what_would_help(hasty, capsys):
    assert run(["doctor"]) == 0
    text = capsys.readouterr().out
    for title in ("what this machine can answer", "what is installed", "this machine", "what would help"):
        assert title in text
    assert "CPUs allowed" in text
    assert "gcc" in text


def test_it_changes_nothing(hasty, tmp_path, monkeypatch):
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDG_CACHE_HOME", str(here / "cache"))
    assert run(["doctor"]) == 0
    assert list(here.iterdir()) == []


def test_as_json_it_is_one_document(hasty, capsys):
    assert run(["doctor", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "assay/1"
    assert {one["answer"] for one in document["capabilities"]} <= {"yes", "partly", "no"}
    assert document["machine"]["cpus_allowed"]


def test_a_missing_launcher_is_a_finding_and_no_failure(hasty, monkeypatch, capsys):
    def missing():
        raise ToolchainMissing("assay-launch: none")

    monkeypatch.setattr(looking, "launcher_path", missing)
    assert run(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "no      which of two commands takes less time" in text
    assert "make setup (for measuring)" in text


def test_a_missing_compiler_comes_with_the_command_that_installs_it(hasty, monkeypatch, capsys):
    monkeypatch.setattr(
        looking, "survey", lambda _: {"c": Absent("gcc", "found no program gcc", "apt-get install gcc")}
    )
    assert run(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "gcc (found no program gcc) is missing" in text
    assert "apt-get install gcc" in text.partition("what would help")[2]


def test_what_is_there_is_not_called_missing():
    text = doctor_text(MADE, 100)
    assert "yes     C: gcc 12.2" in text
    assert "no      Rust: rustc is missing" in text
    assert text.partition("what would help")[2].split("\n")[1:] == [
        "  another machine (for cycles)",
        "  sudo apt-get install rustc-web (for Rust)",
    ]


def test_an_unknown_share_is_called_unknown():
    assert "steal 0.4 %, foreign CPU unknown of all CPU time" in doctor_text(MADE, 100)


def test_a_fact_that_matters_and_is_not_told_is_named():
    text = doctor_text(MADE, 100)
    assert "governor unknown" in text
    assert "swap" not in text


def test_with_nothing_to_change_it_says_nothing():
    fine = Checkup(MADE.facts, MADE.moment, 1.0, MADE.capabilities[:1], MADE.tools[:1])
    assert doctor_text(fine, 100).endswith("what would help\n  nothing")


def test_colour_says_nothing_that_the_text_does_not():
    plain, colored = doctor_text(MADE, 100), doctor_text(MADE, 100, color=True)
    assert "\x1b" not in plain
    for code in ("\x1b[1m", "\x1b[32m", "\x1b[33m", "\x1b[31m", "\x1b[0m"):
        colored = colored.replace(code, "")
    assert colored == plain


def test_the_document_holds_every_part():
    assert set(doctor_document(MADE)) == {"schema", "machine", "now", "capabilities", "tools"}
