"""From variants to commands: finds what they need, builds what is not built, and names what cannot be.

A missing tool is a `Refusal` with the command that installs it; a compile error is a `Failure`. Neither
stops the others.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct, structs

from assay.catalogue import Catalogue, Workload, runtime_name
from assay.plan.model import CommandWork, ProbeWork, Refusal, Variant
from assay.store.records import Toolchain
from assay.toolchain import observer
from assay.toolchain.build import BuildProblem, Site, site_of
from assay.toolchain.builders import build_all
from assay.toolchain.detect import Absent, Tool, find_runtime, find_tool, without_home
from assay.toolchain.filling import own_python
from assay.toolchain.libraries import find_library, needs_of
from assay.toolchain.order import Order, digest_of, filled

OBSERVER = "observer"
"""The setting that puts a monitor beside the probe."""


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
    toolchains: dict[str, Toolchain]  # by probe, build and runtime: "c/O2", "java/tiered", "python/own"
    missing: tuple[Refusal, ...]
    failures: tuple[Failure, ...]


def resolve(variants: Iterable[Variant], catalogue: Catalogue, announce: Callable[[str], None]) -> Resolved:
    """The command of each variant; `announce` hears one sentence before each build."""
    planned = list(variants)
    yard = _Yard(catalogue)
    sites = {variant.name: yard.site(variant.work) for variant in planned if isinstance(variant.work, ProbeWork)}
    wanted = {site.target: site for site in sites.values() if isinstance(site, Site)}
    built = dict(zip(wanted, build_all(list(wanted.values()), announce), strict=True))
    return _sorted_out(planned, catalogue, sites, built)


class _Yard:
    """Finds the tools of each piece of work, once for all that need the same."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._sites: dict[tuple[str, ...], Site | Absent] = {}

    def site(self, work: ProbeWork) -> Site | Absent:
        """Where its build stands or will stand; else what is missing."""
        probe = self._catalogue.probes[work.probe]
        own = work.implementation if work.implementation in probe.implementations else ""
        key = (work.probe, work.workload, work.build, own, runtime_name(probe, work.runtime))
        if key not in self._sites:
            order = order_of(self._catalogue, work)
            self._sites[key] = order if isinstance(order, Absent) else site_of(order)
        return self._sites[key]


def order_of(catalogue: Catalogue, work: ProbeWork) -> Order | Absent:
    """What is to be built for it, with what; else the first thing that is missing."""
    probe = catalogue.probes[work.probe]
    tool = find_tool(probe.toolchain)
    if isinstance(tool, Absent):
        return tool
    runtime = find_runtime(probe, work.runtime, tool)
    if isinstance(runtime, Absent):
        return runtime
    libraries = [find_library(need, probe, tool, runtime) for need in needs_of(probe, work.implementation)]
    for library in libraries:
        if isinstance(library, Absent):
            return library
    own = work.implementation if work.implementation in probe.implementations else ""
    said = tuple(library for library in libraries if isinstance(library, str))
    return Order(probe, catalogue.workloads[work.workload], work.build, tool, own, runtime, work.runtime, said)


def _sorted_out(
    planned: list[Variant],
    catalogue: Catalogue,
    sites: dict[str, Site | Absent],
    built: dict[Path, Path | BuildProblem],
) -> Resolved:
    """The variants by what came of them."""
    found = Resolved({}, {}, (), ())
    missing, failures = [], []
    for variant in planned:
        work = variant.work
        if isinstance(work, CommandWork):
            found.commands[variant.name] = Command(work.argv)
            continue
        site = sites[variant.name]
        if isinstance(site, Absent):
            missing.append(Refusal(variant.name, site.reason, site.remedy))
            continue
        folder = built[site.target]
        if isinstance(folder, BuildProblem):
            failures.append(Failure(variant.name, folder))
            continue
        found.commands[variant.name] = Command(_argv(site.order, folder, work, catalogue.workloads[work.workload]))
        _add_toolchain(found.toolchains, site)
    return Resolved(found.commands, found.toolchains, tuple(missing), tuple(failures))


def _argv(order: Order, folder: Path, work: ProbeWork, workload: Workload) -> tuple[str, ...]:
    """The probe with its words, and the monitor in front of it where one was asked for."""
    words = (*filled(order.probe.run, order, folder), *probe_words(_told(work, workload)))
    rate = work.settings.get(OBSERVER, "0")
    return words if rate == "0" else (own_python(), "-S", "-E", str(Path(observer.__file__)), rate, *words)


def _told(work: ProbeWork, workload: Workload) -> ProbeWork:
    """Without the parameters that this language does not know: they are at their default, it need not be told."""
    strange = {
        name
        for name, parameter in workload.parameters.items()
        if parameter.probes and work.probe not in parameter.probes
    }
    kept = {key: value for key, value in work.arguments.items() if key not in strange}
    return structs.replace(work, arguments=kept)


def probe_words(work: ProbeWork) -> tuple[str, ...]:
    """The key=value words a probe is started with."""
    fixed = {"workload": work.workload, "model": work.model, "implementation": work.implementation}
    return tuple(f"{key}={value}" for key, value in (fixed | work.arguments).items())


def asked(work: ProbeWork) -> dict[str, str]:
    """The same as a mapping, to hold against what the probe says it understood."""
    return dict(word.split("=", 1) for word in probe_words(work))


def _toolchain_key(order: Order) -> str:
    runtime = runtime_name(order.probe, order.runtime_name)
    return "/".join(part for part in (order.probe.name, order.build, runtime) if part)


def _add_toolchain(found: dict[str, Toolchain], site: Site) -> None:
    """What builds and runs it, and from which text, beside the other works of that build."""
    key, order = _toolchain_key(site.order), site.order
    others = found[key].sources if key in found else {}
    work = "/".join(part for part in (order.workload.name, order.implementation) if part)
    found[key] = structs.replace(_toolchain(order), sources={**others, work: digest_of(site.sources)})


def _toolchain(order: Order) -> Toolchain:
    """What runs it, and what built it where that is another program."""
    runner = order.runner
    name = runner.name if runner.path == order.tool.path else f"{runner.name}, built by {_said(order.tool)}"
    build = order.probe.builds.get(order.build)
    flags = (*order.flags, *(build.run_flags if build else ()))
    return Toolchain(name, runner.version, without_home(runner.path), flags)


def _said(tool: Tool) -> str:
    return f"{tool.name} {tool.version}"
