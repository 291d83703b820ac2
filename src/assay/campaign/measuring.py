"""Measures a family: round by round to each planned look, until it can be told; then the memory.

Only verdicts end it early, at a planned look, and never the clock.
"""

from collections.abc import Iterable

from assay.analysis.comparisons import read_family
from assay.plan.model import Family, Look, Plan
from assay.plan.order import memory_trials, trials_of_round
from assay.run.session import Session
from assay.store.records import Record, TrialRecord


def measure_family(session: Session, plan: Plan, family: Family, after_s: float = 0.0) -> None:
    """All rounds that its looks call for; `after_s` is expected to follow."""
    reached = 0
    for look in family.looks:
        _rounds(session, plan, family, range(reached + 1, look.rounds + 1), after_s)
        reached = look.rounds
        if not session.worth_going_on(family) or _settled(session.records, family, look, plan.mode):
            break
    _note_end(session, family, reached)


def measure_memory(session: Session, plan: Plan, family: Family, rounds: int, after_s: float = 0.0) -> None:
    """The extra, untimed trials of the first `rounds` rounds."""
    trials = [trial for number in range(1, rounds + 1) for trial in memory_trials(plan, family, number)]
    session.begin(f"{family.name}: memory, untimed", trials, after_s)
    session.run(trials)


def _rounds(session: Session, plan: Plan, family: Family, numbers: range, after_s: float) -> None:
    rounds = [trials_of_round(plan, family, number) for number in numbers]
    phase = f"{family.name}: rounds {numbers.start} to {numbers.stop - 1}"
    session.begin(phase, [trial for trials in rounds for trial in trials], after_s)
    for trials in rounds:
        session.run(trials)
        if not session.worth_going_on(family):
            return


def _settled(records: Iterable[Record], family: Family, look: Look, mode: str) -> bool:
    """Whether this look, or one before it, has told every comparison of the family."""
    if look == family.looks[-1]:
        return True
    seen = [record for record in records if not _later(record, look)]
    return read_family(seen, family, mode).settled


def _later(record: Record, look: Look) -> bool:
    """A resumed run may hold more rounds than the look it comes by again."""
    return isinstance(record, TrialRecord) and record.purpose == "timed" and record.round > look.rounds


def _note_end(session: Session, family: Family, rounds: int) -> None:
    if any(note.values.get("family") == family.name for note in session.notes("stopped")):
        return
    reason = "look" if session.worth_going_on(family) else "failures"
    session.note("stopped", family=family.name, rounds=str(rounds), reason=reason)
