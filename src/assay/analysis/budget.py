"""A budget of what threads cost: the price of each thing they do, measured apart, times how often it was done.

The prices come from the workload `overhead`, in the same run. How often comes from each trial itself: workers made, and
the switches between threads that the kernel counted for its whole process. The share is of the process's CPU time.
Nothing is subtracted from anything: it only tells how large the suspects are.
"""

from collections.abc import Mapping, Sequence
from statistics import median

from assay.analysis.measured import trials_of, value_of
from assay.analysis.model import Budget, BudgetLine
from assay.plan.model import Family, Plan, ProbeWork, Variant
from assay.stats.median import median_interval
from assay.store.records import Record, TrialRecord

PRICES = "overhead"
"""The workload whose operations are the priced ones; its parameter `kind` names them."""
NEEDED = ("create", "switch", "share", "lock")
SWITCHES_AN_OPERATION = 2
"""A byte goes to the other thread and comes back."""


def budget_of(records: Sequence[Record], plan: Plan) -> Budget | None:
    """The budget of the first threads that scaled, in the language of the prices; None without all of these."""
    prices = prices_of(records, plan)
    found = threads_of(plan) if set(NEEDED) <= prices.keys() else None
    if found is None:
        return None
    family, variant = found
    trials = [one for one in trials_of(records, family.name) if one.variant == variant.name and one.outcome == "ok"]
    rows = [row for row in (row_of(trial, variant, prices) for trial in trials) if row is not None]
    return _summed(variant, rows, prices) if rows else None


def prices_of(records: Sequence[Record], plan: Plan) -> dict[str, float]:
    """Nanoseconds of one operation of each kind; where several were measured, with the most workers."""
    found: dict[str, tuple[int, float]] = {}
    for variant in plan.variants:
        if not isinstance(variant.work, ProbeWork) or variant.work.workload != PRICES:
            continue
        values = [value_of(one, "unit_ns") for one in _good(records, variant.name)]
        known = [value for value in values if value is not None]
        kind = variant.work.arguments.get("kind", NEEDED[0])
        if known and variant.workers >= found.get(kind, (0, 0.0))[0]:
            found[kind] = (variant.workers, median(known))
    return {kind: price / SWITCHES_AN_OPERATION if kind == "switch" else price for kind, (_, price) in found.items()}


def threads_of(plan: Plan) -> tuple[Family, Variant] | None:
    """The first family that scales with threads, in the language whose prices are known, and those threads."""
    named = {variant.name: variant for variant in plan.variants}
    priced = {each.work.probe for each in named.values() if _is_price(each) and isinstance(each.work, ProbeWork)}
    for family in plan.families:
        if family.kind == "scaling":
            for pair in family.pairs:
                variant = named[pair.candidate]
                if pair.role == "scaling" and _is_thread_of(variant, priced):
                    return family, variant
    return None


def row_of(trial: TrialRecord, variant: Variant, prices: Mapping[str, float]) -> tuple[float, dict[str, float]] | None:
    """CPU time of one trial, and how often each thing happened in it; None where the kernel did not say."""
    if trial.runs is None or trial.probe is None:
        return None
    cpu = float(sum(trial.runs.user_ns) + sum(trial.runs.system_ns))
    counts = {
        "creation": float(_threads_made(variant) * len(trial.probe.iterations)),
        "switching": float(sum(trial.runs.voluntary_switches)),
        "scheduling": float(sum(trial.runs.involuntary_switches)),
        "sharing": 0.0,
        "locking": 0.0,
    }
    return (cpu, counts) if cpu > 0 else None


def _threads_made(variant: Variant) -> int:
    """In one iteration: a fresh thread for each task and sweep."""
    arguments = variant.work.arguments if isinstance(variant.work, ProbeWork) else {}
    return int(arguments.get("tasks", variant.workers)) * int(arguments.get("steps", 1))


PRICE_OF = {
    "creation": "create",
    "switching": "switch",
    "scheduling": "switch",
    "sharing": "share",
    "locking": "lock",
}
"""What each thing costs: where the kernel takes the CPU away, it switches too."""


def _summed(variant: Variant, rows: Sequence[tuple[float, dict[str, float]]], prices: Mapping[str, float]) -> Budget:
    shares = [sum(prices[PRICE_OF[name]] * count for name, count in counts.items()) / cpu for cpu, counts in rows]
    interval = median_interval(shares)
    low, high = (interval.low, interval.high) if interval.bounded else (None, None)
    lines = tuple(
        BudgetLine(
            name=name,
            cost_ns=prices[price],
            count=median(counts[name] for _, counts in rows),
            share=median(prices[price] * counts[name] / cpu for cpu, counts in rows),
        )
        for name, price in PRICE_OF.items()
    )
    return Budget(variant.name, median(cpu for cpu, _ in rows), lines, interval.estimate, low, high, len(rows))


def _good(records: Sequence[Record], variant: str) -> list[TrialRecord]:
    timed = (one for one in records if isinstance(one, TrialRecord) and one.purpose == "timed")
    return [one for one in timed if one.variant == variant and one.outcome == "ok"]


def _is_price(variant: Variant) -> bool:
    return isinstance(variant.work, ProbeWork) and variant.work.workload == PRICES


def _is_thread_of(variant: Variant, probes: set[str]) -> bool:
    work = variant.work
    return isinstance(work, ProbeWork) and work.model == "thread" and work.probe in probes and not _is_price(variant)
