"""What became of each variant: its outcome, its failures, and the median of each metric with its interval."""

from collections import Counter
from collections.abc import Sequence

from assay.analysis.measured import EVENTS, MEMORY, Values, values_of
from assay.analysis.model import Metric, VariantSummary
from assay.plan.model import Family, Plan, Variant
from assay.stats.median import median_interval
from assay.store.records import Record, TrialRecord

METRICS = ("process_wall_ns", "work_wall_ns", "cpu_ns", "user_ns", "system_ns", MEMORY, *EVENTS)


def summarise(records: Sequence[Record], plan: Plan) -> tuple[VariantSummary, ...]:
    """One summary for each variant that has a trial, in the order of the plan."""
    timed: dict[str, list[TrialRecord]] = {}
    for record in records:
        if isinstance(record, TrialRecord) and record.purpose == "timed":
            timed.setdefault(record.variant, []).append(record)
    tables = {metric: _all_values(records, plan.families, metric) for metric in METRICS}
    return tuple(_summary(one, timed[one.name], tables) for one in plan.variants if one.name in timed)


def _all_values(records: Sequence[Record], families: Sequence[Family], metric: str) -> dict[str, list[float]]:
    """A variant may stand in several families; its own figure is over all its trials."""
    found: dict[str, list[float]] = {}
    for family in families:
        values: Values = values_of(records, family.name, metric)
        for name, by_round in values.items():
            found.setdefault(name, []).extend(by_round.values())
    return found


def _summary(
    variant: Variant, trials: Sequence[TrialRecord], tables: dict[str, dict[str, list[float]]]
) -> VariantSummary:
    failures = [trial for trial in trials if trial.outcome != "ok"]
    all_failed = len(failures) == len(trials)
    return VariantSummary(
        variant=variant.name,
        label=variant.label,
        outcome=Counter(trial.outcome for trial in failures).most_common(1)[0][0] if all_failed else "ok",
        trials=len(trials),
        failures=len(failures),
        metrics={metric: _metric(table[variant.name]) for metric, table in tables.items() if variant.name in table},
        caveats=_caveats(trials, failures),
    )


def _metric(values: Sequence[float]) -> Metric:
    interval = median_interval(values)
    low, high = (interval.low, interval.high) if interval.bounded else (None, None)
    return Metric(interval.estimate, low, high, len(values))


def _caveats(trials: Sequence[TrialRecord], failures: Sequence[TrialRecord]) -> tuple[str, ...]:
    found = []
    if failures:
        reason, times = Counter(trial.reason or trial.outcome for trial in failures).most_common(1)[0]
        found.append(f"{len(failures)} of {len(trials)} trials failed, {times} of them so: {reason}")
    orphans = sum(trial.orphans for trial in trials)
    if orphans:
        found.append(
            f"left {orphans} processes behind in {len(trials)} trials; they were ended, and not timed to their end"
        )
    return tuple(found)
