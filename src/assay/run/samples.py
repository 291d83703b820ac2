"""Sums up the times that a workload took itself; says what is wrong with them, if anything is.

Comes in: all of them, or a log-linear histogram. Goes out: their count and nearest-rank quantiles: the smallest value
that at least so many of them do not exceed; of a histogram, the lower end of the cell it lies in.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, pairwise

from assay.run.messages import Samples
from assay.store.records import SampleSummary

MOST_RAW = 100_000
"""Beyond it a probe sends a histogram."""
LEADING_DIGITS = 5
"""Binary digits that a cell's lower end keeps."""


def problem_of(samples: Samples) -> str:
    """What was expected and what was found; empty where they can be believed."""
    raw, ends, counts = samples.values, samples.from_, samples.counts
    given = [name for name, column in (("values", raw), ("from", ends), ("counts", counts)) if column is not None]
    wanted = ["values"] if samples.count <= MOST_RAW else ["from", "counts"]
    if samples.count < 1:
        return f"expected a count above 0, found {samples.count}"
    if given != wanted:
        return f"expected {' and '.join(wanted)} for {samples.count} of them, found {' and '.join(given) or 'neither'}"
    if raw is not None:
        return _problem_of_values(samples.count, raw)
    return _problem_of_cells(samples.count, ends or (), counts or ())


def _problem_of_values(count: int, raw: Sequence[int]) -> str:
    if len(raw) != count:
        return f"expected {count} values, found {len(raw)}"
    return "" if min(raw) >= 0 else f"expected times of at least 0, found {min(raw)}"


def _problem_of_cells(count: int, ends: Sequence[int], counts: Sequence[int]) -> str:
    if len(ends) != len(counts):
        return f"expected as many counts as cells, found {len(counts)} counts and {len(ends)} cells"
    if any(later <= sooner for sooner, later in pairwise(ends)):
        return "expected cells that rise, found some that do not"
    wrong = [end for end in ends if end < 0 or end != lower_end(end)]
    if wrong:
        return f"expected the lower ends of cells, found {wrong[0]}"
    if min(counts, default=1) < 1:
        return f"expected cells that are not empty, found one with a count of {min(counts)}"
    return "" if sum(counts) == count else f"expected counts that add up to {count}, found {sum(counts)}"


def lower_end(value: int) -> int:
    """The value with all but its leading binary digits set to 0."""
    spare = max(0, value.bit_length() - LEADING_DIGITS)
    return value >> spare << spare


def summary(samples: Samples) -> SampleSummary:
    """Of samples without a problem."""
    if samples.values is not None:
        values: Sequence[int] = sorted(samples.values)
        up_to: Sequence[int] = range(1, len(values) + 1)
    else:
        values, up_to = samples.from_ or (), list(accumulate(samples.counts or ()))
    median, p90, p99 = (values[bisect_left(up_to, -(-samples.count * q // 100))] for q in (50, 90, 99))
    return SampleSummary(count=samples.count, median=median, p90=p90, p99=p99, largest=values[-1])
