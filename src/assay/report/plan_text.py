"""Shows a plan before anything runs: what is compared with what, in how many rounds, how long it takes, what cannot be.

The figures come from the plan itself, so what is shown is what runs; only the seconds are an estimate.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from assay.plan.cost import BETWEEN_TRIALS_S, Cost, cost_of
from assay.plan.model import Family, Pair, Plan, Refusal
from assay.plan.order import trials_of_round
from assay.report.layout import Line, table, to_text
from assay.units import duration_text, plural
from assay.wording import percent_text

ROLES = {
    "primary": "which takes less time",
    "secondary": "beside it",
    "extra_work": "extra work",
    "scaling": "scaling",
    "work_gate": "work gate",
    "step": "one change",
}
"""What each kind of ratio is called on screen."""


def plan_text(plan: Plan, trial_seconds: Mapping[str, float], width: int, *, color: bool = False) -> str:
    """The plan on a terminal; `trial_seconds` holds what one trial of a variant is expected to take."""
    return to_text(plan_lines(plan, trial_seconds), width, color=color)


def plan_lines(plan: Plan, trial_seconds: Mapping[str, float]) -> list[Line]:
    """All lines, first what it costs."""
    cost = cost_of(plan, trial_seconds)
    lines = [Line(f"plan of {plan.study}", style="bold"), Line(total(plan, cost))]
    for family in plan.families:
        lines += family_lines(plan, family, cost)
    if plan.refused:
        lines += [Line(), Line("cannot run here", style="bold"), *refusal_lines(plan.refused)]
    return lines


def total(plan: Plan, cost: Cost) -> str:
    """How much will run, and for how long."""
    if not plan.families:
        return "nothing to measure: it rules on what its sources print"
    quick = " (quick)" if plan.mode == "quick" else ""
    amount = f"{plural(len(plan.variants), 'variant')} in {count(len(plan.families), 'family', 'families')}"
    time = f"about {duration_text(cost.last_seconds)}" if cost.last_seconds > seconds_of_gaps(cost) else "time unknown"
    return f"{amount}, {plural(cost.trials, 'trial')} with pilots{quick}, {time}; seed {plan.seed}"


def family_lines(plan: Plan, family: Family, cost: Cost) -> list[Line]:
    """One family: its question, its variants in the order of the study, its ratios, its rounds."""
    labels = {variant.name: variant.label for variant in plan.variants}
    rows = [("variant", "workers", "is compared with", "for")]
    workers = {variant.name: variant.workers for variant in plan.variants}
    for name in family.variants:
        pairs = [pair for pair in family.pairs if pair.candidate == name and pair.role != "secondary"]
        rows += rows_of(labels, name, str(workers[name]), pairs)
    first = "; ".join(labels[trial.variant] for trial in trials_of_round(plan, family, 1))
    return [
        Line(),
        Line(f"{family.name}: {family.question}", style="bold"),
        *table(rows),
        Line(
            f"{rounds_text(family)}, {round_text(cost.rounds[family.name])}; margin {percent_text(family.margin)}",
            indent=2,
        ),
        Line(f"first round: {first}", indent=2, style="dim"),
    ]


def rows_of(labels: Mapping[str, str], name: str, workers: str, pairs: list[Pair]) -> list[tuple[str, str, str, str]]:
    """One row for each ratio a variant is asked for; one alone for a baseline."""
    if not pairs:
        return [(labels[name], workers, "", "baseline")]
    first, *others = pairs
    rows = [(labels[name], workers, labels[first.baseline], ROLES.get(first.role, first.role))]
    return rows + [("", "", labels[pair.baseline], ROLES.get(pair.role, pair.role)) for pair in others]


def rounds_text(family: Family) -> str:
    """How many rounds, and when they are looked at."""
    looks = [str(look.rounds) for look in family.looks]
    if len(looks) == 1:
        return f"{looks[0]} rounds, one look"
    return f"looks after {', '.join(looks)} rounds"


def round_text(seconds: float) -> str:
    """What one round costs."""
    return f"about {duration_text(seconds)} a round"


def refusal_lines(refused: Iterable[Refusal]) -> list[Line]:
    """What cannot be, each reason once with all the variants it stops."""
    names: dict[tuple[str, str], list[str]] = {}
    for one in refused:
        expected = " (expected)" if one.expected else ""
        names.setdefault((one.reason, one.remedy), []).append(one.variant + expected)
    lines = []
    for (reason, remedy), variants in names.items():
        lines.append(Line(f"{reason}; {remedy}" if remedy else reason, indent=2))
        lines += [Line(variant, indent=4) for variant in variants]
    return lines


def seconds_of_gaps(cost: Cost) -> float:
    """What a plan would cost if its trials took no time; no more than that means that nobody knows their length."""
    return cost.trials * BETWEEN_TRIALS_S * 1.01


def count(number: int, one: str, many: str) -> str:
    """A count with a noun whose plural is irregular."""
    return f"{number} {one if number == 1 else many}"


def plan_document(plan: Plan, trial_seconds: Mapping[str, float]) -> dict[str, Any]:
    """The same as values, for --json."""
    cost = cost_of(plan, trial_seconds)
    return {
        "schema": "assay/1",
        "study": plan.study,
        "seed": plan.seed,
        "mode": plan.mode,
        "trials": cost.trials,
        "seconds": cost.last_seconds,
        "families": [family_document(family, cost) for family in plan.families],
        "skipped": [
            {"variant": one.variant, "reason": one.reason, "remedy": one.remedy, "expected": one.expected}
            for one in plan.refused
        ],
    }


def family_document(family: Family, cost: Cost) -> dict[str, Any]:
    """One family as values."""
    return {
        "name": family.name,
        "question": family.question,
        "kind": family.kind,
        "margin": family.margin,
        "variants": list(family.variants),
        "rounds": [look.rounds for look in family.looks],
        "round_seconds": cost.rounds[family.name],
        "comparisons": [
            {"baseline": pair.baseline, "candidate": pair.candidate, "metric": pair.metric, "role": pair.role}
            for pair in family.pairs
        ],
    }
