"""How long the tasks of a batch took to come back, beside what theory says of this very batch.

The response of a task is its end, since the batch began, over its own length. Figures are medians over rounds with
order-statistic intervals; elapsed time is compared with the first variant of the family, round by round. Theory knows
two ends: all tasks take turns on the CPUs (processor sharing), or each keeps a CPU to its end (first come, first
served). Which of them a variant is near to is read off the whole interval of its mean.
"""

from collections.abc import Mapping, Sequence

from msgspec import structs

from assay.analysis.concurrency import cpus_allowed, cpus_for
from assay.analysis.measured import trials_of, values_of
from assay.analysis.model import Comparison, Estimate, Metric, Response
from assay.analysis.quiet import usable_rounds
from assay.analysis.variants import metric_of
from assay.plan.model import Family, Plan, ProbeWork, Variant
from assay.stats.sharing import finishing_times, mean_response
from assay.store.records import Record

NEAR = 0.12
"""A mean response is near to a theory where all of its interval is within this share of it."""
TOO_CLOSE = 1.3
"""Two theories whose mean responses differ by less than this factor are not told apart."""


def responses(records: Sequence[Record], plan: Plan, comparisons: Sequence[Comparison]) -> tuple[Response, ...]:
    """One for each variant of each response family whose tasks had a length."""
    cpus = cpus_allowed(records)
    found = []
    for family in plan.families:
        if family.kind == "response":
            ratios = {one.candidate: one for one in comparisons if one.family == family.name and one.role == "elapsed"}
            found += _of_family(records, plan, family, ratios, cpus)
    return tuple(found)


def _of_family(
    records: Sequence[Record], plan: Plan, family: Family, ratios: dict[str, Comparison], cpus: int
) -> list[Response]:
    names = ("mean_response", "worst_response", "work_wall_ns")
    usable = usable_rounds(records, family)
    means, worsts, walls = (values_of(records, family.name, metric) for metric in names)
    variants = {variant.name: variant for variant in plan.variants}
    found = []
    for name in family.variants:
        if name in means and name in worsts and name in walls:
            mean, worst, wall = (_metric(each[name], usable) for each in (means, worsts, walls))
            turns, queue = _theory(_sizes(records, family.name, name), variants[name], cpus)
            ratio = ratios.get(name)
            estimate = _estimate(ratio) if ratio is not None and ratio.ratio is not None else None
            near = "" if usable is None else near_to(mean, turns, queue)
            found.append(Response(family.name, name, mean, worst, wall, estimate, turns, queue, near))
    return found


def _metric(values: Mapping[int, float], usable: frozenset[int] | None) -> Metric:
    """Over the quiet rounds; where there are too few of them, the median of all rounds and no interval."""
    if usable is None:
        return structs.replace(metric_of(list(values.values())), low=None, high=None)
    return metric_of([value for number, value in values.items() if number in usable])


def near_to(mean: Metric, turns: float | None, queue: float | None) -> str:
    """Which theory all of the interval (the value itself, where there is none) is near to."""
    if turns is None or queue is None:
        return ""
    if max(turns, queue) / min(turns, queue) < TOO_CLOSE:
        return "not told apart"
    low, high = (mean.median if end is None else end for end in (mean.low, mean.high))
    for word, value in (("turns", turns), ("queue", queue)):
        if value * (1 - NEAR) <= low and high <= value * (1 + NEAR):
            return word
    return "neither"


def _theory(sizes: Sequence[int], variant: Variant, cpus: int) -> tuple[float | None, float | None]:
    """Mean response if all took turns, and if each kept its CPU; nothing for tasks that wait, or are all alike."""
    if not sizes or not isinstance(variant.work, ProbeWork):
        return None, None
    if variant.work.arguments.get("cpu_percent", "100") != "100":
        return None, None
    servers = cpus_for(variant, cpus)
    return (
        mean_response(sizes, finishing_times(sizes, servers, len(sizes))),
        mean_response(sizes, finishing_times(sizes, servers, servers)),
    )


def _sizes(records: Sequence[Record], family: str, variant: str) -> tuple[int, ...]:
    reports = [one.probe for one in trials_of(records, family) if one.variant == variant and one.probe is not None]
    return next((report.sizes for report in reports if report.sizes), ())


def _estimate(one: Comparison) -> Estimate:
    assert one.ratio is not None
    return Estimate(one.ratio, one.low, one.high, one.level, one.rounds)
