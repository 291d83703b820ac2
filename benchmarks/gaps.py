"""How long Assay keeps a machine waiting: from one trial's end to the next one's start, and between runs of a bundle.

    python benchmarks/gaps.py runs/2026-01-31-count-a1b2c3

Reads the record of a run; measures nothing itself.
"""

import sys
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

from assay.store.reader import read_records
from assay.store.records import Runs, TrialRecord


def main() -> None:
    for name in sys.argv[1:]:
        billed = [record.runs for record in read_records(Path(name)) if isinstance(record, TrialRecord) and record.runs]
        print(name)
        print(f"  between trials: {described([gap_ms(one, other) for one, other in pairwise(billed)])}")
        print(f"  between the runs of a bundle: {described([gap for runs in billed for gap in inner_gaps_ms(runs)])}")


def gap_ms(earlier: Runs, later: Runs) -> float:
    return (later.started_ns[0] - earlier.started_ns[-1] - earlier.wall_ns[-1]) / 1e6


def inner_gaps_ms(runs: Runs) -> list[float]:
    ends = [start + wall for start, wall in zip(runs.started_ns, runs.wall_ns, strict=True)]
    return [(start - end) / 1e6 for end, start in zip(ends, runs.started_ns[1:], strict=False)]


def described(gaps: list[float]) -> str:
    if len(gaps) < 2:
        return "none"
    return f"median {median(gaps):.4f} ms, 9 in 10 under {quantiles(gaps, n=10)[-1]:.4f} ms ({len(gaps)} gaps)"


if __name__ == "__main__":
    main()
