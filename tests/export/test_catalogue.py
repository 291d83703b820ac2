"""The table of formats: every file of the folder is in it, every row can be called, drawn times are refused."""

import importlib
import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

from assay.analysis.several import Several
from assay.errors import LibraryMissing, UsageError, library_needed
from assay.export import catalogue
from assay.export.catalogue import FORMATS
from tests.analysis.made_records import made_family, made_run
from tests.report.made_findings import times
from tests.report.made_several import header_with, machines, on_one, together

FOLDER = Path(catalogue.__file__).parent
NO_FORMATS = {"__init__", "catalogue", "writing"}


def simulated() -> Several:
    return together(header_with(made_run(made_family("old", "new"), times(0.965)), simulated=True))


def test_every_file_of_the_folder_is_a_format_of_the_table() -> None:
    homes = {one.home.partition(":")[0].rpartition(".")[2] for one in FORMATS.values()}
    assert {path.stem for path in FOLDER.glob("*.py")} - NO_FORMATS == homes


@pytest.mark.parametrize("name", FORMATS)
def test_every_row_names_a_function_that_takes_what_it_is_given(name: str) -> None:
    one = FORMATS[name]
    module, _, function = one.home.partition(":")
    parameters = list(inspect.signature(getattr(importlib.import_module(module), function)).parameters)
    assert parameters == ["several", "folder", "told"][: 3 if one.many else 2]
    assert one.name == name
    assert one.what


def test_json_and_the_page_mark_drawn_times_and_nothing_else_takes_them() -> None:
    assert {name for name, one in FORMATS.items() if one.marks_simulated} == {"html", "json"}


@pytest.mark.parametrize("name", [name for name, one in FORMATS.items() if not one.marks_simulated])
def test_a_format_that_cannot_say_so_refuses_drawn_times_and_writes_nothing(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError) as trouble:
        FORMATS[name].write(simulated(), tmp_path)
    assert str(trouble.value) == (
        f"{name}: expected measured records, found simulated ones; take html or json, which mark them, "
        "or measure: assay run compare"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_refuses_measured_ones(name: str) -> None:
    FORMATS[name].refuse_simulated(on_one())


def test_json_takes_drawn_times_and_marks_them(tmp_path: Path) -> None:
    [place] = FORMATS["json"].write(simulated(), tmp_path)
    assert json.loads(place.read_text())["simulated"] is True


@pytest.mark.parametrize("several", [on_one, machines])
def test_the_document_is_one_file(tmp_path: Path, several: object) -> None:
    [place] = FORMATS["json"].write(several(), tmp_path)  # type: ignore[operator]
    assert place == tmp_path / "report.json"
    assert json.loads(place.read_text())["schema"] == "assay/1"


def test_listing_the_formats_imports_none_of_their_libraries() -> None:
    heavy = ("jinja2", "polars", "vl_convert", "xlsxwriter", "numpy", "scipy")
    code = f"import sys, assay.export.catalogue; print([one for one in {heavy} if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_library_that_is_missing_is_told_with_what_needs_it_and_the_remedy() -> None:
    with pytest.raises(LibraryMissing) as trouble, library_needed("charts as pictures"):
        raise ModuleNotFoundError("No module named 'vl_convert'", name="vl_convert")
    assert str(trouble.value) == (
        "charts as pictures: expected the Python package vl-convert-python, found none; "
        "install it with `make setup` in a checkout, else with `pip install vl-convert-python`"
    )
    assert trouble.value.exit_status == 3


def test_a_module_of_our_own_that_is_missing_is_no_users_mistake() -> None:
    with pytest.raises(ModuleNotFoundError), library_needed("charts"):
        raise ModuleNotFoundError("No module named 'assay.x'", name="assay.x")


def test_a_library_that_is_there_is_imported() -> None:
    with library_needed("numbers"):
        import math
    assert math.pi > 3
