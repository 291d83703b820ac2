"""The nouns of the catalogue: probes, workloads and their parameters, as their TOML files declare them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field


class Parameter(Struct, frozen=True, forbid_unknown_fields=True):
    """One word a workload or a harness understands."""

    meaning: str
    default: int | str
    minimum: int | None = None
    maximum: int | None = None
    values: tuple[str, ...] = ()  # the only ones possible; empty = any number in range
    unit: str = ""


KNOBS: dict[str, Parameter] = {
    "workers": Parameter("tasks in flight at most", 1, minimum=1, maximum=4096),
    "tasks": Parameter("tasks in one iteration", "workers", minimum=1),
    "iterations": Parameter("timed calls of the work in one process", 1, minimum=1),
    "warmup": Parameter("calls before them that do not count", 0, minimum=0),
    "seed": Parameter("seed of whatever the workload draws", 1, minimum=0),
    "gate": Parameter("what the clock starts before", "before_create", values=("before_create", "after_create")),
    "stamps": Parameter("what is stamped with times", "task", values=("task", "worker", "none")),
}
"""Words that every harness understands, whatever the workload."""


class ToolchainNeed(Struct, frozen=True, forbid_unknown_fields=True):
    """How to find a compiler or runtime, and which version is enough."""

    name: str
    candidates: tuple[str, ...]  # program names, tried in this order; "{own}" = the Python that runs Assay
    override: str  # environment variable that names another program
    version_words: tuple[str, ...]  # arguments that make it print its version
    version_pattern: str  # regular expression with one group: the version number
    minimum: str
    remedy: str  # the command that installs it


class Build(Struct, frozen=True, forbid_unknown_fields=True):
    """One build configuration of a probe."""

    meaning: str
    flags: tuple[str, ...]


class Probe(Struct, frozen=True, forbid_unknown_fields=True):
    """The harness of one language."""

    name: str
    title: str
    toolchain: ToolchainNeed
    harness: tuple[str, ...]  # files copied into the build folder
    run: tuple[str, ...]  # "{build}" and "{tool}" are filled in
    models: dict[str, tuple[str, ...]]  # model -> implementations, the default one first
    workload: str = ""  # the file it needs in a workload's folder; "" = none
    compile: tuple[str, ...] = ()  # run in the build folder; empty = nothing to build
    problem: str = ""  # regular expression with groups file, line, text: one of the compiler's complaints
    builds: dict[str, Build] = {}
    default_build: str = ""
    hidden: bool = False  # for the tests only
    folder: Path = field(default_factory=Path)


class Impossible(Struct, frozen=True, forbid_unknown_fields=True):
    """A level of a parameter that one language cannot offer."""

    probe: str
    parameter: str
    value: str
    reason: str


class Workload(Struct, frozen=True, forbid_unknown_fields=True):
    """The work itself, described once for all languages."""

    name: str
    title: str
    summary: str
    unit: str  # what one unit of work is
    check: str  # how the answer is checked, in words
    units: str = ""  # the parameter that says how many units one iteration does; "" = one per task
    needs_all_running: bool = False  # a serial or bounded run would deadlock
    parameters: dict[str, Parameter] = {}
    impossible: tuple[Impossible, ...] = ()
    folder: Path = field(default_factory=Path)


class Catalogue(Struct, frozen=True):
    """Everything that can be named in a study."""

    probes: dict[str, Probe]
    workloads: dict[str, Workload]
    studies: dict[str, Path]  # name -> folder that holds study.toml


class AskedWork(Protocol):
    """A probe's work as a plan asks for it (`plan.model.ProbeWork` is one)."""

    @property
    def probe(self) -> str: ...
    @property
    def workload(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def implementation(self) -> str: ...
    @property
    def build(self) -> str: ...
    @property
    def arguments(self) -> Mapping[str, str]: ...
