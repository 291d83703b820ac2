"""Finds how much work each trial does, before anything is timed: a few untimed pilots of each work, serially.

What is found is a note in the record, so that a resumed run does the same work. Where a work cannot be tried, or fails,
its trials do as little as the first pilot: their own outcomes say what is wrong.
"""

from collections.abc import Mapping

from msgspec import Struct

from assay.catalogue import Catalogue
from assay.plan.model import Plan, ProbeWork, Trial, Variant
from assay.plan.scale import LONG_ENOUGH_S, Pilot, next_total, pilot_of, total_for, work_name, works_of
from assay.run.execute import Command, Options, run_trial
from assay.run.request import Launcher
from assay.run.session import Session
from assay.study.model import Scale
from assay.toolchain import Command as BuiltCommand
from assay.units import plural

TOPIC = "scale"
"""Of the notes, one for each work."""
MOST_PILOTS = 12
LARGEST = 10**15
"""A work that is still too short at this size does not take longer when there is more of it."""


class Search(Struct, frozen=True):
    """What it takes to try a work."""

    scale: Scale
    mode: str
    session: Session
    launcher: Launcher
    timeout_ns: int


def pilots_of(plan: Plan, catalogue: Catalogue) -> dict[str, Pilot]:
    """How each work is tried, by the name of the work."""
    named = {variant.name: variant for variant in plan.variants}
    return {name: pilot_of(name, named[first], catalogue) for name, (first, *_) in works_of(plan).items()}


def find_totals(search: Search, pilots: Mapping[str, Pilot], commands: Mapping[str, Command]) -> dict[str, int]:
    """The total of each work, by the name of the work: as the record says, else as the pilots show."""
    totals = noted_totals(search.session)
    missing = [name for name in pilots if name not in totals]
    if missing and not search.launcher.simulated:
        search.session.listener.say(f"finding how much work lasts long enough: {plural(len(missing), 'work')}")
    for name in missing:
        total, unit = search.scale.pilot, 0.0
        command = commands.get(pilots[name].variant.name)
        if command is not None and not search.launcher.simulated:
            total, unit = _found(search, pilots[name], command)
        totals[name] = total
        word = search.scale.parameter
        search.session.note(TOPIC, work=name, parameter=word, value=str(total), unit_ns=f"{unit * 1e9:.4g}")
    return totals


def noted_totals(session: Session) -> dict[str, int]:
    """What the record already holds."""
    return {note.values["work"]: int(note.values["value"]) for note in session.notes(TOPIC)}


def with_total(work: ProbeWork, command: Command, totals: Mapping[str, int]) -> Command:
    """The command with the word that says how much; as it is where the study says so itself."""
    if not work.scaled:
        return command
    return _saying(command, work.scaled, totals[work_name(work)])


def _saying(command: Command, word: str, total: int) -> Command:
    environment = None if command.environment is None else dict(command.environment)
    return BuiltCommand((*command.argv, f"{word}={total}"), environment, command.cwd)


def _found(search: Search, pilot: Pilot, command: Command) -> tuple[int, float]:
    """The total, and the seconds a unit takes; the first pilot's where one fails or none is long enough."""
    scale, total = search.scale, search.scale.pilot
    aim = scale.seconds_in(search.mode) / pilot.calls
    for number in range(1, MOST_PILOTS + 1):
        seconds = _seconds(search, pilot.variant, _saying(command, scale.parameter, total), number)
        if seconds is None or total > LARGEST:
            break
        if seconds >= LONG_ENOUGH_S:
            return _once_more(search, pilot, command, (aim, seconds / total))
        total = next_total(total, seconds)
    return scale.pilot, 0.0


def _once_more(search: Search, pilot: Pilot, command: Command, found: tuple[float, float]) -> tuple[int, float]:
    """At full length: what was disturbed, or not compiled yet, took too long; the faster of both is taken."""
    aim, unit = found
    total = total_for(aim, unit)
    seconds = _seconds(search, pilot.variant, _saying(command, search.scale.parameter, total), MOST_PILOTS + 1)
    if seconds:
        unit = min(unit, seconds / total)
    return total_for(aim, unit), unit


def _seconds(search: Search, pilot: Variant, command: Command, number: int) -> float | None:
    """Of the fastest call of the work that counts; None where the pilot failed."""
    trial = Trial(family=TOPIC, round=number, position=0, variant=pilot.name, purpose="pilot")
    record = run_trial(trial, command, search.launcher, Options(probe=True, timeout_ns=search.timeout_ns))
    if record.outcome != "ok" or record.probe is None:
        return None
    return min(one.work_wall_ns for one in record.probe.iterations if one.warm) / 1e9
