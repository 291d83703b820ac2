"""The values of a family: one number per variant, round and metric, taken from the raw records.

Where a trial ran its command several times (a bundle), or its work (iterations), the value is their median: inference
is across rounds only. The first call of the work in a process is cold, and has a value of its own: it is never averaged
with the later ones, unless it is the only one.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from statistics import median

from assay.store.records import Iteration, Record, Runs, TrialRecord

Values = dict[str, dict[int, float]]
"""variant -> round -> value; a failed trial has none."""

MEMORY = "peak_memory_bytes"
EVENTS = ("migrations", "cycles", "instructions", "cache_misses", "branch_misses")
"""Counted by perf events, in the same untimed trials as memory, where the machine can."""


class Filed(tuple[Record, ...]):
    """The records of a run with what was looked up in them kept: a run of many families asks for each many times."""

    @cached_property
    def trials(self) -> dict[tuple[str, str], list[TrialRecord]]:
        """(family, purpose) -> its trials, as they were recorded."""
        found: dict[tuple[str, str], list[TrialRecord]] = {}
        for record in self:
            if isinstance(record, TrialRecord):
                found.setdefault((record.family, record.purpose), []).append(record)
        return found

    @cached_property
    def _by_variant(self) -> dict[str, list[TrialRecord]]:
        found: dict[str, list[TrialRecord]] = {}
        for record in self:
            if isinstance(record, TrialRecord):
                found.setdefault(record.variant, []).append(record)
        return found

    def of_variant(self, variant: str) -> Sequence[TrialRecord]:
        """Its trials of all families and purposes, as they were recorded."""
        return self._by_variant.get(variant, ())

    @cached_property
    def values(self) -> dict[str, dict[int, float | None]]:
        """metric -> identity of a trial -> its value; the trials live as long as their records."""
        return {}


def filed(records: Sequence[Record]) -> Filed:
    """These records, filed; unchanged where they are already."""
    return records if isinstance(records, Filed) else Filed(records)


def trials_of(records: Iterable[Record], family: str, purpose: str = "timed") -> list[TrialRecord]:
    """The trials of one family and purpose, as they were recorded."""
    if isinstance(records, Filed):
        return list(records.trials.get((family, purpose), ()))
    return [
        record
        for record in records
        if isinstance(record, TrialRecord) and record.family == family and record.purpose == purpose
    ]


def values_of(records: Iterable[Record], family: str, metric: str, last_round: int | None = None) -> Values:
    """The values of a metric in the rounds up to `last_round`; memory comes from its own, untimed trials."""
    values: Values = {}
    for trial in trials_of(records, family, "memory" if metric in (MEMORY, *EVENTS) else "timed"):
        if last_round is not None and trial.round > last_round:
            continue
        value = value_in(records, trial, metric) if trial.outcome == "ok" else None
        if value is not None:
            values.setdefault(trial.variant, {})[trial.round] = value
    return values


def value_in(records: Iterable[Record], trial: TrialRecord, metric: str) -> float | None:
    """`value_of` one of these records, worked out once where they are filed."""
    if not isinstance(records, Filed):
        return value_of(trial, metric)
    known = records.values.setdefault(metric, {})
    if id(trial) not in known:
        known[id(trial)] = value_of(trial, metric)
    return known[id(trial)]


def value_of(trial: TrialRecord, metric: str) -> float | None:
    """One trial's value: nanoseconds, bytes or a count; None where it did not measure this metric."""
    if metric == MEMORY:
        return None if trial.memory is None else float(trial.memory.peak_bytes)
    if metric in PROBED:
        return None if trial.probe is None else PROBED[metric](trial.probe.iterations)
    return None if trial.runs is None else _middle(run_column(trial.runs, metric))


def singles_of(trial: TrialRecord, metric: str) -> Sequence[float]:
    """What a trial's value is the median of: its executions, or the calls of the work that count; else nothing."""
    if metric in CALLS:
        found = [CALLS[metric](one) for one in counted(trial.probe.iterations)] if trial.probe else []
        return [value for value in found if value is not None]
    return run_column(trial.runs, metric) if trial.runs is not None and metric in COLUMNS else ()


def run_column(runs: Runs, metric: str) -> Sequence[float]:
    """One number per execution of a bundle, for a metric that the launcher measures."""
    added, taken_away = COLUMNS[metric]
    more = _sums(runs, added)
    if not taken_away:
        return more
    return [one - other for one, other in zip(more, _sums(runs, taken_away), strict=True)]


def _sums(runs: Runs, names: Sequence[str]) -> Sequence[float]:
    """These columns added up, execution by execution."""
    first, *others = (getattr(runs, name) for name in names)
    for column in others:
        first = [one + other for one, other in zip(first, column, strict=True)]
    total: Sequence[float] = first
    return total


def counted(iterations: Sequence[Iteration]) -> list[Iteration]:
    """The calls of the work that count: those after the warm-up, and not the process's first where there are others."""
    warm = [one for one in iterations if one.warm]
    return warm[1:] if len(warm) > 1 and iterations[0].warm else warm


def _cold(iterations: Sequence[Iteration]) -> float | None:
    """The process's first call; None where there is no later one to stand beside it."""
    return float(iterations[0].work_wall_ns) if len(iterations) > 1 else None


def _per_unit(one: Iteration) -> float | None:
    return one.work_wall_ns / one.units if one.units > 0 else None


def _known(name: str) -> Callable[[Iteration], float | None]:
    def read(one: Iteration) -> float | None:
        value: float = getattr(one, name)
        return value if value >= 0 else None

    return read


def _median_of(metric: str) -> Callable[[Sequence[Iteration]], float | None]:
    call = CALLS[metric]

    def read(iterations: Sequence[Iteration]) -> float | None:
        return _middle([value for one in counted(iterations) if (value := call(one)) is not None])

    return read


CALLS: dict[str, Callable[[Iteration], float | None]] = {
    "work_wall_ns": lambda one: one.work_wall_ns,
    "unit_ns": _per_unit,
    "mean_response": _known("mean_response"),
    "worst_response": _known("worst_response"),
}
"""metric -> the value of one call of the work; None where it was not measured."""

PROBED: dict[str, Callable[[Sequence[Iteration]], float | None]] = {
    "work_wall_ns": _median_of("work_wall_ns"),
    "cold_wall_ns": _cold,
    "unit_ns": _median_of("unit_ns"),
    "mean_response": _median_of("mean_response"),
    "worst_response": _median_of("worst_response"),
}
"""metric -> the value of one process, from its calls of the work."""

COLUMNS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "process_wall_ns": (("wall_ns",), ()),
    "cpu_ns": (("user_ns", "system_ns"), ()),
    "user_ns": (("user_ns",), ()),
    "system_ns": (("system_ns",), ()),
    "off_cpu_ns": (("wall_ns",), ("user_ns", "system_ns")),
    "page_faults": (("minor_faults", "major_faults"), ()),
    "switches": (("voluntary_switches", "involuntary_switches"), ()),
    **{event: ((event,), ()) for event in EVENTS},
}
"""metric -> the columns that are added up, and those that are taken away."""


def _middle(values: Sequence[float]) -> float | None:
    return float(median(values)) if values else None
