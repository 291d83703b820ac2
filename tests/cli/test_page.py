"""The page that a run leaves in its folder, and what happens where it cannot."""

from pathlib import Path

import pytest

from assay.cli import page
from tests.cli.conftest import Shell

STUDY = """
title = "A loop"
question = "Which takes longer?"
source = "made for a test"

[factors]
probe = ["c"]
workload = ["count"]
model = ["serial", "thread"]
workers = [1, 2]

[[families]]
name = "loop"
question = "Which takes longer?"
variants = [{}, { model = "thread", workers = 2 }]
"""


@pytest.fixture
def study(assay: Shell) -> Path:
    folder: Path = assay.folder / "loop"
    folder.mkdir()
    (folder / "study.toml").write_text(STUDY)
    return folder / "study.toml"


def test_a_run_leaves_its_page_and_names_it_last(assay: Shell, study: Path) -> None:
    status, said, error = assay("run", str(study), "--simulate", "--quick")
    assert status == 0
    (folder,) = assay.runs()
    assert error.splitlines()[-1] == f"page: runs/{folder.name}/report.html"
    written = (folder / "report.html").read_text()
    assert "SIMULATED" in written
    assert "report.html" not in said


def test_json_stays_alone_on_standard_output(assay: Shell, study: Path) -> None:
    _, said, error = assay("run", str(study), "--simulate", "--quick", "--json")
    assert said.startswith("{")
    assert "page:" not in said
    assert "page: runs/" in error


@pytest.mark.parametrize("trouble", [OSError(28, "No space left on device"), RuntimeError("a\nb"), KeyboardInterrupt()])
def test_a_page_that_cannot_be_written_is_one_line_and_changes_nothing_else(
    assay: Shell, study: Path, monkeypatch: pytest.MonkeyPatch, trouble: BaseException
) -> None:
    def failing(result: object) -> str:
        raise trouble

    monkeypatch.setattr(page, "_write", failing)
    status, said, error = assay("run", str(study), "--simulate", "--quick")
    assert status == 0
    (folder,) = assay.runs()
    assert (folder / "records.jsonl").exists()
    assert "Which takes longer?" in said
    (line,) = [line for line in error.splitlines() if line.startswith("page:")]
    assert "not written" in line
    assert f"assay report runs/{folder.name} --export html" in line
