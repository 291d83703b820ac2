"""Finds out what `assay doctor` says: facts, what goes on now, which programs are there. Changes nothing."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from assay.analysis.capabilities import capabilities
from assay.analysis.conditions import conditions
from assay.analysis.examined import Machine, Moment, TriedPair
from assay.catalogue import Catalogue, Probe, launcher_path, load_catalogue, runtime_name
from assay.errors import AssayError
from assay.report.doctor_text import Checkup, ToolLine
from assay.run.facts import machine_facts
from assay.run.facts.clocks import ClockSeen, visit
from assay.run.facts.cpus import fast_cpus, siblings
from assay.run.facts.now import Now, listen
from assay.run.native import NativeLauncher
from assay.run.pairs import PairSeen, allowed_cpus, chosen, try_pairs
from assay.toolchain import Absent, Standing, Tool, inventory, own_python

LAUNCHER = "measuring"
"""What the launcher is needed for."""


HERE = Path("/")
STEPS = (("what goes on here", 1.2), ("its clock and its CPUs, two at a time", 2.2), ("what is installed", 2.0))
"""What is looked at, one after the other so that none disturbs the next, and about how long each takes in seconds."""

Announce = Callable[[int, str, float], None]
"""Hears before each step: how many are done, what comes, and about how many seconds are left."""


def checkup(announce: Announce = lambda done, what, left_s: None, root: Path = HERE) -> Checkup:
    """Look at this machine for a few seconds; below another root only its files are read, nothing is tried."""
    launcher, facts = launcher_line(), machine_facts(root)
    _tell(announce, 0)
    now = listen(root=root)
    _tell(announce, 1)
    moment = moment_of(now, *(_try_cpus() if root == HERE else (None, ())))
    _tell(announce, 2)
    catalogue = load_catalogue()
    machine = Machine(facts, moment, "" if launcher.found else launcher.name, fast_cpus(root))
    return Checkup(
        facts=facts,
        moment=moment,
        seconds=now.seconds,
        capabilities=capabilities(machine),
        conditions=conditions(machine),
        tools=(launcher, *tool_lines(catalogue, inventory(catalogue))),
    )


def _tell(announce: Announce, done: int) -> None:
    announce(done, STEPS[done][0], sum(seconds for _, seconds in STEPS[done:]))


def _try_cpus() -> tuple[ClockSeen | None, tuple[PairSeen, ...]]:
    """What can only be seen by trying."""
    cpus, named = allowed_cpus(), siblings(HERE)
    return visit(cpus), try_pairs(chosen(cpus, named), named, own_python())


def moment_of(now: Now, clock: ClockSeen | None = None, pairs: tuple[PairSeen, ...] = ()) -> Moment:
    """What the judges need of what went on."""
    return Moment(
        steal_share=now.steal_share,
        foreign_share=now.foreign_share,
        clock_step_ns=now.clock_step_ns,
        clock_cost_ns=now.clock_cost_ns,
        load_average=now.load_average,
        power=now.strain.power,
        slowed_by_heat=now.strain.slowed_by_heat,
        slowed_by_heat_now=now.slowed_by_heat,
        held_by_quota=now.strain.held_by_quota,
        held_by_quota_now=now.held_by_quota,
        swap_used_bytes=now.strain.swap_used_bytes,
        waiting=now.strain.waiting,
        clock_cpus=clock.cpus if clock else None,
        clock_backwards=clock.backwards if clock else 0,
        clock_within_ns=clock.within_ns if clock else 0,
        pairs=tuple(TriedPair(one.cpus, one.named, one.ratios, one.disturbed) for one in pairs),
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
