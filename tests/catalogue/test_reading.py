"""The catalogue holds what lies in the folders, and a user's folder adds to it."""

import shutil
from pathlib import Path

import pytest

from assay.catalogue import data_root, launcher_path, load_catalogue, offers
from assay.catalogue import places as places_module
from assay.errors import StudyError, ToolchainMissing

ROOT = Path(__file__).parents[2]


def test_every_folder_with_a_declaration_is_found():
    catalogue = load_catalogue()
    assert set(catalogue.probes) == {path.parent.name for path in ROOT.glob("probes/*/probe.toml")}
    assert set(catalogue.workloads) == {path.parent.name for path in ROOT.glob("workloads/*/workload.toml")}
    assert set(catalogue.studies) == {path.parent.name for path in ROOT.glob("studies/*/study.toml")}


def test_every_declared_file_is_there_and_every_default_is_possible():
    catalogue = load_catalogue()
    for probe in catalogue.probes.values():
        assert [name for name in probe.harness if not (probe.folder / name).is_file()] == []
        assert not probe.builds or probe.default_build in probe.builds
        assert all(probe.models.values())
    for workload in catalogue.workloads.values():
        assert not workload.units or workload.units in workload.parameters
        for one in workload.impossible:
            assert one.probe in catalogue.probes
            assert one.value in workload.parameters[one.parameter].values


EVERYWHERE = ("empty", "count", "pi", "batch", "exercise")
"""Workloads that no language may lack; the others show what a machine can do, and one language is enough."""


@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_workload_that_compares_languages_is_written_in_all_of_them(name):
    catalogue = load_catalogue()
    seen = [probe for probe in catalogue.probes.values() if not probe.hidden]
    assert [probe.name for probe in seen if not offers(probe, catalogue.workloads[name])] == []


def test_a_folder_of_ones_own_adds_to_the_catalogue(tmp_path):
    shutil.copytree(ROOT / "workloads" / "empty", tmp_path / "workloads" / "mine")
    declaration = tmp_path / "workloads" / "mine" / "workload.toml"
    declaration.write_text(declaration.read_text().replace('"empty"', '"mine"'))
    catalogue = load_catalogue(tmp_path)
    assert catalogue.workloads["mine"].folder == tmp_path / "workloads" / "mine"
    assert "empty" in catalogue.workloads


def test_a_name_that_is_taken_is_refused(tmp_path):
    shutil.copytree(ROOT / "workloads" / "empty", tmp_path / "workloads" / "empty")
    with pytest.raises(StudyError, match="expected a name of its own, found one that Assay uses"):
        load_catalogue(tmp_path)


def own_workload(folder, name):
    shutil.copytree(ROOT / "workloads" / "empty", folder)
    declaration = folder / "workload.toml"
    declaration.write_text(declaration.read_text().replace('"empty"', f'"{name}"'))


def test_a_workload_beside_its_study_counts_whatever_the_folder_is_called(tmp_path):
    own_workload(tmp_path / "my study", "mine")
    assert load_catalogue(tmp_path / "my study").workloads["mine"].folder == tmp_path / "my study"


def test_a_workload_in_a_folder_beside_the_study_counts_under_that_folder_s_name(tmp_path):
    own_workload(tmp_path / "mine", "mine")
    assert load_catalogue(tmp_path).workloads["mine"].folder == tmp_path / "mine"
    (tmp_path / "mine").rename(tmp_path / "yours")
    with pytest.raises(StudyError, match='expected "yours" like its folder, found "mine"'):
        load_catalogue(tmp_path)


def test_two_workloads_of_ones_own_with_one_name_are_refused(tmp_path):
    own_workload(tmp_path / "mine", "mine")
    own_workload(tmp_path / "workloads" / "mine", "mine")
    with pytest.raises(StudyError, match="expected a name of its own, found that of"):
        load_catalogue(tmp_path)


def test_a_workload_of_ones_own_must_be_sound_too(tmp_path):
    own_workload(tmp_path / "mine", "mine")
    with (tmp_path / "mine" / "workload.toml").open("a") as declaration:
        declaration.write('[languages.fortran]\nflags = ["-O2"]\n')
    with pytest.raises(StudyError, match=r'mine/workload\.toml: languages: expected one of .*, found "fortran"'):
        load_catalogue(tmp_path)


def test_the_repository_itself_is_no_folder_of_ones_own():
    assert load_catalogue(data_root()) == load_catalogue()


def test_the_data_of_an_installed_package_come_first(tmp_path, monkeypatch):
    monkeypatch.setattr(places_module, "PACKAGE", tmp_path / "src" / "assay")
    assert data_root() == tmp_path
    (tmp_path / "src" / "assay" / "data" / "probes").mkdir(parents=True)
    assert data_root() == tmp_path / "src" / "assay" / "data"


def test_the_launcher_is_the_one_that_is_named(tmp_path, monkeypatch):
    program = tmp_path / "assay-launch"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("ASSAY_LAUNCHER", str(program))
    assert launcher_path() == program


def test_a_launcher_that_is_not_there_is_refused_with_a_remedy(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_LAUNCHER", str(tmp_path / "nothing"))
    with pytest.raises(ToolchainMissing, match=r"found none at .*nothing; run: make setup"):
        launcher_path()


def test_the_launcher_is_found_in_the_repository_s_build_folder(tmp_path, monkeypatch):
    monkeypatch.delenv("ASSAY_LAUNCHER", raising=False)
    monkeypatch.setattr(places_module, "PACKAGE", tmp_path / "src" / "assay")
    program = tmp_path / "build" / "py3-none-linux" / "assay-launch"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert launcher_path() == program
