"""Writes the files of a report and names each on standard output; how far it is, on standard error."""

import threading
import time
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from assay.analysis.several import Several
from assay.cli.screen import SHOW_FROM_S, Screen
from assay.export.catalogue import FORMATS, Format
from assay.run.progress import Progress


class Formats(click.ParamType[tuple[str, ...]]):
    """Names of formats, with commas between them."""

    name = "formats"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Each of them; what is none is refused with the one that was probably meant."""
        if isinstance(value, tuple):
            return value
        words = tuple(word.strip().lower() for word in str(value).split(",") if word.strip())
        for word in words or (str(value),):
            if word not in FORMATS:
                close = get_close_matches(word, FORMATS, n=1)
                meant = f'did you mean "{close[0]}"?' if close else f"there are: {self.known()}"
                self.fail(f"expected a format, found {word!r}; {meant}", param, ctx)
        return words

    @staticmethod
    def known() -> str:
        """All of them, as the help lists them."""
        return ", ".join(FORMATS)


def export_all(several: Several, formats: Sequence[str], folder: Path) -> int:
    """Every format, into one folder."""
    for name in formats:
        FORMATS[name].refuse_simulated(several)  # before anything is written
    for name in formats:
        for place in write_one(several, FORMATS[name], folder):
            click.echo(place)
    return 0


def place_of(several: Several, folders: Sequence[Path], *, redact: bool) -> Path:
    """A run's own folder; for several runs one where the command runs, and for what is given away one of its own."""
    if len(folders) == 1 and not redact:
        return folders[0]
    return Path(f"report-{several.runs[0].findings.study}{'-redacted' if redact else ''}")


def write_one(several: Several, one: Format, folder: Path) -> list[Path]:
    """The files of one format; how far that is, where it takes a while, or that it is under way where it cannot say."""
    began = time.monotonic()
    with Screen() as screen:

        def told(done: int, planned: int) -> None:
            each = (time.monotonic() - began) / done if done else None
            left = None if each is None else each * (planned - done)
            screen.advanced(Progress(one.name, done, planned, left, one.counted))

        waiting = threading.Timer(SHOW_FROM_S, screen.say, [f"{one.name}: being made ..."])
        waiting.daemon = True
        if not one.many:
            waiting.start()
        try:
            return one.write(several, folder, told)
        finally:
            waiting.cancel()
