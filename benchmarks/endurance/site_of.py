"""One run under torture: where it lies, how it is started and resumed, and what a witness saw of it.

The witness stands beside the record file: a byte for each record that the program has been told is safe.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from forked import Forked
from processes import MARK, all_gone

from assay.analysis.analyse import analyse
from assay.errors import AssayError
from assay.store.reader import RECORDS, read_records
from assay.store.records import TrialRecord

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "src"
LONGEST_S = 60.0
"""No start of any campaign takes so long; one that does hangs."""
NEW_PROCESS = 0.15
"""Share of the starts that are processes of their own."""
Started = subprocess.Popen[str] | Forked
PROGRAM = "#!/bin/sh\n# {name}\nsleep 0.004\n"
COMPILER = '#!/bin/sh\n[ "$1" = --version ] && exec echo "gcc (Made) $(cat "{folder}/version")"\nexec gcc "$@"\n'
START = """
import os, sys, faulthandler, signal
faulthandler.register(signal.SIGUSR1)
{prologue}
from assay.store import writer
seen = os.open({witness!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC)
append = writer.RecordWriter.append
def witnessed(self, record):
    append(self, record)
    os.write(seen, b"x")
writer.RecordWriter.append = witnessed
import assay.cli.main
from assay.cli import show
show.leave_page = lambda result: None  # seconds of drawing after each run that ends; written whole or not at all
open({begun!r}, "w").close()
assay.cli.main.main({words!r})
"""


class Site:
    """A run of one campaign: "long" (simulated), "programs" (two commands), or "built" (a probe)."""

    def __init__(self, campaign: str, folder: Path, draw: Random) -> None:
        self.campaign, self.folder, self.draw = campaign, folder, draw
        self.runs, self.witness, self.begun = folder / "runs", folder / "witness", folder / "begun"
        self.mark = f"{os.getpid()}-{draw.getrandbits(48):x}"
        self.moved: Path | None = None
        self.said, self.starts = "", 0
        self.witness.touch()
        (folder / "tmp").mkdir()
        for name in ("one", "two"):
            self.write_program(name)
        self.write_compiler("12.2.0")

    def write_program(self, name: str, remark: str = "") -> None:
        """A command to be compared."""
        (self.folder / name).write_text(PROGRAM.format(name=name + remark))
        (self.folder / name).chmod(0o755)

    def write_compiler(self, version: str) -> None:
        """The compiler that builds the probe, as it says of itself."""
        (self.folder / "version").write_text(version)
        (self.folder / "gcc-made").write_text(COMPILER.format(folder=self.folder))
        (self.folder / "gcc-made").chmod(0o755)

    @property
    def simulated(self) -> bool:
        return self.campaign == "long"

    @property
    def verb(self) -> str:
        return "compare" if self.campaign == "programs" else "run"

    @property
    def run(self) -> Path | None:
        """The run's folder, once it is there."""
        if self.moved is not None:
            return self.moved
        begun = [path for path in self.runs.glob("*") if (path / RECORDS).exists()]
        return max(begun, key=lambda path: (path / RECORDS).stat().st_size, default=None)  # one may have no header

    def words(self) -> list[str]:
        """What is typed to begin, or to go on."""
        go_on = ["--resume", str(self.run)] if self.lines() > 0 else None
        aside = ["--simulate"] if self.simulated else []
        if go_on:
            return [self.verb, *go_on, *aside]
        asked = {
            "long": [str(HERE / "long" / "study.toml"), "--seed", "7"],
            "programs": ["./one", "./two", "--rounds", "5", "--seed", "7"],
            "built": [str(HERE / "built" / "study.toml"), "--seed", "7"],
        }[self.campaign]
        return [self.verb, *asked, *aside, "--runs", str(self.runs)]

    def start(self, prologue: str = "", environment: dict[str, str] | None = None) -> Started:
        """Begin the run, or go on with it; what is in its environment from the first moment takes a new process."""
        self.begun.unlink(missing_ok=True)
        self.starts += 1
        program = START.format(prologue=prologue, witness=str(self.witness), begun=str(self.begun), words=self.words())
        if environment is None and self.draw.random() > NEW_PROCESS:
            act = lambda: exec(compile(program, "start", "exec"), {"__name__": "start"})  # noqa: E731
            return Forked(act, self.folder, self.environment(), self.folder / f"said-{self.starts}")
        return subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=self.folder,
            env={**self.environment(), **(environment or {})},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(SOURCES), os.environ.get("PYTHONPATH", "")]),
            "XDG_RUNTIME_DIR": str(self.folder / "tmp"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "ASSAY_CC": str(self.folder / "gcc-made"),
            "OPENBLAS_NUM_THREADS": "1",
            MARK: self.mark,
        }

    def end(self, process: Started) -> int:
        """Wait for it; its status, and what it said in `said`."""
        try:
            _, self.said = process.communicate(timeout=LONGEST_S)
        except (subprocess.TimeoutExpired, TimeoutError):
            process.send_signal(signal.SIGUSR1)  # where does it stand?
            time.sleep(1)
            process.kill()
            _, self.said = process.communicate()
            self.said += "\nit hung"
        return process.returncode

    def content(self) -> bytes:
        """The whole lines of the record."""
        try:
            content = (self.run / RECORDS).read_bytes() if self.run else b""
        except FileNotFoundError:
            return b""
        return content[: content.rfind(b"\n") + 1]

    def lines(self) -> int:
        return self.content().count(b"\n")

    def witnessed(self) -> int:
        """Records that the program was told are safe."""
        return self.witness.stat().st_size

    def forget(self, lines: int) -> None:
        """What the torturer took from the record himself, no witness can ask for."""
        os.truncate(self.witness, min(lines, self.witnessed()))

    def nobody_left(self) -> bool:
        return all_gone(self.mark)

    def records(self) -> list[Any]:
        return list(read_records(self.run)) if self.run else []

    def trial_lines(self) -> list[bytes]:
        """The trials, byte for byte."""
        return [line for line in self.content().split(b"\n") if line.startswith(b'{"record":"trial"')]

    def complete(self) -> bool:
        """Whether every planned timed trial is there, each once."""
        trials = [one for one in self.records() if isinstance(one, TrialRecord)]
        planned = {"programs": 10, "built": 24}.get(self.campaign)
        timed = sum(one.purpose == "timed" for one in trials)
        return len({one.key for one in trials}) == len(trials) and (planned is None or timed == planned)

    def findings(self) -> Any:
        """All that can be said of it, but for its place."""
        from assay.report.document import to_json

        try:
            return json.loads(json.dumps(to_json(analyse(self.records(), run=""))))
        except AssayError as error:
            return str(error)

    def size(self) -> int:
        """Bytes of the record, now."""
        try:
            return (self.run / RECORDS).stat().st_size if self.run else 0
        except FileNotFoundError:
            return 0

    def wait_for(self, process: Started, size: int, delay_s: float) -> bool:
        """Until the record holds so many bytes, and a little longer; False where the run ends before."""
        until = time.monotonic() + LONGEST_S
        while self.size() < size and time.monotonic() < until:
            if process.poll() is not None:
                return False
            time.sleep(0.001)
        time.sleep(delay_s)
        return process.poll() is None
