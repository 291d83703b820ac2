"""Throws changed inputs at all that reads files and programs, and counts what is neither a value nor a sentence.

    python benchmarks/fuzz.py --inputs 1000000 --target probe --processes 2

An input is one of the corpus or of what comes with Assay, after a few changes (tests/fuzz/mutation.py). Each has one
second of CPU time, each process 3 GiB of address space. Prints how far the inputs came, the slowest one, the peak of
memory; each fault once, with its traceback, its input kept in `--keep`. Exits 1 where there was a fault.
"""

import argparse
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tests.fuzz import targets, watch  # noqa: E402
from tests.fuzz.mutation import mutated  # noqa: E402

CHUNK = 500
"""Inputs between two words to the parent."""
STUCK_S = 120.0
"""Without a word for so long, a process is ended: what it was trying listens to nobody."""
POOL = 64
"""Inputs that came far are kept to be changed further, this many."""


@dataclass
class Tally:
    """What came of the inputs of one process, or of all."""

    inputs: int = 0
    reached: Counter[str] = field(default_factory=Counter)
    slowest_s: float = 0.0
    slowest: bytes = b""
    peak: int = 0
    faults: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    last: str = ""  # how far the last input came

    def add(self, other: "Tally") -> None:
        for where in other.faults.keys() - self.faults.keys():
            print(f"fault: {where}", file=sys.stderr, flush=True)
        self.inputs += other.inputs
        self.reached += other.reached
        self.peak = max(self.peak, other.peak)
        if other.slowest_s > self.slowest_s:
            self.slowest_s, self.slowest = other.slowest_s, other.slowest
        for where, (text, content) in other.faults.items():
            known = self.faults.get(where)
            if known is None or len(content) < len(known[1]):
                self.faults[where] = (text, content)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--inputs", type=int, default=2000, help="for each target")
    words.add_argument("--target", choices=list(targets.TARGETS), action="append")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--processes", type=int, default=1)
    words.add_argument("--minutes", type=float, default=1e6, help="for each target; fewer inputs then, and it says so")
    words.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="where inputs that found a fault go")
    chosen = words.parse_args()
    faults = 0
    for name in chosen.target or targets.TARGETS:
        began = time.monotonic()
        tally = fuzz(name, chosen)
        print(said(name, tally, time.monotonic() - began), flush=True)
        keep(chosen.keep / name, tally)
        faults += len(tally.faults)
    sys.exit(1 if faults else 0)


