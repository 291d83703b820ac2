"""Builds are kept, told apart by all that goes into them, and never half there; a compile error names its line."""

import importlib
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import pytest

from assay.catalogue import Build, Implementation, Native, load_catalogue
from assay.errors import BuildFailed
from assay.toolchain import Absent, BuildProblem, builders, find_tool
from assay.toolchain.build import Order, build, cache_root, site_of
from assay.toolchain.builders import build_all
from assay.toolchain.order import filled, native_flags

ROOT = Path(__file__).parents[2]
building = importlib.import_module("assay.toolchain.build")
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


def native(wanted, **asked):
    """The order with a workload that asks for more in C."""
    workload = msgspec.structs.replace(wanted.workload, languages={"c": Native(**asked)})
    return msgspec.structs.replace(wanted, workload=workload)


def test_a_workload_s_headers_flags_and_libraries_go_to_the_compiler(catalogue_with, tmp_path):
    wanted = native(
        order(catalogue_with(NOTHING), "made"), include=("inc",), flags=("-DX=1",), libraries=("m", "./a.o")
    )
    folder = tmp_path / "own" / "workloads" / "made"
    flags = (f"-I{folder / 'inc'}", "-DX=1", "-lm", str(folder / "a.o"))
    assert native_flags(wanted) == flags
    assert tuple(filled(("{tool}", "{native_flags}"), wanted, tmp_path)[1:]) == flags


def test_a_header_that_changes_makes_another_build(heard, catalogue_with, tmp_path):
    catalogue = catalogue_with('#include "mine.h"\n' + NOTHING.replace("m->ops++", "m->ops += MINE"))
    wanted = native(order(catalogue, "made"), include=("inc",))
    header = tmp_path / "own" / "workloads" / "made" / "inc" / "mine.h"
    header.parent.mkdir()
    header.write_text("#define MINE 1\n")
    first = build(wanted, heard.append)
    header.write_text("#define MINE 1234\n")
    second = build(wanted, heard.append)
    assert isinstance(first, Path)
    assert isinstance(second, Path)
    assert first != second


def test_more_files_of_a_workload_lie_beside_its_source(heard, catalogue_with, tmp_path):
    catalogue = catalogue_with('#include "more.h"\n' + NOTHING.replace("m->ops++", "m->ops += MORE"))
    (tmp_path / "own" / "workloads" / "made" / "more.h").write_text("#define MORE 1\n")
    folder = build(native(order(catalogue, "made"), files=("more.h",)), heard.append)
    assert isinstance(folder, Path)
    assert (folder / "more.h").is_file()


OWN = "with_own"


def with_implementation(wanted, **takes):
    """The order for an implementation that has an entry of its own."""
    probe = msgspec.structs.replace(
        wanted.probe,
        implementations={OWN: Implementation(**takes)},
        compile=(*wanted.probe.compile, "{implementation_flags}"),
    )
    return msgspec.structs.replace(wanted, probe=probe, implementation=OWN)


def test_an_implementation_with_flags_of_its_own_is_a_binary_of_its_own(heard, catalogue_with):
    plain = order(catalogue_with(NOTHING), "made")
    own = with_implementation(plain, flags=("-DOWN=1",))
    folders = [build(plain, heard.append), build(own, heard.append)]
    assert folders[0] != folders[1]
    assert heard[1] == f"building c/made at O0 with {OWN} (gcc {plain.tool.version})"


def test_implementations_that_are_compiled_alike_are_one_build(catalogue_with):
    plain = order(catalogue_with(NOTHING), "made")
    ways = {"first": ("-DWITH=1",), "alike": ("-DWITH=1",), "other": ("-DWITH=2",)}
    own = {name: Implementation(flags=flags, run_flags=(name,)) for name, flags in ways.items()}
    words = (*plain.probe.compile, "{implementation_flags}")
    probe = msgspec.structs.replace(plain.probe, implementations=own, compile=words)
    orders = [msgspec.structs.replace(plain, probe=probe, implementation=name) for name in own]
    first, alike, other = (site_of(one).target for one in orders)
    assert first == alike != other


def test_another_version_of_a_library_makes_another_build(catalogue_with):
    plain = order(catalogue_with(NOTHING), "made")
    other = msgspec.structs.replace(plain, libraries=("2021.9",))
    assert site_of(plain).target != site_of(other).target


def test_builds_that_only_start_differently_are_one(catalogue_with):
    catalogue = catalogue_with(NOTHING)
    builds = {name: Build(name, run_flags=(name,)) for name in ("quick", "slow")}
    probe = msgspec.structs.replace(catalogue.probes["c"], builds=builds)
    catalogue = msgspec.structs.replace(catalogue, probes={"c": probe})
    quick, slow = order(catalogue, "made", "quick"), order(catalogue, "made", "slow")
    assert site_of(quick).target == site_of(slow).target


