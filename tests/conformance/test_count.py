"""The counting loops do what their steps say: the same answer from each, and the divisions they are named for."""

import re
import shutil
import subprocess

import msgspec
import pytest

from assay.store.records import ProbeReport
from tests.conformance.conftest import CATALOGUE, cases, objected, probes, with_words, work_of

C = CATALOGUE.probes["c"]
STEPS = CATALOGUE.workloads["count"].parameters["step"]
BUILDS = ("O0", "O2")


def counting():
    """Every loop there is, of every language; C's without optimisation too."""
    for probe in probes():
        work = work_of(probe, "count", "thread", workers="2", total="2000003")
        steps = STEPS.values if probe.name in STEPS.probes else [str(STEPS.default)]
        for step in steps:
            if not objected(work, step=step):
                yield from in_builds(with_words(work, step=step)) if len(steps) > 1 else [work]


def in_builds(work):
    builds = [build for build in BUILDS if build in CATALOGUE.probes[work.probe].builds] or [work.build]
    yield from (msgspec.structs.replace(work, build=build) for build in builds)


def step_named(param):
    """The case, by its step as well."""
    return pytest.param(*param.values, id=f"{param.id}-{param.values[0].arguments.get('step', STEPS.default)}")


@pytest.mark.parametrize("work", list(map(step_named, cases(counting()))))
def test_every_step_counts_and_notices_the_same(laboratory, work):
    # 2,000,003 in two parts: 1,000,002 and 1,000,001, one step noticed in each.
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    assert report.answer_found == "2000003 counts, 2 noticed"
    assert report.iterations[0].units == 2_000_003


def test_a_loop_of_a_module_counts_the_same_as_one_of_a_function(laboratory):
    python = CATALOGUE.probes["python"]
    for step in ("0", "3"):
        report = laboratory.converse(
            work_of(python, "count", "thread", workers="2", total="1000003", step=step, scope="module")
        )
        assert isinstance(report, ProbeReport), report
        assert report.answer_found == "1000003 counts, 0 noticed"


def test_a_total_that_cannot_be_divided_is_counted_in_full(laboratory):
    report = laboratory.converse(work_of(C, "count", "thread", workers="3", total="7"))
    assert isinstance(report, ProbeReport), report
    assert report.answer_found == "7 counts, 0 noticed"


def loop_instructions(program, step):
    """The instructions of one step's function, operands left out."""
    listing = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", program], capture_output=True, text=True, check=True
    )
    body = re.search(rf"<step_{step}[^>]*>:\n(.*?)\n\n", listing.stdout + "\n", re.DOTALL)
    assert body, f"step {step} is not a function of its own"
    return [line.split("\t")[1].split()[0] for line in body[1].splitlines() if "\t" in line]


X86_DIVISIONS = {0: [], 1: ["idiv"], 2: ["idivq"], 3: ["cvttsd2si", "divsd", "idiv"], 4: ["cvttsd2si", "divsd", "idiv"]}


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("step", range(len(STEPS.values)))
def test_the_compiler_leaves_in_each_loop_the_divisions_it_is_named_for(laboratory, build, step):
    if not shutil.which("objdump"):
        pytest.skip("objdump is missing; install it with: sudo apt-get install binutils")
    work = msgspec.structs.replace(work_of(C, "count", "thread", step=str(step)), build=build)
    found = loop_instructions(laboratory.command(work)[0], step)
    if "ret" not in found:
        pytest.skip("this machine is not x86-64, where the instructions have other names")
    divisions = sorted(name for name in found if "div" in name or name.startswith("cvtt"))
    assert [name.removesuffix("q") for name in divisions] == [name.removesuffix("q") for name in X86_DIVISIONS[step]]
    # One jump back is one loop: not dropped, not unrolled, not turned into several at a time.
    assert not any(name.startswith(("vp", "padd", "pmul")) for name in found)
