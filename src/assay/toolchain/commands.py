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
    commands: dict[str, Command] = {}
    toolchains: dict[str, Toolchain] = {}
    missing: list[Refusal] = []
    failures: list[Failure] = []
    built: dict[tuple[str, str, str], Path | BuildProblem] = {}
    for variant in variants:
        work = variant.work
        if isinstance(work, CommandWork):
            commands[variant.name] = Command(work.argv)
            continue
        probe = catalogue.probes[work.probe]
        tool = find_tool(probe.toolchain)
        if isinstance(tool, Absent):
            missing.append(Refusal(variant.name, tool.reason, tool.remedy))
            continue
        order = Order(probe, catalogue.workloads[work.workload], work.build, tool)
        key = (work.probe, work.workload, work.build)
        if key not in built:
            built[key] = build(order, announce)
        result = built[key]
        if isinstance(result, BuildProblem):
            failures.append(Failure(variant.name, result))
            continue
        commands[variant.name] = Command(tuple(fill(probe.run, order, result)) + probe_words(work))
        toolchains["/".join(part for part in (work.probe, work.build) if part)] = _toolchain(order)
    return Resolved(commands, toolchains, tuple(missing), tuple(failures))


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
