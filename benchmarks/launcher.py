"""What Assay's launcher adds to a short command: beside the least loop in C there can be, and beside hyperfine -N.

    python benchmarks/launcher.py [--rounds 40] [--repeats 100] [--seed 1] [command ...]

Each round runs the command (/bin/true) so often under the launcher, under kernels/bare_loop.c (vfork, execve, wait4)
and under hyperfine -N, in an order drawn by a fair coin, all in one environment. The value of a round is the median
wall time; the ratio is the Hodges-Lehmann estimate over the rounds with its exact 95 % interval. Also printed: the time
from the end of one run to the start of the next within a bundle, and from one request to the next.
"""

import argparse
import json
import math
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median

from assay.catalogue import launcher_path
from assay.run.native import NativeLauncher
from assay.run.request import Report, Request
from assay.stats.hodges_lehmann import hodges_lehmann_interval

LOOP = Path(__file__).parent / "kernels" / "bare_loop.c"
MARK = 1.05  # the upper end of the interval of launcher / bare loop has to stay below it
GAP_MARK_NS = 150_000
FEWEST_ROUNDS = 20


class Launched:
    """The launcher as one of the contestants; remembers the pauses it made."""

    def __init__(self, launcher: NativeLauncher, request: Request) -> None:
        self._launcher = launcher
        self._request = request
        self._ended_ns = 0
        self.gaps_ns: list[int] = []
        self.between_ns: list[int] = []

    def __call__(self) -> float:
        self._launcher.run(Request("warm", ("true",)))  # whoever ran before, this is the request before
        report = self._run()
        self.gaps_ns += [later.started_ns - run.started_ns - run.wall_ns for run, later in pairwise(report.runs)]
        first_end_ns = self._ended_ns
        self.between_ns.append(self._run().runs[0].started_ns - first_end_ns)
        return median(run.wall_ns for run in report.runs)

    def _run(self) -> Report:
        report = self._launcher.run(self._request)
        if report.error or any(run.exit_code for run in report.runs):
            raise SystemExit(f"{self._request.argv[0]}: {report.error or 'did not end with exit status 0'}")
        self._ended_ns = report.runs[-1].started_ns + report.runs[-1].wall_ns
        return report


def build_loop(folder: Path) -> Path:
    target = folder / "bare_loop"
    subprocess.run(["cc", "-O2", "-o", target, LOOP], check=True)
    return target


def bare(loop: Path, command: list[str], repeats: int) -> float:
    path = shutil.which(command[0])
    words = [str(loop), str(repeats), str(path), *command[1:]]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return median(int(line) for line in done.stdout.split())


def hyperfine(program: str, command: list[str], repeats: int, folder: Path) -> float:
    export = folder / "hyperfine.json"
    words = [program, "-N", "--style=none", f"--runs={repeats}", f"--export-json={export}", " ".join(command)]
    subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return float(json.loads(export.read_text())["results"][0]["median"]) * 1e9


def measured(contestants: dict[str, Callable[[], float]], rounds: int, seed: int) -> dict[str, list[float]]:
    """Median wall times in ns, a list per contestant, a value per round."""
    coin = random.Random(seed)
    values: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name in coin.sample(list(contestants), len(contestants)):
            values[name].append(contestants[name]())
    return values


def ratio(values: dict[str, list[float]], candidate: str, baseline: str) -> tuple[float, float, float]:
    logs = [math.log(a / b) for a, b in zip(values[candidate], values[baseline], strict=True)]
    found = hodges_lehmann_interval(logs, 0.05)
    return math.exp(found.estimate), math.exp(found.low), math.exp(found.high)


def print_ratio(values: dict[str, list[float]], baseline: str, mark: float) -> None:
    estimate, low, high = ratio(values, "launcher", baseline)
    kept = "met" if high < mark else "missed"
    print(f"launcher / {baseline}: {estimate:.4f} (95 %: {low:.4f} to {high:.4f}); below {mark:g}: {kept}")


def print_findings(values: dict[str, list[float]], launched: Launched) -> None:
    for name, times in values.items():
        print(f"{name:10} {median(times) / 1000:9.1f} us   median of {len(times)} rounds")
    print_ratio(values, "bare loop", MARK)
    if "hyperfine" in values:
        print_ratio(values, "hyperfine", 1.0)
    else:
        print("hyperfine is not installed: not compared with it")
    gap_ns = median(launched.gaps_ns)
    print(
        f"from one run to the next in a bundle: {gap_ns / 1000:.1f} us median;"
        f" below {GAP_MARK_NS // 1000} us: {'met' if gap_ns < GAP_MARK_NS else 'missed'}"
    )
    print(f"from one request to the next: {median(launched.between_ns) / 1000:.0f} us median")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=100, help="runs of the command in a round of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("command", nargs="*", default=["/bin/true"])
    chosen = parser.parse_args()
    if chosen.rounds < FEWEST_ROUNDS:
        parser.error(f"--rounds: expected at least {FEWEST_ROUNDS}, found {chosen.rounds}")
    return chosen


def main() -> None:
    chosen = options()
    with tempfile.TemporaryDirectory() as name, NativeLauncher(launcher_path()) as launcher:
        folder = Path(name)
        loop = build_loop(folder)
        launched = Launched(launcher, Request("x", tuple(chosen.command), repeat=chosen.repeats))
        contestants: dict[str, Callable[[], float]] = {
            "bare loop": lambda: bare(loop, chosen.command, chosen.repeats),
            "launcher": launched,
        }
        if program := shutil.which("hyperfine"):
            contestants["hyperfine"] = lambda: hyperfine(program, chosen.command, chosen.repeats, folder)
        print_findings(measured(contestants, chosen.rounds, chosen.seed), launched)


if __name__ == "__main__":
    main()
