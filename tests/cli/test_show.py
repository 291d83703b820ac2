"""How wide and how coloured a screen is, and that claims name steps as the other screens do."""

import pytest

from assay.cli import show
from tests.report.made_findings import faster, ruled


@pytest.mark.parametrize(("columns", "expected"), [("", 120), ("100", 100), ("40", 80), ("500", 120)])
def test_a_screen_that_is_no_terminal_is_as_wide_as_columns_says(
    monkeypatch: pytest.MonkeyPatch, columns: str, expected: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("sys.stdout.isatty", lambda: False)
    assert show.width() == expected


@pytest.mark.parametrize(
    ("terminal", "no_color", "coloured"), [(True, "", True), (True, "1", False), (False, "", False)]
)
def test_colour_is_for_terminals_that_want_it(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    terminal: bool,
    no_color: str,
    coloured: bool,
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    show.show_findings(faster(), as_json=False)
    assert ("\x1b[" in capsys.readouterr().out) == coloured


def test_all_claims_name_a_step_by_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    show.show_claims(ruled())
    text = capsys.readouterr().out
    assert "step 2 of 2: 0.30x" in text
    assert "step 1: " not in text
