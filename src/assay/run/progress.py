"""How far a run has come, for whoever waits for it.

A listener is told between trials, never during one: a screen that is redrawn while something is measured is
measured with it.
"""

import time
from typing import Protocol

from msgspec import Struct


class Progress(Struct, frozen=True):
    """A phase of a run and what is left of it."""

    what: str  # "measuring"
    done: int  # trials
    planned: int  # trials
    left_s: float | None  # None until there is something to go by


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
    """Counts the trials of a phase and says what is left, by the pace so far."""

    def __init__(self, what: str, planned: int) -> None:
        self._what = what
        self._planned = planned
        self._done = 0
        self._measured = 0
        self._began = time.monotonic()

    def finished(self, *, measured: bool) -> Progress:
        """One more trial is done; one that an earlier start of the run had measured says nothing of the pace."""
        self._done += 1
        if measured:
            self._measured += 1
        else:
            self._began = time.monotonic()
        left = max(0, self._planned - self._done)
        pace = (time.monotonic() - self._began) / self._measured if self._measured else None
        return Progress(self._what, self._done, self._planned, None if pace is None else pace * left)
