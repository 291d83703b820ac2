"""How far workers carry, beside what the CPUs could give and what the machine gave in the same rounds.

    scaling      serial time / time with k workers, of the same work, per unit
    efficiency   scaling / min(k, CPUs allowed)
    ceiling      scaling of a loop in registers, in C, with as many threads (plan/ceiling.py)
    of ceiling   scaling / ceiling, worked out round by round, with an interval of its own
    Karp-Flatt   (1/scaling - 1/p) / (1 - 1/p), p = min(k, CPUs allowed): the serial share that this amounts to

Ratios are Hodges-Lehmann over quiet rounds, intervals exact at 1 - alpha / m as in `ladder`. Efficiency and Karp-Flatt
are monotone in scaling, so their intervals are its ends, carried over.
"""

from collections.abc import Mapping, Sequence
from statistics import median

from msgspec import structs

from assay.analysis.concurrency import cpus_allowed, cpus_for
from assay.analysis.ladder import (
    NO_GATE,
    Gate,
    Ground,
    doubts,
    estimated,
    gates_of,
    ground_of,
    library,
    log_ratios,
    pairs_with,
    ratio,
    variant_named,
)
from assay.analysis.measured import values_of
from assay.analysis.model import Estimate, Scaling
from assay.plan.model import Pair, Plan
from assay.stats.scaling import karp_flatt
from assay.store.records import Record

SECOND_NS = 1e9
OTHER_WORKERS = "the ceiling was measured with {ceiling} threads, so it says nothing of {workers} workers"


def scalings(records: Sequence[Record], plan: Plan, words: Mapping[str, str]) -> tuple[Scaling, ...]:
    """One for each variant with workers of each scaling family; `words` says how each variant ran."""
    cpus = cpus_allowed(records)
    grounds = [ground_of(records, family) for family in plan.families if family.kind == "scaling"]
    gates = {key: gate for ground in reversed(grounds) for key, gate in gates_of(ground, plan).items()}
    found = []
    for ground in grounds:
        rates = values_of(records, ground.family.name, "unit_ns")
        for pair in pairs_with(ground.family, "scaling"):
            one = _scaling(ground, pair, plan, cpus)
            if one is not None:
                per_unit = list(rates.get(pair.candidate, {}).values())
                throughput = SECOND_NS / median(per_unit) if per_unit and median(per_unit) > 0 else None
                found.append(_described(one, throughput, words.get(pair.candidate, ""), _gate(gates, plan, pair)))
    return tuple(found)


def _gate(gates: Mapping[tuple[str, str], Gate], plan: Plan, pair: Pair) -> Gate:
    return gates.get((pair.baseline, library(variant_named(plan, pair.candidate))), Gate(passed=False, text=NO_GATE))


def _described(one: Scaling, throughput: float | None, word: str, gate: Gate) -> Scaling:
    caveats = (*one.caveats, *((gate.text,) if gate.text else ()))
    return structs.replace(one, throughput=throughput, word=word, gate_passed=gate.passed, caveats=caveats)


def _scaling(ground: Ground, pair: Pair, plan: Plan, cpus: int) -> Scaling | None:
    """The numbers of one variant; None while it or its serial one has no value."""
    variant = variant_named(plan, pair.candidate)
    possible = min(variant.workers, cpus_for(variant, cpus))
    scaled = ratio(ground, pair.baseline, pair.candidate)
    if scaled is None:
        return None
    ceiling, of_ceiling, doubt = _ceiling(ground, pair, plan, cpus)
    return Scaling(
        family=ground.family.name,
        variant=pair.candidate,
        serial=pair.baseline,
        workers=variant.workers,
        cpus=possible,
        scaling=scaled,
        efficiency=_divided(scaled, possible),
        ceiling=ceiling,
        of_ceiling=of_ceiling,
        karp_flatt=_serial_share(scaled, possible) if possible > 1 else None,
        word="",
        gate_passed=False,
        throughput=None,
        rounds_used=scaled.rounds,
        rounds_left_out=len(ground.rounds.loud) if ground.enough else 0,
        caveats=(*doubts(ground), *ground.family.caveats, *((doubt,) if doubt else ())),
    )


def _ceiling(ground: Ground, pair: Pair, plan: Plan, cpus: int) -> tuple[Estimate | None, Estimate | None, str]:
    """The ceiling, the share of it that was reached, and why there is none for just these workers."""
    of = ground.family.ceiling
    if of is None:
        return None, None, ""
    variant, top = variant_named(plan, pair.candidate), variant_named(plan, of.candidate)
    if min(variant.workers, cpus_for(variant, cpus)) != min(top.workers, cpus_for(top, cpus)):
        return None, None, OTHER_WORKERS.format(ceiling=top.workers, workers=variant.workers)
    ours = log_ratios(ground.values, pair.baseline, pair.candidate, ground.usable)
    its = log_ratios(ground.values, of.baseline, of.candidate, ground.usable)
    both = [ours[number] - its[number] for number in sorted(ours.keys() & its.keys())]
    return ratio(ground, of.baseline, of.candidate), estimated(ground, both), ""


def _divided(one: Estimate, by: float) -> Estimate:
    low, high = (None if end is None else end / by for end in (one.low, one.high))
    return Estimate(one.value / by, low, high, one.level, one.rounds)


def _serial_share(one: Estimate, cpus: int) -> Estimate:
    """The more it scales, the smaller it is: so the ends change places."""
    low, high = (None if end is None else karp_flatt(end, cpus) for end in (one.high, one.low))
    return Estimate(karp_flatt(one.value, cpus), low, high, one.level, one.rounds)
