"""What a difference in time goes with: how it splits into user CPU, system CPU and time off the CPU.

Each part has its own interval, from the per-round differences (candidate - baseline), in nanoseconds or counts. This
says what changed along with the time, never what made it change: only an ablation could.
"""

from collections.abc import Sequence
from statistics import median

from assay.analysis.measured import Values, values_of
from assay.analysis.model import Comparison, Estimate, Part
from assay.stats.hodges_lehmann import hodges_lehmann_interval
from assay.store.records import Record

WHOLE = ("wall", "process_wall_ns", "ns")
BILLED_APART = (("user CPU", "user_ns", "ns"), ("system CPU", "system_ns", "ns"))
BILLED_TOGETHER = (("CPU", "cpu_ns", "ns"),)
OTHERS = (
    ("off-CPU", "off_cpu_ns", "ns"),
    ("page faults", "page_faults", "count"),
    ("context switches", "switches", "count"),
)
ALPHA = 0.05 / (len(BILLED_APART) + len(OTHERS))
"""The parts together err in 5 % of comparisons; this needs more rounds than a single interval does."""
TEN_TICKS_NS = 40_000_000
"""The kernel knows CPU time to the nanosecond but divides it into user and system by what each of its 4 ms ticks found
running. A run that saw fewer than ten of them is divided by a guess, so only the sum is reported."""
ONE_CPU = 1.02
"""CPU time over wall time beyond which the tree ran on several CPUs, so that wall - CPU means nothing."""


def parts_of(records: Sequence[Record], comparison: Comparison) -> tuple[Part, ...]:
    """The whole difference first, then its parts; off-CPU time only where neither tree exceeded one CPU."""
    names = (comparison.baseline, comparison.candidate)
    billed = BILLED_TOGETHER if any(is_short(records, comparison, name) for name in names) else BILLED_APART
    found = [_part(records, comparison, *row) for row in (WHOLE, *billed, *OTHERS)]
    several = any(on_several_cpus(records, comparison, name) for name in names)
    return tuple(part for part in found if part is not None and not (several and part.name == "off-CPU"))


def on_several_cpus(records: Sequence[Record], comparison: Comparison, variant: str) -> bool:
    """Whether a variant's CPU time exceeded its wall time, in the median."""
    wall, cpu = (
        _column(values_of(records, comparison.family, metric, None), variant)
        for metric in ("process_wall_ns", "cpu_ns")
    )
    return bool(wall) and median(cpu) > ONE_CPU * median(wall)


def is_short(records: Sequence[Record], comparison: Comparison, variant: str) -> bool:
    """Whether a run of a variant uses so little CPU time that its user and system shares are a guess."""
    cpu = _column(values_of(records, comparison.family, "cpu_ns"), variant)
    return bool(cpu) and median(cpu) < TEN_TICKS_NS


def tells(part: Part) -> bool:
    """Whether the interval of a part excludes zero: only such parts are put into words."""
    low, high = part.difference.low, part.difference.high
    return low is not None and high is not None and (low > 0 or high < 0)


def _part(records: Sequence[Record], comparison: Comparison, name: str, metric: str, unit: str) -> Part | None:
    values = values_of(records, comparison.family, metric)
    baseline, candidate = values.get(comparison.baseline, {}), values.get(comparison.candidate, {})
    rounds = sorted(baseline.keys() & candidate.keys())
    if not rounds:
        return None
    return Part(
        name=name,
        baseline=float(median(baseline[number] for number in rounds)),
        candidate=float(median(candidate[number] for number in rounds)),
        difference=_estimate([candidate[number] - baseline[number] for number in rounds]),
        unit=unit,
    )


def _estimate(differences: Sequence[float]) -> Estimate:
    interval = hodges_lehmann_interval(differences, ALPHA)
    low, high = (interval.low, interval.high) if interval.bounded else (None, None)
    return Estimate(interval.estimate, low, high, 1 - ALPHA, len(differences))


def _column(values: Values, variant: str) -> list[float]:
    return list(values.get(variant, {}).values())
