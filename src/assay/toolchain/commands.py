"""From variants to commands: finds what they need, builds what is not built, and names what cannot be.

A missing tool is a `Refusal` with the command that installs it; a compile error is a `Failure`. Neither
stops the others.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from assay.catalogue import Catalogue
from assay.plan.model import CommandWork, ProbeWork, Refusal, Variant
from assay.store.records import Toolchain
from assay.toolchain.build import BuildProblem, Order, build, fill
from assay.toolchain.detect import Absent, find_tool


class Command(Struct, frozen=True):
    """What is executed for a variant."""

    argv: tuple[str, ...]
    environment: dict[str, str] | None = None  # None = the caller's
    cwd: str = ""  # "" = the caller's


class Failure(Struct, frozen=True):
    """A variant whose probe does not compile."""

    variant: str
    problem: BuildProblem


class Resolved(Struct, frozen=True):
    """Every variant is in exactly one of `commands`, `missing` and `failures`."""

    commands: dict[str, Command]
    toolchains: dict[str, Toolchain]  # by probe and build: "c/O2", "python"
    missing: tuple[Refusal, ...]
    failures: tuple[Failure, ...]


def resolve(variants: Iterable[Variant], catalogue: Catalogue, announce: Callable[[str], None]) -> Resolved:
    """The command of each variant; `announce` hears one sentence before each build."""
    workshop = _Workshop(catalogue, announce)
    for variant in variants:
        if isinstance(variant.work, CommandWork):
            workshop.commands[variant.name] = Command(variant.work.argv)
        else:
            workshop.prepare(variant.name, variant.work)
    return Resolved(workshop.commands, workshop.toolchains, tuple(workshop.missing), tuple(workshop.failures))


class _Workshop:
    """Builds each combination of probe, workload and build once, and sorts the variants by what came of it."""

    def __init__(self, catalogue: Catalogue, announce: Callable[[str], None]) -> None:
        self.catalogue = catalogue
        self.announce = announce
        self.commands: dict[str, Command] = {}
        self.toolchains: dict[str, Toolchain] = {}
        self.missing: list[Refusal] = []
        self.failures: list[Failure] = []
        self._built: dict[tuple[str, str, str], Path | BuildProblem] = {}

    def prepare(self, variant: str, work: ProbeWork) -> None:
        probe, workload = self.catalogue.probes[work.probe], self.catalogue.workloads[work.workload]
        tool = find_tool(probe.toolchain)
        if isinstance(tool, Absent):
            self.missing.append(Refusal(variant, tool.reason, tool.remedy))
            return
        order = Order(probe, workload, work.build, tool)
        built = self._build(order)
        if isinstance(built, BuildProblem):
            self.failures.append(Failure(variant, built))
            return
        self.commands[variant] = Command(tuple(fill(probe.run, order, built)) + probe_words(work))
        self.toolchains["/".join(part for part in (work.probe, work.build) if part)] = _toolchain(order)

    def _build(self, order: Order) -> Path | BuildProblem:
        key = (order.probe.name, order.workload.name, order.build)
        if key not in self._built:
            self._built[key] = build(order, self.announce)
        return self._built[key]


def probe_words(work: ProbeWork) -> tuple[str, ...]:
    """The key=value words a probe is started with."""
    fixed = {"workload": work.workload, "model": work.model, "implementation": work.implementation}
    return tuple(f"{key}={value}" for key, value in (fixed | work.arguments).items())


def asked(work: ProbeWork) -> dict[str, str]:
    """The same as a mapping, to hold against what the probe says it understood."""
    return dict(word.split("=", 1) for word in probe_words(work))


def _toolchain(order: Order) -> Toolchain:
    return Toolchain(order.tool.name, order.tool.version, _without_home(order.tool.path), order.flags)


def _without_home(path: Path) -> str:
    """The path with the home folder as ~, so that no user's name gets into a record."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if home != Path("/") and path.is_relative_to(home) else str(path)
