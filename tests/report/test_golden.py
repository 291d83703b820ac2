"""One screen and one document for each thing a run can come to, kept as files: `pytest --bless` writes them anew."""

import json
from pathlib import Path

import pytest

from assay.report.document import to_json
from assay.report.several_document import document_of
from assay.report.several_screen import render_several
from assay.report.terminal import render_text
from tests.report.made_findings import CASES
from tests.report.made_several import SEVERAL

GOLDEN = Path(__file__).parent / "golden"
WIDTH = 100


def agrees(name: str, found: str, config: pytest.Config) -> None:
    file = GOLDEN / name
    if config.getoption("--bless"):
        file.write_text(found)
    assert found == file.read_text(), f"{name} changed; if that is meant, run pytest --bless and look at the difference"


@pytest.mark.parametrize("case", CASES)
def test_the_screen_is_as_it_was(case: str, pytestconfig: pytest.Config) -> None:
    agrees(f"{case}.txt", render_text(CASES[case](), WIDTH) + "\n", pytestconfig)


@pytest.mark.parametrize("case", CASES)
def test_the_document_is_as_it_was(case: str, pytestconfig: pytest.Config) -> None:
    document = json.dumps(to_json(CASES[case]()), indent=2, allow_nan=False)
    agrees(f"{case}.json", document + "\n", pytestconfig)


@pytest.mark.parametrize("case", SEVERAL)
def test_the_screen_of_several_runs_is_as_it_was(case: str, pytestconfig: pytest.Config) -> None:
    agrees(f"{case}.txt", render_several(SEVERAL[case](), WIDTH) + "\n", pytestconfig)


@pytest.mark.parametrize("case", SEVERAL)
def test_the_document_of_several_runs_is_as_it_was(case: str, pytestconfig: pytest.Config) -> None:
    document = json.dumps(document_of(SEVERAL[case]()), indent=2, allow_nan=False)
    agrees(f"{case}.json", document + "\n", pytestconfig)


def test_every_golden_file_has_its_case() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == {*CASES, *SEVERAL}
