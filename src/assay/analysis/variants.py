"""What became of each variant: its outcome, its failures, and the median of each metric with its interval."""

from collections import Counter
from collections.abc import Sequence

from assay.analysis.measured import EVENTS, MEMORY, PROBED, value_in
from assay.analysis.model import Metric, VariantSummary
from assay.plan.model import Plan, Variant
from assay.stats.median import median_interval
from assay.store.records import Record, TrialRecord

TIMED = ("process_wall_ns", "work_wall_ns", "cpu_ns", "user_ns", "system_ns", "switches")
UNTIMED = (MEMORY, *EVENTS)
METRICS = (*TIMED, *UNTIMED, *(metric for metric in PROBED if metric not in TIMED))


def summarise(records: Sequence[Record], plan: Plan) -> tuple[VariantSummary, ...]:
    """One summary for each variant that has a trial, in the order of the plan."""
    timed, untimed = (_by_variant(records, purpose) for purpose in ("timed", "memory"))
    return tuple(
        _summary(records, one, (timed[one.name], untimed.get(one.name, [])))
        for one in plan.variants
        if one.name in timed
    )


def _by_variant(records: Sequence[Record], purpose: str) -> dict[str, list[TrialRecord]]:
    """A variant may stand in several families; its own figures are over all its trials."""
    found: dict[str, list[TrialRecord]] = {}
    for record in records:
        if isinstance(record, TrialRecord) and record.purpose == purpose:
            found.setdefault(record.variant, []).append(record)
    return found


Trials = tuple[Sequence[TrialRecord], Sequence[TrialRecord]]
"""Of one variant: the timed ones, and those for its memory."""


def _summary(records: Sequence[Record], variant: Variant, both: Trials) -> VariantSummary:
    trials, _ = both
    failures = [trial for trial in trials if trial.outcome != "ok"]
    all_failed = len(failures) == len(trials)
    return VariantSummary(
        variant=variant.name,
        label=variant.label,
        outcome=Counter(trial.outcome for trial in failures).most_common(1)[0][0] if all_failed else "ok",
        trials=len(trials),
        failures=len(failures),
        metrics=_metrics(records, both),
        caveats=_caveats(trials, failures),
        families=tuple(dict.fromkeys(trial.family for trial in trials)),
        levels=levels_of(variant),
        how=variant.label.rpartition(", ")[2],
    )


def levels_of(variant: Variant) -> tuple[str, ...]:
    """The parts of a label before how it is run, each factor's own together: ("c", "count", "O2", "step 4")."""
    text = variant.label.rpartition(", ")[0]
    named = [f"{factor} {level}" for factor, level in variant.factors.items() if f"{factor} {level}" in text]
    for part in named:
        text = text.replace(part, "")
    return (*text.split(), *named)


def _metrics(records: Sequence[Record], both: Trials) -> dict[str, Metric]:
    """Every metric that a good trial measured; memory and events come from trials of their own."""
    found = {}
    for metric in METRICS:
        good = [one for one in both[metric in UNTIMED] if one.outcome == "ok"]
        values = [value for value in (value_in(records, one, metric) for one in good) if value is not None]
        if values:
            found[metric] = metric_of(values)
    return found


def metric_of(values: Sequence[float]) -> Metric:
    """Median and order-statistic interval."""
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
