"""Finds out what `assay doctor` says: facts, what goes on now, which programs are there. Changes nothing."""

from collections.abc import Iterator, Mapping

from assay.analysis.capabilities import Machine, Moment, capabilities
from assay.catalogue import Catalogue, Probe, launcher_path, load_catalogue, runtime_name
from assay.errors import AssayError
from assay.report.doctor_text import Checkup, ToolLine
from assay.run.facts import machine_facts
from assay.run.facts.now import Now, listen
from assay.run.native import NativeLauncher
from assay.toolchain import Absent, Standing, Tool, inventory

LAUNCHER = "measuring"
"""What the launcher is needed for."""


def checkup() -> Checkup:
    """Look at this machine for about a second."""
    launcher = launcher_line()
    facts, now = machine_facts(), listen()
    catalogue = load_catalogue()
    why_no_launcher = "" if launcher.found else launcher.name
    return Checkup(
        facts=facts,
        moment=moment_of(now),
        seconds=now.seconds,
        capabilities=capabilities(Machine(facts, moment_of(now), why_no_launcher)),
        tools=(launcher, *tool_lines(catalogue, inventory(catalogue))),
    )


def moment_of(now: Now) -> Moment:
    """What the judges need of what went on."""
    return Moment(
        steal_share=now.steal_share,
        foreign_share=now.foreign_share,
        clock_step_ns=now.clock_step_ns,
        clock_cost_ns=now.clock_cost_ns,
    )


def launcher_line() -> ToolLine:
    """Whether the native launcher is there and answers; it also says how finely it sees the machine's load."""
    try:
        with NativeLauncher(launcher_path()) as launcher:
            said = launcher.greeting
    except AssayError:
        return ToolLine(LAUNCHER, "the native launcher (assay-launch)", "", "make setup")
    steps = f"load seen in steps of {said.busy_step_ns / 1e6:.0f} ms ({said.busy_source})"
    return ToolLine(LAUNCHER, "assay-launch", f"{said.launcher}, {steps}")


def tool_lines(catalogue: Catalogue, found: Mapping[str, Standing]) -> list[ToolLine]:
    """A line for each language, and one for each of its libraries and runtimes that is missing."""
    return [line for name, standing in found.items() for line in _language_lines(catalogue.probes[name], standing)]


def _language_lines(probe: Probe, standing: Standing) -> Iterator[ToolLine]:
    default = standing.runtimes.get(runtime_name(probe, ""))
    if isinstance(standing.tool, Absent):
        yield _missing(probe.title, standing.tool)
        return
    if isinstance(default, Tool) and default.path != standing.tool.path:
        built = f"{standing.tool.name} {standing.tool.version}, run by {default.name}"
        yield ToolLine(probe.title, built, default.version)
    else:
        yield ToolLine(probe.title, standing.tool.name, standing.tool.version)
    for name, runtime in standing.runtimes.items():
        if isinstance(runtime, Absent) and not probe.runtimes[name].opt_in:
            yield _missing(f"{probe.title}, runtime {name}", runtime)
    for name, library in standing.lacking.items():
        yield _missing(f"{probe.title}, implementation {name}", library)


def _missing(needed_for: str, absent: Absent) -> ToolLine:
    return ToolLine(needed_for, f"{absent.name} ({absent.reason})", "", absent.remedy)