def test_many_builds_come_back_in_their_order_and_are_announced_in_it(heard, catalogue_with):
    catalogue = catalogue_with(NOTHING)
    names = ["O0", "O2", "vector"]
    sites = [site_of(order(catalogue, "made", name)) for name in names]
    broken = site_of(order(catalogue_with(UNDECLARED, "broken"), "broken"))
    built = build_all([*sites[:1], broken, *sites[1:], sites[0]], heard.append)
    assert [place for place in built if isinstance(place, Path)] == [site.target for site in (*sites, sites[0])]
    assert isinstance(built[1], BuildProblem)
    announced = [sentence.split(" (")[0] for sentence in heard]
    assert announced[:4] == [
        "building c/made at O0", "building c/broken at O0", "building c/made at O2", "building c/made at vector",
    ]  # fmt: skip


def test_what_goes_wrong_while_building_reaches_the_caller_and_nothing_more_is_begun(catalogue_with):
    catalogue = catalogue_with(NOTHING)
    sites = [site_of(order(catalogue, "made", name)) for name in ("O0", "O2", "vector")]
    begun = []

    def announce(sentence):
        begun.append(sentence)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_all(sites, announce)
    assert len(begun) <= 2


SHARING = """
import os, sys, time
try:
    os.mkdir(sys.argv[1] + "/busy")
except FileExistsError:
    sys.exit("somebody else is building here")
time.sleep(0.05)
os.rmdir(sys.argv[1] + "/busy")
"""


COUNTING = """
import sys, time
time.sleep(0.2)
open(sys.argv[2], "a").write("once")
"""


def test_builds_that_share_a_folder_have_it_for_themselves(catalogue_with):
    catalogue = catalogue_with(NOTHING)
    command = ("{own}", "-S", "-E", "-c", SHARING, "{cache}", "{flags}")
    probe = msgspec.structs.replace(catalogue.probes["c"], compile=command)
    shared = msgspec.structs.replace(catalogue, probes={"c": probe})
    sites = [site_of(order(shared, "made", name)) for name in ("O0", "O2", "vector")]
    assert [place for place in build_all(sites, lambda sentence: None) if isinstance(place, BuildProblem)] == []


def test_who_waits_for_the_shared_folder_does_not_build_the_same_again(catalogue_with, tmp_path):
    catalogue = catalogue_with(NOTHING)
    command = ("{own}", "-S", "-E", "-c", COUNTING, "{cache}", str(tmp_path / "built"))
    probe = msgspec.structs.replace(catalogue.probes["c"], compile=command)
    site = site_of(order(msgspec.structs.replace(catalogue, probes={"c": probe}), "made"))
    assert build_all([site, site], lambda sentence: None) == [site.target, site.target]
    assert (tmp_path / "built").read_text() == "once"


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
import threading
import time
from assay.catalogue import Build, Implementation, Native, load_catalogue
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


def test_a_build_that_takes_too_long_is_ended_with_all_that_it_has_started(monkeypatch, tmp_path):
    monkeypatch.setattr(building, "LONGEST_BUILD_S", 1.0)
    script = "sleep 300 & echo $! > grandchild; sleep 300"
    trouble = building._run(["sh", "-c", script], tmp_path)
    assert trouble == "expected a build within 1 s, found one that takes longer"
    assert not alive(int((tmp_path / "grandchild").read_text()))


def test_a_build_that_ends_in_time_says_what_it_complains_of_and_nothing_else(tmp_path):
    assert building._run(["sh", "-c", "echo fine"], tmp_path) is None
    assert building._run(["sh", "-c", "echo wrong >&2; exit 1"], tmp_path) == "wrong\n"
    assert "No such file" in (building._run(["/nowhere/compiler"], tmp_path) or "")


def alive(pid: int) -> bool:
    """A process that has ended may still be waited for, and one that was killed takes a moment to be gone."""
    place = Path(f"/proc/{pid}/stat")
    for _ in range(100):
        try:
            state = place.read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        if state in "ZX":
            return False
        time.sleep(0.05)
    return True


def test_who_is_interrupted_leaves_no_compiler_behind(monkeypatch, tmp_path):
    """One builder is told of Ctrl-C while the other one's compiler is at work: it does not wait for that to end."""
    began = threading.Event()

    def build_at(site):
        if site == "first":
            assert began.wait(20)
            raise KeyboardInterrupt
        threading.Timer(0.1, began.set).start()
        building._run(["sh", "-c", "sleep 300 & echo $! > grandchild; sleep 300"], tmp_path)

    monkeypatch.setattr(builders, "build_at", build_at)
    work = builders._Work
    monkeypatch.setattr(work, "_take", lambda self: next(self._left, None))
    with pytest.raises(KeyboardInterrupt):
        build_all(["first", "second"], print)
    assert not (tmp_path / "grandchild").exists() or not alive(int((tmp_path / "grandchild").read_text()))
