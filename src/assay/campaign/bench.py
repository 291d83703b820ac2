"""What every run needs besides its plan: a launcher, a place for its record, someone to tell, and the machine."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from assay import __version__
from assay.plan.model import Plan
from assay.run.locks import machine_lock
from assay.run.progress import Listener
from assay.run.request import Launcher, Report, Request
from assay.store.folder import RunFolder
from assay.store.records import FORMAT, Header, Toolchain


class Bench(Struct, frozen=True):
    """Where and with what is measured."""

    launch: Callable[[], Launcher]  # called once the machine is ours
    listener: Listener
    runs: Path
    facts: Callable[[], dict[str, str]]  # of the machine, by name
    invocation: tuple[str, ...] = ()  # the words that were typed
    wait: bool = False  # for another run to end

    def alone(self) -> AbstractContextManager[None]:
        """The machine for ourselves: two runs would measure each other."""
        return machine_lock(self.listener.say if self.wait else None)


class NoLauncher:
    """Stands where nothing is to be measured: a study of published numbers only."""

    simulated = False

    def run(self, request: Request) -> Report:
        """Nobody may ask."""
        raise AssertionError(f"nothing was to run, and yet {request.variant} was asked for")

    def pass_over(self, request: Request) -> None:
        """Nobody did."""

    def close(self) -> None:
        """Nothing to end."""


@contextmanager
def launcher_of(bench: Bench, *, needed: bool = True) -> Iterator[Launcher]:
    """A launcher with the machine to itself; a simulated one measures nothing and needs no machine."""
    launcher = bench.launch() if needed else NoLauncher()
    try:
        with bench.alone() if needed and not launcher.simulated else nullcontext():
            yield launcher
    finally:
        launcher.close()


def begin(folder: RunFolder, header: Header) -> None:
    """Write the first line; where that fails, no empty run is left behind."""
    try:
        folder.append(header)
    except BaseException:
        folder.discard()
        raise


class Source(Struct, frozen=True):
    """What was asked, in the words it was asked in, and what builds it."""

    text: str
    files: Mapping[str, str]  # all that rulings need
    toolchains: Mapping[str, Toolchain]


def header_of(bench: Bench, plan: Plan, source: Source, *, simulated: bool) -> Header:
    """The first line of the record."""
    return Header(
        format=FORMAT,
        assay=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        study_text=source.text,
        study_sha256=hashlib.sha256(source.text.encode()).hexdigest(),
        files=dict(source.files),
        plan=plan,
        machine=bench.facts(),
        toolchains=dict(source.toolchains),
        simulated=simulated,
        invocation=bench.invocation,
    )
