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
    probes: tuple[str, ...] = ()  # the only ones that know it; empty = all


KNOBS: dict[str, Parameter] = {
    "workers": Parameter("tasks in flight at most", 1, minimum=1, maximum=4096),
    "tasks": Parameter("tasks in one iteration", "workers", minimum=1),
    "iterations": Parameter("timed calls of the work in one process", 1, minimum=1),
    "warmup": Parameter("calls before them that do not count", 0, minimum=0),
    "seed": Parameter("seed of whatever the workload draws", 1, minimum=0),
    "gate": Parameter("what the clock starts before", "before_create", values=("before_create", "after_create")),
    "stamps": Parameter("what is stamped with times", "task", values=("task", "worker", "none")),
    "steps": Parameter("sweeps over all tasks in one iteration", 1, minimum=1),
    "window_ms": Parameter("how long windowed work goes on; 0 is no window", 0, minimum=0, unit="ms"),
    "hold": Parameter("whether every worker stays until all tasks are done", 0, values=("0", "1")),
    "pin": Parameter("which CPU each worker is tied to", "none", values=("none", "each", "same")),
    "mark": Parameter("whether it stops once so that memory can be taken", 0, values=("0", "1")),
}
"""Words that every harness understands, whatever the workload."""

SETTINGS: dict[str, Parameter] = {
    "nice": Parameter("how far the process steps back for others", 0, minimum=-20, maximum=19),
    "policy": Parameter("scheduling policy of the kernel", "other", values=("other", "batch", "idle", "fifo")),
    "cpus": Parameter("how many of the allowed CPUs the process may use; 0 is all", 0, minimum=0, maximum=4096),
    "observer": Parameter(
        "how often a monitor beside it reads every process's state; 0 is none", 0, minimum=0, unit="Hz"
    ),
}
"""What is set around a probe from outside; the probe does not know of it."""


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
    flags: tuple[str, ...] = ()  # "{flags}" where it is compiled
    run_flags: tuple[str, ...] = ()  # "{run_flags}" where it is started
    runtimes: tuple[str, ...] = ()  # the only ones that understand its run_flags; empty = all


class LibraryNeed(Struct, frozen=True, forbid_unknown_fields=True):
    """How to find out whether a library is there."""

    name: str
    check: tuple[str, ...]  # a command that ends with 0 where it is; "{tool}", "{runtime}" and so on are filled in
    remedy: str  # the command that installs it


class Implementation(Struct, frozen=True, forbid_unknown_fields=True):
    """What one implementation takes beyond the harness; it then has a binary of its own."""

    harness: tuple[str, ...] = ()  # more files copied into the build folder
    flags: tuple[str, ...] = ()  # "{implementation_flags}" where it is compiled
    run_flags: tuple[str, ...] = ()  # "{implementation_run_flags}" where it is started
    needs: LibraryNeed | None = None


class Runtime(Struct, frozen=True, forbid_unknown_fields=True):
    """One of several programs that can run what was built: "{runtime}" where it is started."""

    meaning: str
    toolchain: ToolchainNeed
    run_flags: tuple[str, ...] = ()  # "{runtime_flags}"
    opt_in: bool = False  # only where a study names it: not an official build


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
    implementations: dict[str, Implementation] = {}  # of those in `models`, the ones that need more
    runtimes: dict[str, Runtime] = {}  # the first one that is not opt-in is the default; empty = "{tool}" runs it
    takes_turns: dict[str, str] = {}  # "model" or "model/implementation" that never does two tasks at once -> why
    lacks: dict[str, str] = {}  # "knob", "knob=value" or "model[/implementation]: knob=value" it cannot do -> why
    needs: tuple[LibraryNeed, ...] = ()  # whatever the implementation
    hidden: bool = False  # for the tests only
    folder: Path = field(default_factory=Path)


class Impossible(Struct, frozen=True, forbid_unknown_fields=True):
    """A level of a parameter that one language cannot offer."""

    probe: str
    parameter: str
    value: str
    reason: str


class Native(Struct, frozen=True, forbid_unknown_fields=True):
    """What a workload takes to be built in one language; paths are relative to its folder."""

    files: tuple[str, ...] = ()  # more files copied beside the workload's own
    include: tuple[str, ...] = ()  # folders of headers
    flags: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()  # to be linked with


class Workload(Struct, frozen=True, forbid_unknown_fields=True):
    """The work itself, described once for all languages."""

    name: str
    title: str
    summary: str
    unit: str  # what one unit of work is
    check: str  # how the answer is checked, in words
    units: str = ""  # the parameter that says how many units one iteration does; "" = one per task
    needs_all_running: bool = False  # a serial or bounded run would deadlock
    waits: bool = False  # its tasks sleep or receive, so that coroutines that take turns help it
    response: bool = False  # a task's size is its length: how long each took to come back is told beside it
    languages: dict[str, Native] = {}  # probe -> what it takes to build it there
    hidden: bool = False  # for the tests only
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
    def runtime(self) -> str: ...
    @property
    def settings(self) -> Mapping[str, str]: ...
    @property
    def arguments(self) -> Mapping[str, str]: ...
