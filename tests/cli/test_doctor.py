"""`assay doctor`: looks, says what it sees, changes nothing, ends well."""

import json
from pathlib import Path

import pytest

from assay.analysis.capabilities import Capability
from assay.analysis.conditions import CONDITIONS, conditions
from assay.analysis.examined import SMALL, Condition, Machine, Moment
from assay.campaign import checkup as looking
from assay.cli.main import run
from assay.errors import ToolchainMissing
from assay.report.doctor_text import Checkup, ToolLine, doctor_document, doctor_text
from assay.run.facts.now import listen
from assay.toolchain import Absent, Standing, Tool
from tests.run.made_machines import MACHINES, base, made_root

MADE = Checkup(
    facts={"cpu_model": "A Processor", "cpus_allowed": "2", "kernel": "Linux 6"},
    moment=Moment(0.004, None, 20, 50.0),
    seconds=1.0,
    capabilities=(
        Capability("which of two commands takes less time", "yes", "the launcher is there"),
        Capability("cycles", "no", "no counters", "another machine"),
    ),
    conditions=(
        Condition("power", "mind", "on battery", "it is slower", (SMALL,), "plug it in"),
        Condition("heat", "unknown", "not counted", "", (), "never shown"),
        Condition("swap", "fine", "none"),
    ),
    tools=(ToolLine("C", "gcc", "12.2"), ToolLine("Rust", "rustc", "", "sudo apt-get install rustc-web")),
)


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(looking, "listen", lambda root: listen(seconds=0.02, root=root))
    monkeypatch.setattr(looking, "try_pairs", lambda *_: ())


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
    assert "make setup (for which of two commands takes less time, measuring)" in text


