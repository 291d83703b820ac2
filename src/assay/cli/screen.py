"""What the user sees: results on standard output, all that is said meanwhile on standard error.

Nothing is redrawn while something is measured, and not more than twice a second between.
"""

import sys
import time
from types import TracebackType
from typing import Any

import click

from assay.run.progress import Progress
from assay.units import duration_text

SHOW_FROM_S = 2.0
"""What lasts no longer needs no progress."""
REDRAW_S = 0.5
LINE_EVERY_S = 30.0
"""Where standard error is a file, a line now and then."""


class Screen:
    """A listener that shows where the run stands; a `with` takes the last line off the screen."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._bar: Any = None
        self._began: float | None = None
        self._shown = 0.0
        self._task: Any = None

    def __enter__(self) -> "Screen":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ended()

    def say(self, sentence: str) -> None:
        """One line, at once."""
        self.ended()
        click.echo(sentence, err=True)

    def advanced(self, progress: Progress) -> None:
        """Another trial is done."""
        now = time.monotonic()
        self._began = self._began or now
        lasts = now - self._began + (progress.left_s or 0.0)
        if lasts < SHOW_FROM_S or now - self._shown < (REDRAW_S if self._terminal else LINE_EVERY_S):
            return
        if not self._terminal and now - self._began < LINE_EVERY_S:
            return
        self._shown = now
        if self._terminal:
            self._draw(progress)
        else:
            click.echo(_line(progress), err=True)

    def ended(self) -> None:
        """Nothing runs any more."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _draw(self, progress: Progress) -> None:
        if self._bar is None:
            self._bar = _new_bar()
            self._task = self._bar.add_task("", total=None, left="")
            self._bar.start()
        self._bar.update(
            self._task,
            description=progress.what,
            completed=progress.done,
            total=progress.planned,
            left=_left(progress),
        )
        self._bar.refresh()


def _new_bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as RichProgress

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[left]}"))
    return RichProgress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)


def _line(progress: Progress) -> str:
    left = _left(progress)
    return f"{progress.what}: {progress.done} of {progress.planned} {progress.noun}{', ' if left else ''}{left}"


def _left(progress: Progress) -> str:
    return "" if progress.left_s is None else f"{duration_text(progress.left_s)} left"
