"""The counting loops do what their steps say: the same answer from each, and the divisions they are named for."""

import re
import shutil
import subprocess

import pytest

from assay.plan.model import ProbeWork, Variant
from assay.store.records import ProbeReport
from assay.toolchain import resolve

STEPS = {"c": range(5), "python": range(4)}
CASES = [("c", "O0", step) for step in STEPS["c"]] + [("c", "O2", step) for step in STEPS["c"]]
CASES += [("python", "", step) for step in STEPS["python"]]


def count(probe, build, **words):
    implementation = {"c": "posix", "python": "std"}[probe]
    return ProbeWork(probe, "count", "thread", implementation, build, {key: str(value) for key, value in words.items()})


@pytest.mark.parametrize(("probe", "build", "step"), CASES)
def test_every_step_counts_and_notices_the_same(laboratory, probe, build, step):
    # 2,000,003 in two parts: 1,000,002 and 1,000,001, one step noticed in each.
    report = laboratory.converse(count(probe, build, workers=2, total=2_000_003, step=step))
    assert isinstance(report, ProbeReport), report
    assert report.answer_found == "2000003 counts, 2 noticed"
    assert report.iterations[0].units == 2_000_003


def test_a_total_that_cannot_be_divided_is_counted_in_full(laboratory):
    report = laboratory.converse(count("c", "O2", workers=3, total=7))
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


@pytest.mark.parametrize("build", ["O0", "O2"])
@pytest.mark.parametrize("step", STEPS["c"])
def test_the_compiler_leaves_in_each_loop_the_divisions_it_is_named_for(laboratory, build, step):
    if not shutil.which("objdump"):
        pytest.skip("objdump is missing; install it with: sudo apt-get install binutils")
    variant = Variant("one", "one", count("c", build, step=step))
    resolved = resolve([variant], laboratory.catalogue, lambda sentence: None)
    for refusal in resolved.missing:
        pytest.skip(f"{refusal.reason}; install it with: {refusal.remedy}")
    found = loop_instructions(resolved.commands["one"].argv[0], step)
    if "ret" not in found:
        pytest.skip("this machine is not x86-64, where the instructions have other names")
    divisions = sorted(name for name in found if "div" in name or name.startswith("cvtt"))
    assert [name.removesuffix("q") for name in divisions] == [name.removesuffix("q") for name in X86_DIVISIONS[step]]
    # One jump back is one loop: not dropped, not unrolled, not turned into several at a time.
    assert not any(name.startswith(("vp", "padd", "pmul")) for name in found)
