"""The machine's ceiling: what two CPUs give a loop that touches no memory and shares nothing, in the same rounds.

A host that is shared, or boosts its clock for one CPU alone, gives k busy CPUs less than k times the work of one, and
no program can do better. So every scaling family gets two variants more: a loop in registers, in C, once serially and
once with as many threads as the family has at most. What a program reaches is then told beside what could be reached.
"""

from collections.abc import Sequence

from msgspec import Struct, structs

from assay.catalogue import SETTINGS, Catalogue, objections
from assay.plan.compare import MOST_VARIANTS
from assay.plan.model import Pair, ProbeWork, Variant
from assay.plan.variants import SERIAL, Ground, variant_of
from assay.study.combinations import Combination, DeclaredFamily
from assay.units import plural

PROBE, WORKLOAD = "c", "spin"
PARAMETER, TOTAL = "total", 80_000_000
"""Turns of the loop in one trial, about a tenth of a second serially, where no pilot finds them."""
METRIC = "unit_ns"
PER_UNIT = ("work_wall_ns", "unit_ns")
"""What a family must compare for a ceiling per unit of work to stand beside it."""
SHARED = (*SETTINGS, "gate", "pin")
"""What is set from outside, and how workers start and where: the ceiling is measured under the same."""


class Ceiling(Struct, frozen=True):
    """What a family is given besides what its study asks for."""

    variants: tuple[Variant, ...] = ()
    pairs: tuple[Pair, ...] = ()
    missing: str = ""  # why it has none although it scales; "" otherwise


NO_CEILING = Ceiling()


def ceiling_for(ground: Ground, family: DeclaredFamily, variants: Sequence[Variant]) -> Ceiling:
    """The pair of variants, or why there is none; nothing for a family that does not scale."""
    workers = max((variant.workers for variant in variants), default=1)
    if family.kind != "scaling" or family.metric not in PER_UNIT or workers < 2:
        return NO_CEILING
    reason = _in_the_way(ground.catalogue, len(variants))
    if reason:
        return Ceiling(missing=f"no ceiling of the machine was measured beside it: {reason}")
    serial, threads = (_variant(ground, variants, model, n) for model, n in ((SERIAL, 1), ("thread", workers)))
    for each in (serial, threads):
        assert isinstance(each.work, ProbeWork)
        problems = objections(ground.catalogue, each.work)
        if problems:
            return Ceiling(missing=f"no ceiling of the machine was measured beside it: {'; '.join(problems)}")
    return Ceiling((serial, threads), (Pair(serial.name, threads.name, METRIC, "ceiling"),))


def _in_the_way(catalogue: Catalogue, count: int) -> str:
    if count > MOST_VARIANTS - 2:
        return f"a family has room for {MOST_VARIANTS} variants, and {count} were asked for"
    if PROBE not in catalogue.probes or WORKLOAD not in catalogue.workloads:
        return f'workload "{WORKLOAD}" or probe "{PROBE}" is not in the catalogue'
    return ""


def _variant(ground: Ground, variants: Sequence[Variant], model: str, workers: int) -> Variant:
    combination: Combination = {
        **_shared_levels(variants),
        "probe": PROBE,
        "workload": WORKLOAD,
        "model": model,
        "workers": str(workers),
        **({} if _found_by_pilot(ground) else {PARAMETER: str(TOTAL)}),
    }
    how = SERIAL if model == SERIAL else plural(workers, "thread")
    return structs.replace(variant_of(ground, combination, workers), label=f"ceiling, {how}")


def _found_by_pilot(ground: Ground) -> bool:
    scale = ground.study.scale
    return scale is not None and scale.parameter == PARAMETER


def _shared_levels(variants: Sequence[Variant]) -> Combination:
    """Levels from outside that all variants of the family have alike."""
    first = variants[0].factors
    return {
        factor: first[factor]
        for factor in SHARED
        if factor in first and all(each.factors.get(factor) == first[factor] for each in variants)
    }
