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
