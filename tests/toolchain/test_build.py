"""Builds are kept, told apart by all that goes into them, and never half there; a compile error names its line."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from assay.catalogue import load_catalogue
from assay.errors import BuildFailed
from assay.toolchain import Absent, BuildProblem, find_tool
from assay.toolchain.build import Order, build, cache_root

ROOT = Path(__file__).parents[2]
NOTHING = "void operate(void *s, const struct task *t, struct meter *m) { (void)s, (void)t; m->ops++; }\n"
UNDECLARED = "\nvoid operate(void *s, const struct task *t, struct meter *m) { (void)s, (void)t; m->opps++; }\n"


def order(catalogue, workload="empty", name="O0"):
    probe = catalogue.probes["c"]
    tool = find_tool(probe.toolchain)
    if isinstance(tool, Absent):
        pytest.skip(f"{tool.reason}; install it with: {tool.remedy}")
    return Order(probe, catalogue.workloads[workload], name, tool)


@pytest.fixture
def heard():
    return []


def test_the_second_build_is_taken_from_the_cache_in_silence(heard, cache):
    wanted = order(load_catalogue())
    first = build(wanted, heard.append)
    assert isinstance(first, Path)
    assert (first / "probe").is_file()
    assert first.is_relative_to(cache)
    assert build(wanted, heard.append) == first
    assert heard == [f"building c/empty at O0 (gcc {wanted.tool.version})"]


def test_flags_sources_and_compiler_each_make_another_build(heard, catalogue_with):
    catalogue = catalogue_with(NOTHING)
    wanted = order(catalogue, "made")
    other_flags = order(catalogue, "made", "O2")
    other_compiler = msgspec.structs.replace(wanted, tool=msgspec.structs.replace(wanted.tool, banner="gcc 99"))
    folders = [build(one, heard.append) for one in (wanted, other_flags, other_compiler)]
    catalogue_with(NOTHING + "// another line\n")
    folders.append(build(wanted, heard.append))
    assert len(set(folders)) == len(heard) == 4


def test_a_compile_error_names_file_and_line_of_the_workload(heard, catalogue_with, tmp_path):
    problem = build(order(catalogue_with(UNDECLARED), "made"), heard.append)
    assert isinstance(problem, BuildProblem)
    source = tmp_path / "own" / "workloads" / "made" / "workload.c"
    assert problem.file == str(source)
    assert "opps" in source.read_text().splitlines()[problem.line - 1]
    assert problem.reason.startswith(f"{source}:{problem.line}: ")
    assert "has no member named" in problem.text


def test_a_mistake_in_a_python_workload_names_file_and_line(heard, catalogue_with, tmp_path):
    catalogue = catalogue_with(NOTHING)
    source = tmp_path / "own" / "workloads" / "made" / "workload.py"
    source.write_text("def prepare(words, tasks, degree):\n    return (\n")
    probe = catalogue.probes["python"]
    tool = find_tool(probe.toolchain)
    assert not isinstance(tool, Absent)
    problem = build(Order(probe, catalogue.workloads["made"], "", tool), heard.append)
    assert isinstance(problem, BuildProblem)
    assert problem.reason == f"{source}:2: SyntaxError: '(' was never closed"


def test_an_error_without_a_line_keeps_the_compiler_s_words(heard, catalogue_with):
    problem = build(order(catalogue_with("// no operate here\n"), "made"), heard.append)
    assert isinstance(problem, BuildProblem)
    assert (problem.file, problem.line) == ("", 0)
    assert "operate" in problem.text


def test_a_build_that_fails_leaves_nothing_behind(heard, catalogue_with, cache):
    build(order(catalogue_with(UNDECLARED), "made"), heard.append)
    assert list((cache / "builds").iterdir()) == []


BUILDER = """
import sys
from assay.catalogue import load_catalogue
from assay.toolchain import find_tool
from assay.toolchain.build import Order, build
catalogue = load_catalogue()
probe = catalogue.probes["c"]
print(build(Order(probe, catalogue.workloads["empty"], "O0", find_tool(probe.toolchain)), lambda sentence: None))
"""


def test_builders_at_the_same_time_do_not_clash(cache):
    order(load_catalogue())
    start = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})\n{BUILDER}"]
    builders = [subprocess.Popen(start, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    said = [builder.communicate()[0].strip() for builder in builders]
    assert [builder.returncode for builder in builders] == [0] * 4
    assert len(set(said)) == 1
    assert [path.name for path in (cache / "builds").iterdir()] == [Path(said[0]).name]


def test_a_cache_that_cannot_be_written_is_refused_with_a_remedy(heard, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(BuildFailed, match="found: Not a directory; set XDG_CACHE_HOME to another"):
        build(order(load_catalogue()), heard.append)


def test_the_cache_is_in_the_home_folder_unless_said_otherwise(monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_root() == Path.home() / ".cache" / "assay"
