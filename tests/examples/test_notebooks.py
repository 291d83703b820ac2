"""Every code cell of the example notebooks runs, in order and from nothing, and shows what is stored in it.

No Jupyter is needed: a cell is executed as Jupyter would, its last expression shown. `pytest --bless` stores what comes
out. Pictures are drawn and looked at only for being pictures: fonts differ between machines.
"""

import ast
import contextlib
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
SVG = "image/svg+xml"


def run_cell(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """The outputs of a cell: what it printed, and its last expression where that is not None."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        shown = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if shown is not None:
        outputs.append({"data": as_data(shown), "metadata": {}, "output_type": "execute_result"})
    return outputs


def as_data(shown: Any) -> dict[str, list[str]]:
    data = {"text/plain": lines(repr(shown))}
    if hasattr(shown, "_repr_svg_"):
        data = {SVG: lines(shown._repr_svg_())} | data
    return data


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def without_pictures(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Outputs as they are compared: of a picture only that it is one."""
    found = []
    for one in outputs:
        kept = {key: value for key, value in one.items() if key != "execution_count"}
        if SVG in one.get("data", {}):
            assert "".join(one["data"][SVG]).lstrip().startswith("<svg")
            kept["data"] = {**one["data"], SVG: "a picture"}
        found.append(kept)
    return found


def run_notebook(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [one for one in notebook["cells"] if one["cell_type"] == "code"]
    return [run_cell("".join(one["source"]), names) for one in cells]


def store(path: Path, notebook: dict[str, Any], found: list[list[dict[str, Any]]]) -> None:
    cells = [one for one in notebook["cells"] if one["cell_type"] == "code"]
    for count, (cell, outputs) in enumerate(zip(cells, found, strict=True), 1):
        cell["execution_count"] = count
        cell["outputs"] = [
            one | ({"execution_count": count} if one["output_type"] == "execute_result" else {}) for one in outputs
        ]
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_runs_and_shows_what_is_stored_in_it(
    path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.chdir(EXAMPLES)
    notebook = json.loads(path.read_text())
    found = run_notebook(notebook)
    if pytestconfig.getoption("--bless"):
        store(path, notebook, found)
    stored = [one["outputs"] for one in notebook["cells"] if one["cell_type"] == "code"]
    assert [without_pictures(one) for one in found] == [without_pictures(one) for one in stored]
    assert any(found)


def test_there_is_a_notebook_and_it_lies_beside_the_run_that_it_reads() -> None:
    assert "reading-a-run" in [path.stem for path in NOTEBOOKS]
    assert (EXAMPLES / "runs" / "count-with-threads" / "records.jsonl").is_file()


@pytest.mark.parametrize("path", [*NOTEBOOKS, *EXAMPLES.glob("runs/*/records.jsonl")], ids=lambda path: path.name)
def test_no_example_is_large_or_names_the_machine_it_came_from(path: Path) -> None:
    text = path.read_text()
    assert len(text) < 300_000
    for name in ("/home/", "/root", "/tmp/", "/work", os.uname().nodename if len(os.uname().nodename) > 3 else "/root"):
        assert name not in text


def test_the_runner_shows_what_jupyter_would() -> None:
    names: dict[str, Any] = {}
    assert run_cell("x = 2", names) == []
    shown = run_cell("print('a')\nx + 1", names)
    assert shown[0]["text"] == ["a\n"]
    assert shown[1]["data"] == {"text/plain": ["3"]}
    assert run_cell("None", names) == []
    with pytest.raises(ZeroDivisionError):
        run_cell("1 / 0", names)


def test_an_output_that_no_longer_agrees_is_found() -> None:
    cell = {"cell_type": "code", "source": ["1 + 1"], "outputs": run_cell("1 + 2", {})}
    assert run_notebook({"cells": [cell]})[0] != cell["outputs"]
