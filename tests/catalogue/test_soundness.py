"""A declaration whose shape is right is still refused where it cannot be meant; every mistake has its sentence."""

import pytest
from msgspec.structs import replace

from assay.catalogue import Build, Implementation, Impossible, LibraryNeed, Native, Parameter, Probe, Runtime, Workload
from assay.catalogue.soundness import problems_of_probe, problems_of_workload, split_lack
from tests.study.made_catalogue import NEED

RUNTIME = Runtime("one", NEED)


@pytest.fixture
def probe(tmp_path):
    (tmp_path / "harness.x").touch()
    return Probe(
        name="x",
        title="X",
        toolchain=NEED,
        harness=("harness.x",),
        run=("{runtime}", "{build}/probe", "{run_flags}"),
        compile=("{tool}", "{flags}", "{native_flags}"),
        problem="(?P<file>a)(?P<line>b)(?P<text>c)",
        models={"serial": ("std",), "thread": ("std", "fast")},
        builds={"plain": Build("as it is")},
        default_build="plain",
        implementations={"fast": Implementation(needs=LibraryNeed("fast", ("{tool}", "{prefix}"), "get it"))},
        runtimes={"one": RUNTIME, "two": replace(RUNTIME, opt_in=True)},
        takes_turns={"thread/fast": "it waits"},
        lacks={"pin": "no call", "hold=1": "no", "thread: pin=each": "no", "thread/fast: mark": "no"},
        folder=tmp_path,
    )


def test_a_sound_probe_meets_no_objection(probe):
    assert list(problems_of_probe(probe)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"models": {"serial": ("std",), "thread": ("std", "fast"), "pool": ()}}, "models.pool: expected at least one"),
        ({"implementations": {"fsat": Implementation()}}, 'implementations: expected one of fast, std, found "fsat"'),
        ({"default_build": "O9"}, 'default_build: expected one of plain, found "O9"'),
        ({"builds": {"plain": Build("", runtimes=("three",))}}, "builds.plain.runtimes: expected one of one, two"),
        ({"builds": {}}, "default_build: expected [builds.plain], found no builds"),
        ({"toolchain": replace(NEED, candidates=())}, "toolchain.candidates: expected at least one program"),
        ({"toolchain": replace(NEED, version_pattern="1.2")}, "toolchain.version_pattern: expected a regular"),
        ({"toolchain": replace(NEED, version_pattern="(")}, "toolchain.version_pattern: expected a regular"),
        ({"toolchain": replace(NEED, minimum="new")}, 'toolchain.minimum: expected a version number, found "new"'),
        ({"runtimes": {"two": replace(RUNTIME, opt_in=True)}}, "runtimes: expected one that is not opt_in"),
        (
            {"runtimes": {"one": replace(RUNTIME, toolchain=replace(NEED, candidates=()))}},
            "runtimes.one.toolchain.candidates: expected at least one",
        ),
        ({"problem": "error: (?P<text>.*)"}, "problem: expected a regular expression with the groups file, line, text"),
        ({"run": ("{biuld}/probe",)}, 'run: unknown "{biuld}"; there are: build,'),
        ({"harness": ("harness.x", "gone.x")}, 'harness: expected a file in its folder, found none named "gone.x"'),
        ({"takes_turns": {"pool": "so"}}, "takes_turns: expected one of serial, thread, serial/std, thread/std, "),
        ({"lacks": {"pni": "so"}}, 'lacks."pni": expected one of workers, '),
        ({"lacks": {"pin=all": "so"}}, 'lacks."pin=all": expected one of none, each, same, found "all"'),
        ({"lacks": {"virtual: pin": "so"}}, 'lacks."virtual: pin": expected one of serial, '),
        ({"needs": (LibraryNeed("n", ("{tol}",), "r"),)}, 'needs[0].check: unknown "{tol}"'),
    ],
)
def test_each_mistake_of_a_probe_has_its_sentence(probe, change, said):
    [problem] = problems_of_probe(replace(probe, **change))
    assert problem.startswith(said)


def test_braces_of_a_shell_are_none_of_ours(probe):
    assert list(problems_of_probe(replace(probe, run=("sh", "-c", "echo ${words}")))) == []


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("pin", ("", "pin", "")),
        ("pin=each", ("", "pin", "each")),
        ("virtual: pin", ("virtual", "pin", "")),
        ("thread/std: pin=same", ("thread/std", "pin", "same")),
    ],
)
def test_a_lack_says_of_whom_what_and_which_value(key, parts):
    assert split_lack(key) == parts


@pytest.fixture
def workload(tmp_path):
    (tmp_path / "more.x").touch()
    return Workload(
        name="work",
        title="Work",
        summary="Works.",
        unit="step",
        check="it adds up",
        units="total",
        languages={"x": Native(files=("more.x",), include=(".",))},
        parameters={"total": Parameter("how far", 10, minimum=1), "kind": Parameter("which", "a", values=("a", "b"))},
        impossible=(Impossible("x", "kind", "b", "not there"),),
        folder=tmp_path,
    )


def problems(probe, workload, **changes):
    return list(problems_of_workload(replace(workload, **changes), {"x": probe}))


def test_a_sound_workload_meets_no_objection(probe, workload):
    assert problems(probe, workload) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"units": "totl"}, 'units: expected a name of [parameters], found "totl"'),
        ({"impossible": (Impossible("y", "kind", "b", ""),)}, 'impossible[0].probe: expected one of x, found "y"'),
        ({"impossible": (Impossible("x", "kin", "b", ""),)}, "impossible[0].parameter: expected one of total, kind"),
        ({"impossible": (Impossible("x", "kind", "c", ""),)}, "impossible[0].value: expected one of a, b"),
        ({"languages": {"y": Native()}}, 'languages: expected one of x, found "y"'),
        ({"languages": {"x": Native(files=("gone",))}}, "languages.x.files: expected a file in its folder, found none"),
        ({"languages": {"x": Native(include=("gone",))}}, "languages.x.include: expected a folder, found none"),
    ],
)
def test_each_mistake_of_a_workload_has_its_sentence(probe, workload, change, said):
    [problem] = problems(probe, workload, **change)
    assert problem.startswith(said)


@pytest.mark.parametrize(
    ("name", "parameter", "said"),
    [
        ("workers", Parameter("how many", 1), "parameters.workers: expected a name of its own"),
        (
            "kind",
            Parameter("which", "c", values=("a", "b")),
            'parameters.kind.default: expected one of a, b, found "c"',
        ),
        ("more", Parameter("which", "c"), "parameters.more.default: expected a whole number, or values"),
        ("more", Parameter("which", 5, minimum=1, maximum=4), "parameters.more.default: expected 1 to 4, found 5"),
        ("more", Parameter("which", 5, probes=("y",)), 'parameters.more.probes: expected one of x, found "y"'),
    ],
)
def test_each_mistake_of_a_parameter_has_its_sentence(probe, workload, name, parameter, said):
    [problem] = problems(probe, workload, parameters=workload.parameters | {name: parameter}, impossible=())
    assert problem.startswith(said)
