"""Assay's error rates on this machine, measured, beside hyperfine judged by its own significance script.

    python benchmarks/error_rates.py                                        a look, in about two minutes
    python benchmarks/error_rates.py --pairs 200 --tries 100 --times 3      for the record, in about 45 minutes

A/A: pairs of one and the same 25 ms loop, ten rounds each, once with the machine left alone and once beside a
neighbour that computes in bursts. Flagged: the 95 % interval of the ratio excludes 1. In turn with each pair,
hyperfine -N runs the same loop ten times and ten times again, and the rule of its own welch_ttest.py (Welch's t-test,
p < 0.05) is applied to what it exports.

Planted: the same binary with 2 % and with 5 % more units of work, forty rounds. Found: the verdict is "slower".
Inside: the planted ratio lies in the interval. A process takes time besides its units; how much is measured first, and
so many units are added that the wall time as a whole, not just the loop, takes 2 % or 5 % more.

A round runs each command once. With --bundle planted effects are measured as `assay compare` does it: each command as
often as fills 50 ms, the median counts.

Every time is kept as a line of JSON in the file named by --log, so that an interrupted job goes on where it stopped.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from assay.analysis.comparisons import look_at
from assay.analysis.model import Comparison
from assay.catalogue import launcher_path
from assay.plan.compare import compare_plan
from assay.plan.order import trials_of_round
from assay.run.bundle import bundle_sizes
from assay.run.execute import Options
from assay.run.native import NativeLauncher
from assay.run.progress import Silence
from assay.run.session import Session, Setup

KERNELS = Path(__file__).parent / "kernels"
LOOP_MS = 25
AA_ROUNDS = 10
PLANTED_ROUNDS = 40
EFFECTS = (0.02, 0.05)
CALIBRATION = 100


@dataclass(frozen=True)
class Plain:
    """A command as the session runs it."""

    argv: tuple[str, ...]
    environment: None = None
    cwd: str = ""


class Forgetful:
    """A record that keeps nothing: what is asked here is the verdict."""

    def append(self, record: object) -> None:
        """Take it and let it go."""


def built(name: str, folder: Path, *flags: str) -> str:
    """The path of a compiled kernel."""
    target = folder / name
    subprocess.run(["gcc", "-O2", "-o", str(target), str(KERNELS / f"{name}.c"), *flags], check=True)
    return str(target)


def units_for(spin: str, launcher: NativeLauncher) -> int:
    """Units of work that take about `LOOP_MS`, from the fastest of nine tries."""
    tried = 10_000_000
    return int(tried * LOOP_MS * 1e6 / min(measured(launcher, spin, tried) for _ in range(9)))


def units_beside(spin: str, launcher: NativeLauncher, units: int) -> float:
    """What a process takes besides its units, in units: where the line through half and all of them meets zero."""
    half, whole = [], []
    for _ in range(CALIBRATION):
        half.append(measured(launcher, spin, units // 2))
        whole.append(measured(launcher, spin, units))
    slope = (median(whole) - median(half)) / (units - units // 2)
    return median(whole) / slope - units


def measured(launcher: NativeLauncher, spin: str, units: int) -> int:
    """Wall time of one run, in ns."""
    from assay.run.request import Request

    return launcher.run(Request(variant="pilot", argv=(spin, str(units)))).runs[0].wall_ns


def compared(
    launcher: NativeLauncher, spin: str, units: tuple[int, int], rounds: int, seed: int, repeats: int = 1
) -> Comparison:
    """One comparison through plan, order, launcher, record and decision."""
    words = [f"{spin} {count:012d}" for count in units]
    plan = compare_plan(words, names=("a", "b"), seed=seed, rounds=rounds)
    session = Session(launcher, Forgetful(), Silence())
    setups = {variant.name: Setup(Plain(variant.work.argv), Options(repeats=repeats)) for variant in plan.variants}
    session.prepare(setups)
    family = plan.families[0]
    for number in range(1, rounds + 1):
        session.run(trials_of_round(plan, family, number))
    found = look_at(session.records, family, family.looks[-1], plan.mode)
    return next(one for one in found if one.role == "primary")


def hyperfine_flags(spin: str, units: int, folder: Path) -> bool:
    """Whether hyperfine's own significance script would call the same loop different from itself."""
    from scipy.stats import ttest_ind

    command, exported = f"{spin} {units:012d}", folder / "peer.json"
    words = ["hyperfine", "-N", "--runs", str(AA_ROUNDS), "--style", "none", "--export-json", str(exported)]
    subprocess.run([*words, command, command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    first, second = (result["times"] for result in json.loads(exported.read_text())["results"])
    return bool(ttest_ind(first, second, equal_var=False).pvalue < 0.05)


@contextmanager
def neighbour(program: str, wanted: bool) -> Iterator[None]:
    """A disturbing process beside us, if wanted, ended by its own process id."""
    process = subprocess.Popen([program]) if wanted else None
    try:
        yield
    finally:
        if process:
            process.kill()
            process.wait()


class Log:
    """Lines of JSON by key; what is there is not measured again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.known = {line["key"]: line for line in map(json.loads, lines)}

    def keep(self, key: str, **values: object) -> None:
        """Append one line."""
        line = {"key": key, **values}
        self.known[key] = line
        with self._path.open("a") as file:
            file.write(json.dumps(line) + "\n")


def aa(log: Log, launcher: NativeLauncher, programs: dict[str, str], options: argparse.Namespace, time: int) -> None:
    """All A/A pairs of one time, quiet and disturbed."""
    peer = shutil.which("hyperfine") is not None
    for condition in ("quiet", "disturbed"):
        with neighbour(programs["disturb"], condition == "disturbed"), tempfile.TemporaryDirectory() as folder:
            units = units_for(programs["spin"], launcher)
            for pair in range(options.pairs):
                key = f"aa/{time}/{condition}/{pair}"
                if key in log.known:
                    continue
                one = compared(launcher, programs["spin"], (units, units), AA_ROUNDS, seed=1000 * time + pair)
                flagged = not one.low <= 1 <= one.high
                theirs = hyperfine_flags(programs["spin"], units, Path(folder)) if peer else None
                log.keep(key, flagged=flagged, verdict=one.verdict, low=one.low, high=one.high, hyperfine=theirs)
                progress(f"A/A time {time}, {condition}", pair + 1, options.pairs)
        rows = rows_of(log, f"aa/{time}/{condition}/")
        ours, theirs = sum(row["flagged"] for row in rows), sum(bool(row["hyperfine"]) for row in rows)
        beside = f"hyperfine with its Welch rule {theirs}" if peer else "hyperfine is not installed here"
        say(f"A/A time {time} {condition}: {ours} of {len(rows)} flagged ({beside}); allowed 18 of 200")


def planted(
    log: Log, launcher: NativeLauncher, programs: dict[str, str], options: argparse.Namespace, time: int
) -> None:
    """All planted effects of one time."""
    units = units_for(programs["spin"], launcher)
    beside = units_beside(programs["spin"], launcher, units)
    repeats = bundle_sizes(dict.fromkeys("ab", LOOP_MS / 1e3), PLANTED_ROUNDS)["a"] if options.bundle else 1
    for attempt in range(options.tries):
        for effect in EFFECTS:
            key = f"planted/{time}/{effect}/{attempt}"
            if key in log.known:
                continue
            more = round(units + effect * (units + beside))
            one = compared(launcher, programs["spin"], (units, more), PLANTED_ROUNDS, 5000 * time + attempt, repeats)
            log.keep(key, verdict=one.verdict, low=one.low, high=one.high, ratio=one.ratio)
        progress(f"planted, time {time}", attempt + 1, options.tries)
    for effect in EFFECTS:
        rows = rows_of(log, f"planted/{time}/{effect}/")
        found = sum(row["verdict"] == "slower" for row in rows)
        inside = sum(row["low"] <= 1 + effect <= row["high"] for row in rows)
        say(f"planted time {time} +{effect:.0%}: found {found} of {len(rows)}, truth inside the interval {inside}")


def rows_of(log: Log, prefix: str) -> list[dict[str, object]]:
    """The lines of one condition."""
    return [line for key, line in log.known.items() if key.startswith(prefix)]


def progress(what: str, done: int, total: int) -> None:
    """A line that overwrites itself."""
    if sys.stderr.isatty() or done % 20 == 0:
        print(f"\r{what}: {done} of {total} ", end="", file=sys.stderr, flush=True)


def say(text: str) -> None:
    """One result."""
    print(f"\n{text}", flush=True)


def main() -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--tries", type=int, default=10)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--only", choices=("aa", "planted"))
    parser.add_argument("--bundle", action="store_true")
    parser.add_argument("--log", type=Path, default=Path("build/error_rates.jsonl"))
    options = parser.parse_args()
    options.log.parent.mkdir(parents=True, exist_ok=True)
    log = Log(options.log)
    with tempfile.TemporaryDirectory() as folder:
        programs = {"spin": built("spin", Path(folder)), "disturb": built("disturb", Path(folder), "-lm")}
        launcher = NativeLauncher(launcher_path())
        try:
            for time in range(1, options.times + 1):
                for job in (aa, planted):
                    if options.only in (None, job.__name__):
                        job(log, launcher, programs, options, time)
        finally:
            launcher.close()


if __name__ == "__main__":
    main()
