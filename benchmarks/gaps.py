"""Time between the end of one trial and the start of the next one, read from the records of real runs.

    python benchmarks/gaps.py [RUN_FOLDER ...]

In a bundle: between two runs of one command, back to back. Between trials: from the last run of a trial to the first
run of the next one of the same round, with everything Assay does in between (reading what was printed, writing the
record, asking for the next one). Without a folder it makes two runs first: a comparison of two commands that do
nothing, for the bundles, and the tour, for the trials of a study.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

from assay.store.reader import read_records
from assay.store.records import TrialRecord


def in_bundle(trial: TrialRecord) -> Iterator[int]:
    """Gaps in ns between the runs of one trial."""
    if trial.runs is None:
        return
    spans = zip(trial.runs.started_ns, trial.runs.wall_ns, strict=True)
    for (start, wall), (following, _) in pairwise(spans):
        yield following - (start + wall)


def between(trials: Iterable[TrialRecord]) -> Iterator[int]:
    """Gaps in ns between trials that follow each other in one round of one family."""
    for first, second in pairwise(trials):
        if (first.family, first.round) == (second.family, second.round) and first.runs and second.runs:
            yield second.runs.started_ns[0] - (first.runs.started_ns[-1] + first.runs.wall_ns[-1])


def row(name: str, gaps: list[int], mark_ms: float) -> str:
    """One line of the result."""
    if len(gaps) < 2:
        return f"{name:<14} no gaps in this run"
    high = quantiles(gaps, n=20)[-1] / 1e6
    middle = median(gaps) / 1e6
    return f"{name:<14} median {middle:.4f} ms, 95th percentile {high:.4f} ms, {len(gaps)} gaps; mark {mark_ms} ms"


def fresh_runs(folder: str) -> list[str]:
    """Two runs made now."""
    assay = [sys.executable, "-c", "from assay.cli.main import main; main()"]
    for words in (["compare", "--rounds", "20", "true", "true"], ["run", "tour", "--quick"]):
        subprocess.run([*assay, *words, "--wait", "--runs", folder], check=True, stdout=subprocess.DEVNULL)
    return sorted(map(str, Path(folder).iterdir()))


def main() -> None:
    """Print both gaps of each run named, or of two new ones."""
    with tempfile.TemporaryDirectory() as folder:
        print_gaps(sys.argv[1:] or fresh_runs(folder))


def print_gaps(names: list[str]) -> None:
    """Two lines a run."""
    for name in names:
        records = read_records(Path(name))
        timed = [one for one in records if isinstance(one, TrialRecord) and one.purpose == "timed"]
        print(name)
        print(" ", row("in a bundle", [gap for trial in timed for gap in in_bundle(trial)], 0.15))
        print(" ", row("between trials", list(between(timed)), 1.0))


if __name__ == "__main__":
    main()
