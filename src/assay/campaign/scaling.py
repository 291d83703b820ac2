"""Finds how much work each trial does, before anything is timed: a few untimed pilots of each work, serially.

What is found is a note in the record, so that a resumed run does the same work. Where a work cannot be tried, or fails,
its trials do as little as the first pilot: their own outcomes say what is wrong.
"""

from collections.abc import Mapping

from msgspec import Struct

from assay.catalogue import Catalogue
from assay.plan.model import Plan, ProbeWork, Trial, Variant
from assay.plan.scale import LONG_ENOUGH_S, Pilot, final_total, next_total, pilot_of, work_name, works_of
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
        total, seconds = search.scale.pilot, 0.0
        command = commands.get(pilots[name].variant.name)
        if command is not None and not search.launcher.simulated:
            total, seconds = _found(search, pilots[name], command)
        totals[name] = total
        word = search.scale.parameter
        search.session.note(TOPIC, work=name, parameter=word, value=str(total), pilot_seconds=f"{seconds:.4f}")
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
    """The total, and the seconds of the pilot it was read off; the first pilot's where one fails."""
    scale, total = search.scale, search.scale.pilot
    for number in range(1, MOST_PILOTS + 1):
        seconds = _seconds(search, pilot.variant, _saying(command, scale.parameter, total), number)
        if seconds is None:
            return scale.pilot, 0.0
        if seconds >= LONG_ENOUGH_S:
            return final_total(total, seconds, scale.seconds / pilot.calls), seconds
        if total > LARGEST:
            break
        total = next_total(total, seconds)
    return total, 0.0


def _seconds(search: Search, pilot: Variant, command: Command, number: int) -> float | None:
    """Of the last call of the work, which is warm; None where the pilot failed."""
    trial = Trial(family=TOPIC, round=number, position=0, variant=pilot.name, purpose="pilot")
    record = run_trial(trial, command, search.launcher, Options(probe=True, timeout_ns=search.timeout_ns))
    if record.outcome != "ok" or record.probe is None:
        return None
    return record.probe.iterations[-1].work_wall_ns / 1e9
