"""A declaration is read into a typed value, or refused with its place and what was probably meant."""

import pytest

from assay.catalogue import Probe, Workload
from assay.catalogue.declaration import read_declaration
from assay.errors import StudyError

GOOD = """
name = "spin"
title = "Spinning"
summary = "Goes round."
unit = "turn"
check = "turns add up"

[parameters.turns]
meaning = "how often"
default = 10
"""


def write(tmp_path, text, folder="spin"):
    path = tmp_path / folder / "workload.toml"
    path.parent.mkdir()
    path.write_text(text)
    return path


def refusal(path, kind=Workload):
    with pytest.raises(StudyError) as caught:
        read_declaration(path, kind)
    [problem] = caught.value.problems
    assert problem.startswith(f"{path}: ")
    return problem.removeprefix(f"{path}: ")


def test_a_good_declaration_knows_its_folder(tmp_path):
    path = write(tmp_path, GOOD)
    workload = read_declaration(path, Workload)
    assert workload.folder == path.parent
    assert workload.parameters["turns"].default == 10


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("unit =", "units_ ="), 'unknown key "units_"; did you mean "units"?'),
        (("meaning =", "meanig ="), 'parameters[...]: unknown key "meanig"; did you mean "meaning"?'),
        (('unit = "turn"', "unit = 4"), "unit: expected text, found a whole number"),
        (('check = "turns add up"', ""), 'expected the key "check", found none'),
        (("default = 10", "default = 1.5"), "parameters[...].default: expected a whole number or text, found a number"),
        (('name = "spin"', 'name = "spun"'), 'name: expected "spin" like its folder, found "spun"; make them the same'),
    ],
)
def test_a_mistake_is_named_with_its_place_and_a_remedy(tmp_path, change, said):
    assert refusal(write(tmp_path, GOOD.replace(*change))) == said


def test_a_file_that_is_no_toml_is_refused(tmp_path):
    assert refusal(write(tmp_path, "name = ")).startswith("expected TOML, found a mistake")


def test_a_key_inside_a_list_of_tables_is_looked_up_in_the_right_table(tmp_path):
    impossible = '\n[[impossible]]\nprobe = "c"\nparameter = "turns"\nvalu = "1"\nreason = "so"\n'
    assert refusal(write(tmp_path, GOOD + impossible)) == 'impossible[0]: unknown key "valu"; did you mean "value"?'


def test_the_folder_of_a_declaration_cannot_be_declared(tmp_path):
    assert "folder" not in refusal(write(tmp_path, GOOD.replace("unit =", "folders =")), Probe).split("known keys")[-1]
