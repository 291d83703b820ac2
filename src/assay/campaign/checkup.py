"""Finds out what `assay doctor` says: facts, what goes on now, which programs are there. Changes nothing."""

from collections.abc import Mapping

from assay.analysis.capabilities import Machine, Moment, capabilities
from assay.catalogue import Catalogue, launcher_path, load_catalogue
from assay.errors import AssayError
from assay.report.doctor_text import Checkup, ToolLine
from assay.run.facts import machine_facts
from assay.run.facts.now import Now, listen
from assay.run.native import NativeLauncher
from assay.toolchain import Absent, Tool, survey

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
        tools=(launcher, *tool_lines(catalogue, survey(catalogue))),
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


def tool_lines(catalogue: Catalogue, found: Mapping[str, Tool | Absent]) -> list[ToolLine]:
    """One line for each probe's compiler or runtime."""
    return [
        ToolLine(catalogue.probes[name].title, tool.name, tool.version)
        if isinstance(tool, Tool)
        else ToolLine(catalogue.probes[name].title, f"{tool.name} ({tool.reason})", "", tool.remedy)
        for name, tool in found.items()
    ]