def test_a_missing_compiler_comes_with_the_command_that_installs_it(hasty, monkeypatch, capsys):
    absent = Absent("gcc", "found no program gcc", "apt-get install gcc")
    monkeypatch.setattr(looking, "inventory", lambda _: {"c": Standing(absent)})
    assert run(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "gcc (found no program gcc) is missing" in text
    assert "apt-get install gcc" in text.partition("what would help")[2]


def test_a_runtime_or_a_library_that_is_missing_is_named_with_its_language(hasty, monkeypatch, capsys):
    gcc = Tool("gcc", Path("/usr/bin/gcc"), "12.2.0", "gcc")
    lacking = {"magic": Absent("libmagic", "expected libmagic, found none", "apt-get install libmagic")}
    monkeypatch.setattr(looking, "inventory", lambda _: {"cpp": Standing(gcc, {}, lacking)})
    assert run(["doctor"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "OpenMP and oneTBB: gcc 12.2.0" in text
    assert "implementation magic: libmagic (expected libmagic, found none) is missing" in text
    assert "apt-get install libmagic" in text.partition("what would help")[2]


def test_a_runtime_that_only_a_study_would_ask_for_is_not_missed(hasty, monkeypatch, capsys):
    mono, mcs = Tool("mono", Path("/usr/bin/mono"), "6.8", "mono"), Tool("mcs", Path("/usr/bin/mcs"), "6.8", "mcs")
    runtimes = {"mono": mono, "dotnet": Absent("dotnet", "found no program dotnet", "get it")}
    monkeypatch.setattr(looking, "inventory", lambda _: {"csharp": Standing(mcs, runtimes)})
    assert run(["doctor"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "mcs 6.8, run by mono 6.8" in text
    assert "dotnet" not in text


def test_what_is_there_is_not_called_missing():
    text = doctor_text(MADE, 100)
    assert "yes     C: gcc 12.2" in text
    assert "no      Rust: rustc is missing" in text
    assert text.partition("what would help")[2].split("\n")[1:] == [
        "  plug it in (for power)",
        "  another machine (for cycles)",
        "  sudo apt-get install rustc-web (for Rust)",
    ]


def test_what_is_to_be_minded_says_for_which_questions():
    text = " ".join(doctor_text(MADE, 100).split())
    assert "mind power: on battery: it is slower; matters for differences of about 1 %" in text


def test_an_unknown_share_is_called_unknown():
    assert "steal 0.4 %, foreign CPU unknown of all CPU time" in doctor_text(MADE, 100)


def test_a_fact_that_matters_and_is_not_told_is_named():
    text = doctor_text(MADE, 100)
    assert "unknown heat: not counted" in text
    assert "never shown" not in text


def test_with_nothing_to_change_it_says_nothing():
    fine = Checkup(MADE.facts, MADE.moment, 1.0, MADE.capabilities[:1], MADE.conditions[2:], MADE.tools[:1])
    assert doctor_text(fine, 100).endswith("what would help (nothing is changed by itself)\n  nothing")


def test_colour_says_nothing_that_the_text_does_not():
    plain, colored = doctor_text(MADE, 100), doctor_text(MADE, 100, color=True)
    assert "\x1b" not in plain
    for code in ("\x1b[1m", "\x1b[2m", "\x1b[32m", "\x1b[33m", "\x1b[31m", "\x1b[0m"):
        colored = colored.replace(code, "")
    assert colored == plain


def test_the_document_holds_every_part():
    assert set(doctor_document(MADE)) == {"schema", "machine", "now", "capabilities", "conditions", "tools"}


@pytest.mark.parametrize("name", MACHINES)
def test_it_looks_at_any_machine_without_stumbling(hasty, tmp_path, monkeypatch, name):
    monkeypatch.setattr(looking, "inventory", lambda _: {})
    found = looking.checkup(root=made_root(tmp_path, MACHINES[name]))
    assert doctor_text(found, 80)
    assert max(map(len, doctor_text(found, 80).splitlines())) <= 80
    assert "secret" not in json.dumps(doctor_document(found))
    assert len(found.conditions) == len(CONDITIONS)


@pytest.mark.parametrize(
    ("name", "condition", "words"),
    [
        ("laptop", "power", "on battery"),
        ("laptop", "swap", "1.000 GiB in use"),
        ("laptop", "heat", "slowed down 24 times"),
        ("laptop", "clock speed", "governor powersave"),
        ("hybrid", "kinds of cores", "8 performance, 4 efficiency"),
        ("wsl2", "inside Windows", "WSL 2"),
        ("pod", "CPU quota", "1.50 CPUs"),
        ("pod", "CPU quota", "41 periods"),
        ("one cpu", "CPUs", "1 of 4 allowed"),
        ("two sockets", "sockets", "2 processors, 2 parts of memory"),
    ],
)
def test_what_matters_on_a_machine_is_to_be_minded_and_nothing_of_it_elsewhere(
    hasty, tmp_path, monkeypatch, name, condition, words
):
    monkeypatch.setattr(looking, "inventory", lambda _: {})
    found = {one.name: one for one in looking.checkup(root=made_root(tmp_path / "a", MACHINES[name])).conditions}
    assert (found[condition].state, words in found[condition].seen) == ("mind", True)
    plain = {**MACHINES["two sockets"], **base("0-1", "Plain")}
    plain = {path: text for path, text in plain.items() if "physical_package_id" not in path}
    others = {one.name: one for one in looking.checkup(root=made_root(tmp_path / "b", plain)).conditions}
    assert others[condition].state != "mind"


def test_how_long_it_still_takes_is_told_before_each_step(hasty, monkeypatch):
    monkeypatch.setattr(looking, "inventory", lambda _: {})
    heard = []
    looking.checkup(lambda *words: heard.append(words))
    assert [done for done, _, _ in heard] == [0, 1, 2]
    assert [left for _, _, left in heard] == sorted((left for _, _, left in heard), reverse=True)


def test_the_document_of_json_is_documented_key_by_key():
    text = (Path(__file__).parents[2] / "docs" / "doctor.md").read_text()
    document = doctor_document(MADE)
    keys = {
        *document,
        *document["now"],
        *document["capabilities"][0],
        *document["conditions"][0],
        *document["tools"][0],
    }
    assert sorted(key for key in keys if f"`{key}`" not in text and key != "schema") == []


def test_every_condition_is_documented():
    text = (Path(__file__).parents[2] / "docs" / "doctor.md").read_text()
    names = [one.name for one in conditions(Machine({}, MADE.moment))]
    assert [name for name in names if f"| {name} |" not in text] == []
