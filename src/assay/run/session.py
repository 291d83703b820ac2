"""Runs trials one after another: skips those the record already holds, and keeps each one as soon as it is done."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from assay.plan.model import Family, Trial
from assay.run.execute import Command, Options, pass_over, run_trial, was_lost
from assay.run.progress import Listener, Meter
from assay.run.request import Launcher
from assay.store.records import Note, Record, TrialRecord

FAILURES_IN_A_ROW = 5
"""A variant that fails this often without a success between is not run again: its failure is known."""


class Sink(Protocol):
    """Where records go; what it has taken survives."""

    def append(self, record: Record) -> None: ...


class Setup(Struct, frozen=True):
    """What is executed for a variant, and how."""

    command: Command
    options: Options


class Session:
    """One run, from its first trial to its last, perhaps over several starts."""

    def __init__(self, launcher: Launcher, sink: Sink, listener: Listener, records: Iterable[Record] = ()) -> None:
        self.records: list[Record] = list(records)
        self.setups: dict[str, Setup] = {}
        self._launcher = launcher
        self._sink = sink
        self.listener = listener
        self._done = {record.key: record for record in self.records if isinstance(record, TrialRecord)}
        self._failures: dict[str, int] = {}
        for record in self._done.values():
            self._count_failures(record)
        self._seconds: dict[str, float] = {}
        self._meter = Meter("", (), {}, 0.0)

    def prepare(self, setups: Mapping[str, Setup]) -> None:
        """Take these setups, by variant, from here on."""
        self.setups.update(setups)

    def expect(self, seconds: Mapping[str, float]) -> None:
        """What one trial of each variant should take, for the time that is left."""
        self._seconds.update(seconds)

    def begin(self, what: str, trials: Sequence[Trial], after_s: float = 0.0) -> None:
        """A phase of these trials begins; `after_s` is expected to follow it."""
        self._meter = Meter(what, trials, self._seconds, after_s)

    def run(self, trials: Iterable[Trial]) -> tuple[TrialRecord, ...]:
        """Run those that are not done yet; the records of all of them that have one."""
        return tuple(record for record in map(self._one, trials) if record is not None)

    def note(self, topic: str, text: str = "", **values: str) -> None:
        """Keep something that a resumed run or the analysis must know."""
        self._keep(Note(topic=topic, values=values, text=text))

    def notes(self, topic: str) -> list[Note]:
        """The notes of a topic so far."""
        return [record for record in self.records if isinstance(record, Note) and record.topic == topic]

    def can_run(self, variant: str) -> bool:
        """Whether it makes sense to run it: it is there, and has not failed time after time."""
        return variant in self.setups and self._failures.get(variant, 0) < FAILURES_IN_A_ROW

    def worth_going_on(self, family: Family) -> bool:
        """Whether it can still be told anything by what can run."""
        return family.can_be_told({name for name in family.variants if self.can_run(name)})

    def _one(self, trial: Trial) -> TrialRecord | None:
        known = self._done.get(trial.key)
        if known is None and not self.can_run(trial.variant):
            return None
        if known is not None:
            self._pass_over(trial)
        record = known or self._measured(trial)
        self.listener.advanced(self._meter.finished(trial.variant, measured=known is None))
        return record

    def _measured(self, trial: Trial) -> TrialRecord:
        setup = self.setups[trial.variant]
        record = run_trial(trial, setup.command, self._launcher, setup.options)
        if was_lost(record):  # no fault of the variant; once, lest it is a command that kills its parent
            self.listener.say(f"{trial.variant}: {record.reason}; this trial is run again")
            record = run_trial(trial, setup.command, self._launcher, setup.options)
        self._keep(record)
        self._done[record.key] = record
        self._count_failures(record)
        return record

    def _pass_over(self, trial: Trial) -> None:
        setup = self.setups.get(trial.variant)
        if self._launcher.simulated and setup is not None:
            pass_over(trial, setup.command, self._launcher, setup.options)

    def _keep(self, record: Record) -> None:
        self._sink.append(record)
        self.records.append(record)

    def _count_failures(self, record: TrialRecord) -> None:
        failed = record.outcome != "ok"
        self._failures[record.variant] = self._failures.get(record.variant, 0) + 1 if failed else 0
