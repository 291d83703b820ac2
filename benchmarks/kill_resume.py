"""Kills a run with SIGKILL at random places, resumes it, and counts what was lost.

    python benchmarks/kill_resume.py --places 200

Each run compares two small programs that sign a witness file when they have done their work. After each kill:
every trial that the witness knows of is in the record, except the one that was running; what was in the record
before is there unchanged, the plan among it; and no process is left. A run is resumed, and killed again, until it is
complete. Prints the counts; exits 1 if one of them is not what it should be.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from assay.store.reader import RECORDS, read_records
from assay.store.records import Header, TrialRecord

SOURCES = Path(__file__).parent.parent / "src"
ROUNDS = 5
KILLS_OF_ONE_RUN = 4
WHOLE_LINES = 32
"""Lines of a whole record: header, pilots, bundle, timed trials, notes, memory trials."""
LONGEST_DELAY_S = 0.08
"""A bundle takes 50 ms: a kill comes anywhere in a trial, or between two."""
STARTING_S = 1.0
PATIENCE_S = 10.0
PROGRAM = "#!/bin/sh\nsleep 0.004\necho done >> {witness}\n"


class Count:
    """What is added up over all kills."""

    def __init__(self) -> None:
        self.places = self.lost = self.changed = self.left = self.runs = self.incomplete = self.doubled = 0
        self.stages: dict[str, int] = {}

    def faults(self) -> int:
        return self.lost + self.changed + self.left + self.incomplete + self.doubled

    def __str__(self) -> str:
        stages = ", ".join(f"{count} {stage}" for stage, count in sorted(self.stages.items()))
        return (
            f"killed at {self.places} places of {self.runs} runs ({stages})\n"
            f"finished trials lost: {self.lost}\n"
            f"records or plans changed: {self.changed}\n"
            f"kills that left a process: {self.left}\n"
            f"runs that did not complete when resumed: {self.incomplete}\n"
            f"trials measured twice: {self.doubled}"
        )


class Site:
    """One run: its folder, its two programs, their witness."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.witness = folder / "witness"
        self.witness.touch()
        for name in ("one", "two"):
            (folder / name).write_text(PROGRAM.format(witness=self.witness))
            (folder / name).chmod(0o755)

    def start(self) -> subprocess.Popen[bytes]:
        """Begin the run, or go on with it."""
        resume = ["--resume", str(self.run)] if self.run and self.content() else None
        words = ["compare", *(resume or ["./one", "./two", "--rounds", str(ROUNDS)])]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(SOURCES), os.environ.get("PYTHONPATH", "")]),
            "XDG_RUNTIME_DIR": str(self.folder),
        }
        return subprocess.Popen(
            [sys.executable, "-c", f"from assay.cli.main import main; main({words!r})"],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    @property
    def run(self) -> Path | None:
        """The run's folder, once it is there."""
        return next(iter((self.folder / "runs").glob("*")), None)

    def content(self) -> bytes:
        """The whole lines of the record."""
        file = self.run / RECORDS if self.run else None
        content = file.read_bytes() if file and file.exists() else b""
        return content[: content.rfind(b"\n") + 1]

    def trials(self) -> list[TrialRecord]:
        assert self.run is not None
        return [record for record in read_records(self.run) if isinstance(record, TrialRecord)]

    def unrecorded(self) -> int:
        """Runs that the witness has seen and the record has not."""
        recorded = sum(trial.repeats for trial in self.trials()) if self.content() else 0
        return self.witness.read_bytes().count(b"\n") - recorded


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--places", type=int, default=200)
    words.add_argument("--seed", type=int, default=1)
    chosen = words.parse_args()
    draw, count = random.Random(chosen.seed), Count()
    while count.places < chosen.places:
        with tempfile.TemporaryDirectory(prefix="assay-kill-") as folder:
            torment(Site(Path(folder)), draw, min(KILLS_OF_ONE_RUN, chosen.places - count.places), count)
    print(count)
    sys.exit(1 if count.faults() else 0)


def torment(site: Site, draw: random.Random, kills: int, count: Count) -> None:
    """Kill one run several times, then let it end."""
    count.runs += 1
    for line in sorted(draw.randrange(WHOLE_LINES) for _ in range(kills)):
        before, unrecorded = site.content(), site.unrecorded()
        process = site.start()
        reached = wait_for(site, process, line, draw.uniform(0, LONGEST_DELAY_S if line else STARTING_S))
        offspring = descendants(process.pid)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if not reached or process.returncode == 0:
            break  # it was over before its place came: that place is not counted
        count.places += 1
        count.left += not all_gone(offspring)
        count.changed += not site.content().startswith(before)
        # The trial that was running may have signed for each of its runs and yet be unfinished.
        count.lost += max(0, site.unrecorded() - unrecorded - largest_bundle(site))
        stage = stage_of(site)
        count.stages[stage] = count.stages.get(stage, 0) + 1
    finish_and_check(site, count)


def wait_for(site: Site, process: subprocess.Popen[bytes], lines: int, delay_s: float) -> bool:
    """Until the record holds so many lines, and a little longer; False where the run ends before."""
    while site.content().count(b"\n") < lines:
        if process.poll() is not None:
            return False
        time.sleep(0.001)
    time.sleep(delay_s)
    return process.poll() is None


def finish_and_check(site: Site, count: Count) -> None:
    before = site.content()
    status = finish(site)
    trials = site.trials()
    count.incomplete += status != 0 or sum(trial.purpose == "timed" for trial in trials) != 2 * ROUNDS
    count.doubled += len(trials) - len({trial.key for trial in trials})
    count.changed += not site.content().startswith(before)
    count.changed += sum(isinstance(record, Header) for record in read_records(site.run or site.folder)) != 1


def finish(site: Site) -> int:
    process = site.start()
    _, said = process.communicate()
    if process.returncode != 0:
        print(said.decode(), file=sys.stderr)
    return process.returncode


def stage_of(site: Site) -> str:
    """How far the run had come, by its record."""
    if not site.content():
        return "before the header"
    trials = site.trials()
    return f"in {trials[-1].purpose} trials" if trials else "before the first trial"


def largest_bundle(site: Site) -> int:
    """Runs in the largest trial; before bundles are known, a pilot is one run."""
    if not site.content():
        return 1
    sizes = [int(size) for note in read_records(site.run or site.folder) for size in bundle_of(note)]
    return max(sizes, default=1)


def bundle_of(record: object) -> list[str]:
    return list(record.values.values()) if getattr(record, "topic", "") == "bundle" else []  # type: ignore[attr-defined]


def descendants(pid: int) -> list[tuple[int, str]]:
    """Pids, with start times that tell a pid from a later one, of all that a process has started."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    found = []
    for child in map(int, children):
        found += [(child, start_time(child)), *descendants(child)]
    return found


def start_time(pid: int) -> str:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if stat[0] == "Z" else stat[19]


def all_gone(processes: list[tuple[int, str]]) -> bool:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if not any(start and start_time(pid) == start for pid, start in processes):
            return True
        time.sleep(0.01)
    return False


if __name__ == "__main__":
    main()