def fuzz(name: str, chosen: argparse.Namespace) -> Tally:
    """All inputs of one target, shared among the processes."""
    whole, folder = Tally(), Path(tempfile.mkdtemp(prefix="assay-fuzz-"))
    share, queue = -(-chosen.inputs // chosen.processes), multiprocessing.Queue()
    crews = [
        Crew(name, share, f"{chosen.seed}/{name}/{place}", folder / str(place), queue)
        for place in range(chosen.processes)
    ]
    began = told = time.monotonic()
    while any(not crew.done for crew in crews):
        for crew in crews:
            crew.look_after(whole)
        while not queue.empty():
            place, part = queue.get()
            whole.add(part)
            next(crew for crew in crews if crew.word == place).heard(part.inputs)
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(f"{name}: {whole.inputs} inputs, {len(whole.faults)} faults", file=sys.stderr, flush=True)
        if told - began > chosen.minutes * 60:
            for crew in crews:
                crew.stop()
        time.sleep(0.05)
    shutil.rmtree(folder, ignore_errors=True)
    return whole


class Crew:
    """One process at work, and the next one where it is lost."""

    def __init__(self, name: str, inputs: int, word: str, notebook: Path, queue: Any) -> None:
        self.name, self.left, self.word, self.notebook, self.queue = name, inputs, word, notebook, queue
        self.starts = 0
        self.process = self._start()

    @property
    def done(self) -> bool:
        return self.left <= 0 and not self.process.is_alive()

    def heard(self, inputs: int) -> None:
        self.left -= inputs
        self.last = time.monotonic()

    def look_after(self, whole: Tally) -> None:
        """A process that says nothing is ended; one that ended early is a fault, and another goes on."""
        if self.process.is_alive() and time.monotonic() - self.last > STUCK_S:
            self.process.kill()
            self.process.join()
        if self.process.is_alive() or self.left <= 0 or not self.queue.empty():
            return
        time.sleep(0.5)
        if not self.queue.empty():
            return
        how = f"the process was lost (status {self.process.exitcode})"
        whole.add(Tally(inputs=1, faults={how: (how, watch.last_input(self.notebook))}))
        self.left -= 1
        if self.left > 0:
            self.process = self._start()

    def stop(self) -> None:
        """That is enough."""
        self.left = 0
        self.process.kill()
        self.process.join()

    def _start(self) -> Any:
        self.starts += 1
        self.last = time.monotonic()
        draw = f"{self.word}/{self.starts}"
        process = multiprocessing.get_context("fork").Process(
            target=work, args=(self.name, self.left, draw, self.notebook, self.queue, self.word)
        )
        process.start()
        return process


def work(name: str, inputs: int, seed: str, notebook: Path, queue: Any, word: str) -> None:
    """One process: so many inputs, each tried alone."""
    watch.limit_memory()
    draw, pages, act = Random(seed), watch.Notebook(notebook), targets.TARGETS[name]
    beginnings = targets.inputs_of(name)
    pool: list[bytes] = list(beginnings)
    while inputs > 0:
        part = Tally()
        for _ in range(min(CHUNK, inputs)):
            content = mutated(chosen_of(pool, draw), draw, beginnings)[: watch.LONGEST_INPUT]
            pages.keep(content)
            one(act, content, part)
            if part.last != targets.REFUSED and len(content) < 20_000:
                pool[len(beginnings) :] = [*pool[len(beginnings) :][-POOL:], content]
        part.peak = watch.peak_memory()
        inputs -= part.inputs
        queue.put((word, part))
    queue.close()
    queue.join_thread()
    targets.tidy()


def chosen_of(pool: list[bytes], draw: Random) -> bytes:
    """The shorter of two: a change of a short one is as likely to matter, and costs less."""
    return min(draw.choice(pool), draw.choice(pool), key=len)


def one(act: Any, content: bytes, tally: Tally) -> None:
    """Try one input."""
    tally.inputs += 1
    reached, seconds = "fault", 0.0
    try:
        reached, seconds = watch.watched(act, content)
    except (Exception, watch.TooSlow) as fault:
        where = place_of(fault)
        if where not in tally.faults:
            tally.faults[where] = ("".join(traceback.format_exception(fault)[-12:]), content)
    tally.reached[reached] += 1
    tally.last = reached
    if seconds > tally.slowest_s:
        tally.slowest_s, tally.slowest = seconds, content


def place_of(fault: BaseException) -> str:
    """What tells one fault from another: its kind, and the last line of ours that it passed."""
    frames = traceback.extract_tb(fault.__traceback__)
    ours = [frame for frame in frames if "/src/assay/" in frame.filename] or frames[-1:]
    last = ours[-1]
    return f"{type(fault).__name__} at {Path(last.filename).name}:{last.lineno}"


def said(name: str, tally: Tally, seconds: float) -> str:
    reached = ", ".join(f"{count} {how}" for how, count in tally.reached.most_common())
    lines = [
        f"{name}: {tally.inputs} inputs in {seconds:.0f} s: {reached}",
        f"  slowest input {tally.slowest_s * 1e3:.0f} ms of CPU time, peak memory {tally.peak / 2**20:.0f} MiB",
        f"  faults: {len(tally.faults)}",
        *(f"\n  {where}\n{text}" for where, (text, _) in tally.faults.items()),
    ]
    return "\n".join(lines)


def keep(folder: Path, tally: Tally) -> None:
    for _, content in tally.faults.values():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / sha256(content).hexdigest()[:12]).write_bytes(content)


if __name__ == "__main__":
    main()
