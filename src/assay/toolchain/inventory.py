"""What is there of every language: compiler, runtimes, and the libraries its implementations need. Builds nothing."""

from concurrent.futures import ThreadPoolExecutor

from msgspec import Struct

from assay.catalogue import Catalogue, Probe
from assay.toolchain.detect import Absent, Tool, find_runtime, find_tool
from assay.toolchain.libraries import find_library, needs_of


class Standing(Struct, frozen=True):
    """What is there of one language."""

    tool: Tool | Absent
    runtimes: dict[str, Tool | Absent] = {}  # by the probe's names for them
    lacking: dict[str, Absent] = {}  # implementation -> the library it needs and that no runtime here has


def inventory(catalogue: Catalogue) -> dict[str, Standing]:
    """Every probe that a user may ask for."""
    probes = [probe for probe in catalogue.probes.values() if not probe.hidden]
    with ThreadPoolExecutor(max(1, len(probes))) as lookers:
        return dict(zip((probe.name for probe in probes), lookers.map(standing, probes), strict=True))


def standing(probe: Probe) -> Standing:
    """Programs are asked for their versions, libraries are tried."""
    tool = find_tool(probe.toolchain)
    if isinstance(tool, Absent):
        return Standing(tool, {name: find_tool(one.toolchain) for name, one in probe.runtimes.items()})
    runtimes = {name: find_runtime(probe, name, tool) for name in probe.runtimes}
    runners = [found for found in (runtimes or {"": tool}).values() if isinstance(found, Tool)]
    lacking = {name: _lack(probe, name, tool, runners) for name in _implementations(probe)}
    return Standing(tool, runtimes, {name: lack for name, lack in lacking.items() if lack})


def _implementations(probe: Probe) -> list[str]:
    return list(dict.fromkeys(name for names in probe.models.values() for name in names))


def _lack(probe: Probe, implementation: str, tool: Tool, runners: list[Tool]) -> Absent | None:
    """What it needs and no runtime that is here has; the first of them speaks."""
    first: Absent | None = None
    for runner in runners:
        found = [find_library(need, probe, tool, runner) for need in needs_of(probe, implementation)]
        lacks = [one for one in found if isinstance(one, Absent)]
        if not lacks:
            return None
        first = first or lacks[0]
    return first
