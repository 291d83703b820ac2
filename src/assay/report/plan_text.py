"""Shows a plan before anything runs: what is compared with what, in how many rounds, how long it takes, what cannot be.

The figures come from the plan itself, so what is shown is what runs; only the seconds are an estimate.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from assay.plan.cost import BETWEEN_TRIALS_S, Cost, Forecast, cost_of
from assay.plan.model import OBSERVATION, Family, Pair, Plan, Refusal
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
    "ceiling": "what the machine can give",
    "elapsed": "how long the batch takes",
}
"""What each kind of ratio is called on screen."""


def plan_text(plan: Plan, expected: Forecast, width: int, *, color: bool = False) -> str:
    """The plan on a terminal."""
    return to_text(plan_lines(plan, expected), width, color=color)


def plan_lines(plan: Plan, expected: Forecast) -> list[Line]:
    """All lines, first what it costs."""
    cost = cost_of(plan, expected.trials)
    lines = [Line(f"plan of {plan.study}", style="bold"), Line(total(plan, cost, expected.before_s))]
    lines += [Line(in_either_mode(expected.by_mode))] if plan.families and any(expected.by_mode.values()) else []
    for family in plan.families:
        lines += family_lines(plan, family, cost)
    if plan.refused:
        lines += [Line(), Line("cannot run here", style="bold"), *refusal_lines(plan.refused)]
    return lines


def in_either_mode(by_mode: Mapping[str, float]) -> str:
    """ "in all: quick about 6 min, full about 11 min; building the probes comes on top the first time"."""
    modes = ", ".join(
        f"{mode} about {duration_text(seconds)}" for mode, seconds in sorted(by_mode.items(), reverse=True)
    )
    return f"in all: {modes}; building the probes comes on top the first time"


def total(plan: Plan, cost: Cost, before_s: float = 0.0) -> str:
    """How much will run, and for how long."""
    if not plan.families:
        return "nothing to measure: it rules on what its sources print"
    quick = " (quick)" if plan.mode == "quick" else ""
    amount = f"{plural(len(plan.variants), 'variant')} in {count(len(plan.families), 'family', 'families')}"
    known = cost.last_seconds > seconds_of_gaps(cost)
    time = f"about {duration_text(before_s + cost.last_seconds)}" if known else "time unknown"
    return f"{amount}, {plural(cost.trials, 'trial')} with pilots{quick}, {time}; seed {plan.seed}"


def family_lines(plan: Plan, family: Family, cost: Cost) -> list[Line]:
    """One family: its question, its variants in the order of the study, its ratios, its rounds."""
    labels = {variant.name: variant.label for variant in plan.variants}
    rows = [("variant", "workers", "is compared with", "for")]
    workers = {variant.name: variant.workers for variant in plan.variants}
    observed = family.kind == OBSERVATION
    for name in family.variants:
        pairs = [pair for pair in family.pairs if pair.candidate == name and pair.role != "secondary"]
        rows += rows_of(labels, name, str(workers[name]), pairs, "is looked at" if observed else "baseline")
    first = "; ".join(labels[trial.variant] for trial in trials_of_round(plan, family, 1))
    return [
        Line(),
        Line(f"{family.name}: {family.question}", style="bold"),
        *table(rows),
        Line(
            f"{rounds_text(family)}, {round_text(cost.rounds[family.name], len(family.variants))}"
            + ("" if observed else margin_text(family)),
            indent=2,
        ),
        Line(f"first round: {first}", indent=2, style="dim"),
    ]


def rows_of(
    labels: Mapping[str, str], name: str, workers: str, pairs: list[Pair], alone: str = "baseline"
) -> list[tuple[str, str, str, str]]:
    """One row for each ratio a variant is asked for; one alone for a baseline, or for what is only looked at."""
    if not pairs:
        return [(labels[name], workers, "", alone)]
    first, *others = pairs
    rows = [(labels[name], workers, labels[first.baseline], ROLES.get(first.role, first.role))]
    return rows + [("", "", labels[pair.baseline], ROLES.get(pair.role, pair.role)) for pair in others]


def rounds_text(family: Family) -> str:
    """How many rounds, and when they are looked at."""
    looks = [str(look.rounds) for look in family.looks]
    if len(looks) == 1:
        return f"{looks[0]} rounds, one look"
    return f"looks after {', '.join(looks)} rounds"


def margin_text(family: Family) -> str:
    """The smallest difference that matters."""
    return f"; margin {percent_text(family.margin)}"


def round_text(seconds: float, trials: int) -> str:
    """What one round costs, where anybody knows how long its trials take."""
    if seconds <= trials * BETWEEN_TRIALS_S * 1.01:
        return "time of a round unknown"
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


def plan_document(plan: Plan, expected: Forecast) -> dict[str, Any]:
    """The same as values, for --json."""
    cost = cost_of(plan, expected.trials)
    return {
        "schema": "assay/1",
        "study": plan.study,
        "seed": plan.seed,
        "mode": plan.mode,
        "trials": cost.trials,
        "seconds": expected.before_s + cost.last_seconds,
        "seconds_by_mode": dict(expected.by_mode),
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
