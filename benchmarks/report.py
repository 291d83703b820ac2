"""A report of 10^6 samples in 10^4 trials: how long it takes, and how much memory, beside what it may take.

    python benchmarks/report.py                      all shapes
    python benchmarks/report.py --shape bundles      one of them
    python benchmarks/report.py --keep DIR           and leave the run folders there

Three shapes. `bundles`: 25 families with 4 variants in 100 rounds, a trial is 100 executions of a short command.
`calls`: the same, but a trial is one process of a probe that calls its work 100 times. `rounds`: two commands in 5,000
rounds, in bundles. Times are drawn from a law (a shared drift, and noise of their own), so the records are marked as
simulated; nothing is measured but Assay itself.

Each line is a fresh process that does everything up to its stage: reading the record, analysing it, all tables, and the
page instead of the tables. That may take 10 seconds and 1 GiB; the columns after them are shares of it, and status 1
says that one of the last line was above 1. CPU beside it is that of all threads: on a busy machine it tells more.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from assay.plan.model import CommandWork, Family, Look, Pair, Plan, ProbeWork, Variant
from assay.store.reader import RECORDS
from assay.store.records import Header, Iteration, MachineLoad, ProbeReport, Runs, Toolchain, TrialRecord

MAY_TAKE_S, MAY_TAKE_BYTES = 10.0, 2**30
SAMPLES = 100
"""Executions, or calls of the work, in a trial."""
STAGES = ("read", "analyse", "tables", "page")
MS = 1_000_000
STUDY = 'title = "A million samples"\nquestion = "How long does a report of them take?"\n'


@dataclass(frozen=True)
class Shape:
    """What a run is made of."""

    families: int
    variants: int
    rounds: int
    make_work: Callable[[int], CommandWork | ProbeWork]
    make_trial: Callable[
        [Any, float], dict[str, Any]
    ]  # noise of its samples, their level in ns -> what it has of its own

    @property
    def trials(self) -> int:
        """How many there are."""
        return self.families * self.variants * self.rounds


def main() -> int:
    """Makes the run folders and measures each stage of their reports."""
    words = _words()
    if words.stage:
        print(json.dumps(_measured(words.run, words.stage)))
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        home = words.keep or Path(scratch)
        return max(_told(home / shape, shape) for shape in ([words.shape] if words.shape else SHAPES))


def _words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shape", choices=list(SHAPES))
    parser.add_argument("--keep", type=Path, help="make the run folders here, and leave them")
    parser.add_argument("--run", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--stage", choices=STAGES, help=argparse.SUPPRESS)
    return parser.parse_args()


def _told(folder: Path, shape: str) -> int:
    """A line a stage; 1 where all of it takes more than it may."""
    if not (folder / RECORDS).is_file():
        make_run(folder, SHAPES[shape])
    size = (folder / RECORDS).stat().st_size
    trials = SHAPES[shape].trials
    print(f"{shape}: {trials * SAMPLES:,} samples in {trials:,} trials, {size / 2**20:.0f} MiB of records")
    print(f"  {'up to':10}{'time':>8}{'CPU':>9}{'peak':>12}{'of 10 s':>9}{'of 1 GiB':>10}")
    shares = [0.0]
    for stage in STAGES:
        seen = _in_a_fresh_process(folder, stage)
        shares = [seen["seconds"] / MAY_TAKE_S, seen["peak_bytes"] / MAY_TAKE_BYTES]
        told = f"  {stage:10}{seen['seconds']:6.1f} s{seen['cpu']:7.1f} s{seen['peak_bytes'] / 2**20:8.0f} MiB"
        print(f"{told}{shares[0]:9.2f}{shares[1]:10.2f}  {seen['said']}", flush=True)
    return int(max(shares) > 1)


def _in_a_fresh_process(folder: Path, stage: str) -> dict[str, Any]:
    argv = [sys.executable, __file__, "--run", str(folder), "--stage", stage]
    found: dict[str, Any] = json.loads(subprocess.run(argv, check=True, capture_output=True, text=True).stdout)
    return found


def _measured(folder: Path, stage: str) -> dict[str, Any]:
    """Everything up to this stage, imports included."""
    start = time.monotonic()
    said = _do(folder, STAGES.index(stage))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {"seconds": time.monotonic() - start, "cpu": time.process_time(), "peak_bytes": peak, "said": said}


def _do(folder: Path, last: int) -> str:
    from assay.analysis.together import open_runs
    from assay.store.reader import read_records

    if last == 0:
        return f"{len(read_records(folder)):,} records"
    several = open_runs([folder])
    if last == 1:
        return f"{len(several.runs[0].findings.comparisons):,} comparisons"
    if last == 2:
        from assay.tables.catalogue import TABLES

        return f"{sum(make(several).rows for make in TABLES.values()):,} rows"
    from assay.export.catalogue import FORMATS

    written = FORMATS["html"].write(several, folder)
    return f"{sum(one.stat().st_size for one in written) / 2**20:.1f} MiB of page"


def make_run(folder: Path, shape: Shape) -> None:
    """A run folder of one shape."""
    folder.mkdir(parents=True)
    encoder = msgspec.json.Encoder()
    with (folder / RECORDS).open("wb") as stream:
        for record in _records(shape):
            stream.write(encoder.encode(record) + b"\n")


def _records(shape: Shape) -> Iterator[Header | TrialRecord]:
    plan = _plan(shape)
    yield _header(plan)
    rng = np.random.default_rng(1)
    for number in range(1, shape.rounds + 1):
        for family in plan.families:
            shared = 0.01 * rng.normal()
            for position, place in enumerate(rng.permutation(shape.variants)):
                level = 50 * MS * (1 + 0.02 * place) * np.exp(shared + 0.005 * rng.normal())
                own = shape.make_trial(rng.lognormal(0, 0.01, SAMPLES), level)
                yield _trial(family, (number, position, int(place)), own)


def _trial(family: Family, where: tuple[int, int, int], own: dict[str, Any]) -> TrialRecord:
    number, position, place = where
    load = MachineLoad(5_000 * MS, 2, 10 * MS, 20 * MS, 10 * MS)
    return TrialRecord(family.name, number, position, family.variants[place], "timed", "ok", load=load, **own)


def _bundle(noise: Any, level: float) -> dict[str, Any]:
    walls = (noise * level).astype(int)
    runs = _runs(walls, np.arange(SAMPLES) * 50 * MS)
    return {"repeats": SAMPLES, "runs": runs}


def _calls(noise: Any, level: float) -> dict[str, Any]:
    calls = tuple(
        Iteration(True, wall, int(wall * 1.9), 0.97, 2, 1_000_000, 0.99991, 25_000, 1.1, 1.2, 1.9)
        for wall in (noise * level).astype(int).tolist()
    )
    probe = ProbeReport("c", "gcc 12", "CLOCK_MONOTONIC", 20.0, 1.0, calls, True, kernel_threads=2, threads=3)
    total = np.array([sum(one.work_wall_ns for one in calls)])
    return {"runs": _runs(total, total), "probe": probe}


def _runs(walls: Any, started: Any) -> Runs:
    n = len(walls)
    columns = [started, walls, walls - 90_000, walls * 9 // 10, walls // 20]
    counts = [(1_597_440,) * n, (10,) * n, (281,) * n, (730,) * n, (0,) * n]
    return Runs(*(tuple(column.tolist()) for column in columns), *counts)


def _plan(shape: Shape) -> Plan:
    families, variants = [], []
    for number in range(1, shape.families + 1):
        works = [shape.make_work(place) for place in range(1, shape.variants + 1)]
        names = [f"question {number}/way {place}" for place in range(1, shape.variants + 1)]
        variants += [Variant(name, name, work) for name, work in zip(names, works, strict=True)]
        metric = "process_wall_ns" if isinstance(works[0], CommandWork) else "work_wall_ns"
        pairs = [
            Pair(names[0], name, asked, "primary" if asked == metric else "secondary")
            for name in names[1:]
            for asked in (metric, "cpu_ns")
        ]
        looks = (Look(shape.rounds, 0.05),)
        families.append(Family(f"question {number}", "which way takes less time?", tuple(names), tuple(pairs), looks))
    return Plan("million", 1, "full", tuple(variants), tuple(families), units={"count": "count"})


def _header(plan: Plan) -> Header:
    return Header(
        format=1,
        assay="0.1.0",
        created="2026-01-02T03:04:05+00:00",
        study_text=STUDY,
        study_sha256="",
        files={},
        plan=plan,
        machine={"cpus_online": "2", "cpus_allowed": "2", "kernel": "Linux", "cpu_model": "none: times are drawn"},
        toolchains={"c": Toolchain("gcc", "12.2.0")},
        simulated=True,
    )


def _command(place: int) -> CommandWork:
    return CommandWork(f"./way {place}", ("./way", str(place)))


def _probe(place: int) -> ProbeWork:
    return ProbeWork("c", "count", "thread", "posix", arguments={"workers": "2", "step": str(place)})


SHAPES = {
    "bundles": Shape(25, 4, 100, _command, _bundle),
    "calls": Shape(25, 4, 100, _probe, _calls),
    "rounds": Shape(1, 2, 5000, _command, _bundle),
}

if __name__ == "__main__":
    sys.exit(main())
