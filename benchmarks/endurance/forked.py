"""Starts of Assay that cost little: a copy of this process, in which all of it is imported, instead of a new one.

What an interruption can meet is the same from the reading of the words on; a share of all starts are new processes
nevertheless. Looks like a `Popen` to its users.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

ASKED_FOR = (
    "scipy.special",
    "scipy.stats",
    "numpy.random",
    "assay.campaign.commands",
    "assay.campaign.studies",
    "assay.cli.bench",
    "assay.cli.page",
    "assay.cli.run",
    "assay.cli.compare",
    "assay.cli.screen",
    "assay.cli.show",
    "assay.report.terminal",
    "assay.report.claims",
    "assay.report.document",
    "assay.run.native",
    "assay.run.simulated",
    "assay.run.facts",
    "assay.store.folder",
    "assay.toolchain",
)
"""What every start would import sooner or later."""
STEP_S = 0.002


class Forked:
    """One copy at work."""

    def __init__(self, act: Callable[[], None], cwd: Path, environment: dict[str, str], said: Path) -> None:
        self._said = said
        self.returncode: int | None = None
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            _become(act, cwd, environment, said)

    def poll(self) -> int | None:
        """Its status, once it has ended."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float = 1e9) -> tuple[str, str]:
        """Wait for it; nothing, and what it said on standard error."""
        until = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > until:
                raise TimeoutError
            time.sleep(STEP_S)
        return "", self._said.read_text(errors="replace") if self._said.exists() else ""


def _become(act: Callable[[], None], cwd: Path, environment: dict[str, str], said: Path) -> None:
    """In the copy: what a new process would find around it, then the act, then the end."""
    status = 1
    try:
        os.chdir(cwd)
        os.environ.clear()
        os.environ.update(environment)
        nothing = os.open(os.devnull, os.O_RDWR)
        errors = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        for number, target in ((0, nothing), (1, nothing), (2, errors)):
            os.dup2(target, number)
        os.closerange(3, 256)
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", closefd=False, buffering=1)  # noqa: SIM115
        signal.signal(signal.SIGINT, signal.default_int_handler)
        act()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        try:
            sys.stderr.flush()
        finally:
            os._exit(status)
