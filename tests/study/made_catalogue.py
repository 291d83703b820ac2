"""A catalogue made by hand: three probes, a workload, two studies; no file of it exists but the work in language c."""

from pathlib import Path

from assay.catalogue import Build, Catalogue, Impossible, Parameter, Probe, Runtime, ToolchainNeed, Workload

NEED = ToolchainNeed(
    name="cc",
    candidates=("cc",),
    override="",
    version_words=("--version",),
    version_pattern="(.*)",
    minimum="1",
    remedy="install cc",
)


def made_catalogue(needs_all_running: bool = False) -> Catalogue:
    """Probe c has every model, probe python one library for serial only; workload count belongs to both."""
    fast = Probe(
        name="c",
        title="C",
        toolchain=NEED,
        harness=(),
        run=("{build}/probe",),
        models={"serial": ("posix",), "thread": ("posix", "openmp"), "pool": ("posix",), "coroutine": ("own",)},
        builds={"O2": Build("optimised", ()), "O0": Build("not optimised", ())},
        default_build="O2",
        takes_turns={"coroutine": "its own coroutines run on one thread"},
    )
    slow = Probe(
        name="python",
        title="Python",
        toolchain=NEED,
        harness=(),
        run=(),
        models={"serial": ("std",), "fibre": ("std",)},
        runtimes={
            "nightly": Runtime("not official", NEED, opt_in=True),
            "own": Runtime("the one that is there", NEED),
            "newest": Runtime("the newest one", NEED),
        },
    )
    other = Probe(
        name="cpp",
        title="C++",
        toolchain=NEED,
        harness=(),
        run=("{build}/probe",),
        models={"serial": ("std",), "stealing": ("tbb",)},
        builds={"O9": Build("more than optimised", ())},
        default_build="O9",
    )
    count = Workload(
        name="count",
        title="Counting",
        summary="counts",
        unit="count",
        check="the sum",
        needs_all_running=needs_all_running,
        parameters={
            "total": Parameter("how far to count", 100, minimum=1, maximum=1000),
            "step": Parameter("which loop", 0, values=("0", "1", "2")),
        },
        impossible=(Impossible(probe="python", parameter="step", value="2", reason="no such loop there"),),
    )
    places = {name: Path("studies") / name for name in ("count", "other")}
    return Catalogue(probes={"c": fast, "python": slow, "cpp": other}, workloads={"count": count}, studies=places)


STUDY = """
title = "A title"
source = "A source"
question = "A question?"
claims_of = ["count"]
margin = 0.03

[rounds]
quick = 12
full = 20

[factors]
probe = ["c"]
workload = ["count"]
build = ["O2", "O0"]
step = [0, 1, 2]
model = ["serial", "thread"]
workers = [1, "min(cpus, 4)"]
total = [100]

[trial_seconds]
"*" = 0.2
"*/O0/*" = 0.5

[[ladders]]
name = "{build}"
question = "what does each change cost ({build})?"
each = { build = ["O2", "O0"] }
steps = [
  { name = "first", what = "as it was" },
  { name = "second", what = "one change", change = { step = 1 } },
  { name = "third", what = "another", change = { step = 2 } },
]
concurrent = { model = "thread", workers = "min(cpus, 4)" }
concurrent_at = ["first", "third"]

[[families]]
name = "gate {step}"
kind = "scaling"
question = "the same work?"
each = { step = [0, 2] }
variants = [
  { model = "serial" },
  { model = "thread", workers = 1 },
  { model = "thread", workers = "min(cpus, 4)" },
]
"""
