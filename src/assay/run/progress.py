"""How far a run has come, for whoever waits for it.

A listener is told between trials, never during one: a screen that is redrawn while something is measured is
measured with it.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from assay.plan.model import Trial


class Progress(Struct, frozen=True):
    """A phase of a run and what is left, of it and of all that is known to follow."""

    what: str
    done: int  # of this phase
    planned: int  # in this phase
    left_s: float | None  # None until there is something to go by
    noun: str = "trials"  # what is counted


class Listener(Protocol):
    """Whoever is told what happens."""

    def say(self, sentence: str) -> None: ...

    def advanced(self, progress: Progress) -> None: ...

    def ended(self) -> None: ...


class Silence:
    """A listener that keeps it all to itself."""

    def say(self, sentence: str) -> None:
        """Nobody asked."""

    def advanced(self, progress: Progress) -> None:
        """Nobody waits."""

    def ended(self) -> None:
        """Nobody looks."""


class Meter:
    """Counts the trials of a phase and says what is left.

    `seconds` are what a trial of each variant should take; the pace so far corrects them. `after_s` is what
    follows the phase.
    """

    def __init__(self, what: str, trials: Sequence[Trial], seconds: Mapping[str, float], after_s: float) -> None:
        self._what = what
        self._planned = len(trials)
        self._done = 0
        self._seconds = seconds
        self._open_s = sum(seconds.get(trial.variant, 0.0) for trial in trials)
        self._after_s = after_s
        self._expected_s = 0.0
        self._taken_s = 0.0
        self._last = time.monotonic()

    def finished(self, variant: str, *, measured: bool) -> Progress:
        """One more trial is done; one that an earlier start of the run had measured says nothing of the pace."""
        now = time.monotonic()
        expected = self._seconds.get(variant, 0.0)
        self._done += 1
        self._open_s = max(0.0, self._open_s - expected)
        if measured:
            self._expected_s += expected
            self._taken_s += now - self._last
        self._last = now
        return Progress(self._what, self._done, self._planned, self._left())

    def _left(self) -> float | None:
        if self._expected_s <= 0:
            return None
        return (self._open_s + self._after_s) * self._taken_s / self._expected_s
