"""A tool is found, with its version, or its absence is explained with the command that ends it."""

import sys

import msgspec
import pytest

from assay.catalogue import load_catalogue
from assay.toolchain import Absent, Tool, find_tool, survey

GCC = "gcc (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright (C) 2022"


@pytest.fixture
def need(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/bin:/usr/bin")
    wanted = load_catalogue().probes["c"].toolchain
    return msgspec.structs.replace(wanted, candidates=("test-gcc", "test-cc"))


def test_the_version_is_read_from_what_the_compiler_says(need, program):
    path = program("test-gcc", GCC)
    assert find_tool(need) == Tool("gcc", path, "12.2.0", "gcc (Debian 12.2.0-14+deb12u1) 12.2.0")


def test_the_second_candidate_is_taken_where_the_first_is_too_old(need, program):
    program("test-gcc", "gcc (GCC) 4.8.5")
    path = program("test-cc", GCC.replace("12.2.0", "13.1.0"))
    found = find_tool(need)
    assert isinstance(found, Tool)
    assert (found.path, found.version) == (path, "13.1.0")


def test_a_tool_that_is_too_old_is_refused_with_both_versions(need, program):
    program("test-gcc", "gcc (GCC) 8.5.0")
    found = find_tool(need)
    assert isinstance(found, Absent)
    assert found.reason == (
        "test-gcc: expected gcc 9 or newer, found 8.5.0; expected gcc 9 or newer, found no program test-cc"
    )
    assert found.remedy == "sudo apt-get install gcc libc6-dev"


def test_ten_is_newer_than_nine(need, program):
    program("test-gcc", "gcc (GCC) 10.1")
    assert isinstance(find_tool(need), Tool)


def test_of_the_places_a_pattern_stands_for_the_newest_fitting_version_is_taken(need, program, tmp_path):
    for version in ("8.9", "10.2", "9.4"):
        program(f"cc-{version}", f"gcc (GCC) {version}")
    found = find_tool(msgspec.structs.replace(need, candidates=(str(tmp_path / "bin" / "cc-*"),)))
    assert isinstance(found, Tool)
    assert (found.path.name, found.version) == ("cc-10.2", "10.2")


def test_an_earlier_candidate_is_taken_before_a_newer_one(need, program, tmp_path):
    program("test-gcc", "gcc (GCC) 9.1")
    program("cc-12", "gcc (GCC) 12.1")
    wanted = msgspec.structs.replace(need, candidates=("test-gcc", str(tmp_path / "bin" / "cc-*")))
    assert find_tool(wanted).version == "9.1"


def test_home_and_assay_s_own_environment_are_filled_in(need, program, tmp_path, monkeypatch):
    program("test-gcc", "gcc (GCC) 9.1")
    program("other-gcc", "gcc (GCC) 11.1")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert find_tool(msgspec.structs.replace(need, candidates=("~/bin/test-gcc",))).version == "9.1"
    assert find_tool(msgspec.structs.replace(need, candidates=("{prefix}/bin/other-gcc",))).version == "11.1"


def test_programs_that_are_nowhere_are_named_together_and_by_their_names(need):
    found = find_tool(msgspec.structs.replace(need, candidates=("one-gcc", "{prefix}/bin/two-gcc", "three-gcc")))
    assert found.reason == "expected gcc 9 or newer, found no program one-gcc, three-gcc"


def test_a_program_that_is_no_compiler_is_refused(need, program):
    program("test-gcc", "hello")
    found = find_tool(need)
    assert isinstance(found, Absent)
    assert found.reason.startswith("test-gcc: expected it to say its version, found 'hello'")


def test_the_user_s_choice_is_the_only_candidate(need, program, monkeypatch, tmp_path):
    program("test-gcc", GCC)
    monkeypatch.setenv("ASSAY_CC", str(tmp_path / "bin" / "nowhere"))
    found = find_tool(need)
    assert isinstance(found, Absent)
    assert found.reason.startswith("$ASSAY_CC: expected gcc 9 or newer, found no program")


def test_the_user_s_choice_is_called_by_its_own_name(need, program, monkeypatch):
    monkeypatch.setenv("ASSAY_CC", str(program("test-clang", "Debian clang version 14.0.6")))
    found = find_tool(need)
    assert isinstance(found, Tool)
    assert (found.name, found.version) == ("test-clang", "14.0.6")


def test_python_is_the_one_that_runs_assay():
    found = find_tool(load_catalogue().probes["python"].toolchain)
    assert isinstance(found, Tool)
    assert found.version == ".".join(map(str, sys.version_info[:3]))


def test_the_survey_covers_every_probe_that_users_see():
    catalogue = load_catalogue()
    assert set(survey(catalogue)) == {name for name, probe in catalogue.probes.items() if not probe.hidden}


def test_a_place_that_was_looked_in_is_named_as_it_is_and_without_the_home_folder(need, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "env"))
    found = find_tool(msgspec.structs.replace(need, candidates=("{prefix}/bin/none", "~/none")))
    assert isinstance(found, Absent)
    assert "found no program ~/env/bin/none, ~/none" in found.reason
