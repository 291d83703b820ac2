"""`assay new workload`: what it makes compiles and passes at once, in every language; mistakes are refused first."""

import os
import shutil
import subprocess
import tomllib

import pytest

from assay.campaign import new_workload
from assay.catalogue import data_root, load_catalogue, objections
from assay.plan.model import ProbeWork, Variant
from assay.run.protocol import read_conversation
from assay.store.records import ProbeReport
from assay.toolchain import asked, resolve

LANGUAGES = tomllib.loads((data_root() / "templates" / "workload" / "languages.toml").read_text())
LONGEST_FILE = 45  # lines that somebody has to read before the first change
LONGEST_S = 60


@pytest.fixture
def shared_cache(tmp_path_factory, monkeypatch):
    """One for all tests of this run, also those of other workers: the Rust libraries are compiled once."""
    base = tmp_path_factory.getbasetemp()
    root = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    monkeypatch.setenv("XDG_CACHE_HOME", str(root / "assay-cache"))


def test_every_language_has_a_template():
    probes = load_catalogue().probes.values()
    assert set(LANGUAGES) == {probe.name for probe in probes if not probe.hidden}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_template_is_short_enough_to_be_read(language):
    folder = data_root() / "templates" / "workload"
    [work] = [path for path in (folder / language).iterdir() if path.is_file()]
    assert work.name == load_catalogue().probes[language].workload
    for path in (work, folder / "study.toml", folder / "workload.toml"):
        assert len(path.read_text().splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_made_compiles_and_passes_at_once(assay, shared_cache, language):
    status, said, error = assay("new", "workload", "mine", "my folder", "--language", language)
    assert status == 0, error
    assert "next: assay run 'my folder/study.toml' --quick" in said
    catalogue = load_catalogue(assay.folder / "my folder")
    probe, levels = catalogue.probes[language], LANGUAGES[language]
    for model in ("serial", levels["model"]):
        words = {"workers": "2", "tasks": "3", "iterations": "2", "warmup": "1", "total": "1000"}
        words |= {"workers": "1"} if model == "serial" else {}
        work = ProbeWork(language, "mine", model, probe.models[model][0], probe.default_build, words)
        assert objections(catalogue, work) == ()
        report = converse(catalogue, work)
        assert isinstance(report, ProbeReport), report
        assert report.answer_expected == "467 numbers"
        assert {iteration.units for iteration in report.iterations} == {1000}


def converse(catalogue, work):
    resolved = resolve([Variant("one", "one", work)], catalogue, lambda sentence: None)
    assert resolved.failures == ()
    for refusal in resolved.missing:
        pytest.skip(f"{refusal.reason}; install it with: {refusal.remedy}")
    done = subprocess.run(resolved.commands["one"].argv, capture_output=True, timeout=LONGEST_S, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return read_conversation(done.stdout, asked(work))


def test_what_is_made_can_be_planned_and_run(assay, native, shared_cache):
    assert assay("new", "workload", "mine", "--language", "python")[0] == 0
    study = assay.folder / "mine" / "study.toml"
    study.write_text(study.read_text().replace("total = [1000000]", "total = [20000]").replace("[factors]", ROUNDS))
    status, said, error = assay("plan", str(study))
    assert status == 0, error
    assert "How does it scale?" in said
    status, said, error = assay("run", "mine/study.toml", "--quick", "--wait")
    assert status == 0, error
    assert "process" in said


ROUNDS = """[rounds]
quick = 6
full = 6

[factors]"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("My Work",), 'expected small letters, digits and single dashes, a letter first, found "My Work"; '),
        (("9lives",), 'a letter first, found "9lives"; how about "lives"?'),
        (("count",), 'name: expected a name of its own, found "count", which Assay uses; choose another'),
        (("mine", "--language", "pyton"), '--language: unknown "pyton"; did you mean "python"?'),
        (("mine", "--language", "fortran"), '--language: unknown "fortran"; there are: c, cpp, '),
        (("mine", "taken"), "taken: expected a folder that is not there yet, found a folder; name another place"),
        (("mine", "file"), "file: expected a folder that is not there yet, found a file; name another place"),
        (("mine", "file/mine"), "file/mine: expected a place to write to, found: not a directory"),
    ],
)
def test_a_mistake_is_refused_before_anything_is_written(assay, words, said):
    (assay.folder / "taken").mkdir()
    (assay.folder / "file").touch()
    status, _, error = assay("new", "workload", *words)
    assert status == 2
    assert said in error
    assert sorted(path.name for path in assay.folder.iterdir()) == ["file", "taken"]


def test_what_an_installer_leaves_beside_a_template_is_no_part_of_it(assay, tmp_path, monkeypatch):
    root = tmp_path / "data"
    shutil.copytree(data_root() / "templates", root / "templates")
    (root / "templates" / "workload" / "python" / "__pycache__").mkdir(exist_ok=True)
    monkeypatch.setattr(new_workload, "data_root", lambda: root)
    assert assay("new", "workload", "mine", "--language", "python")[0] == 0
    assert sorted(path.name for path in (assay.folder / "mine").iterdir()) == [
        "study.toml", "workload.py", "workload.toml",
    ]  # fmt: skip


def test_a_compiler_that_is_missing_is_named_and_the_folder_is_made_all_the_same(assay, monkeypatch):
    monkeypatch.setenv("ASSAY_CC", "/nowhere/cc")
    status, said, _ = assay("new", "workload", "mine")
    assert status == 0
    assert "missing here: $ASSAY_CC: expected gcc" in said
    assert (assay.folder / "mine" / "workload.c").is_file()
