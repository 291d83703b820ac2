"""Turns a study, a catalogue and a seed into a plan; pure, so that what is printed is what runs.

Which ratios are asked for follows from the levels. In a comparison each variant is compared with the first. In a
ladder or a scaling family each concurrent variant is compared with the serial one of the same levels (its work gate at
one worker, its scaling above), and each further serial variant with the first serial one (its extra work); a scaling
family is given the machine's ceiling besides (ceiling.py). In a response family the elapsed time of each variant is
compared with that of the first. An observation compares nothing.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from assay.catalogue import Catalogue
from assay.plan.ceiling import NO_CEILING, Ceiling, ceiling_for
from assay.plan.compare import compare_plan, looks_for
from assay.plan.model import OBSERVATION, Family, Pair, Plan, ProbeWork, Refusal, Variant
from assay.plan.variants import SERIAL, Ground, variants_of
from assay.study.combinations import DeclaredFamily, declared_families
from assay.study.model import Study

__all__ = ["compare_plan", "make_plan"]

HOW = ("model", "implementation", "workers")
"""Factors that say how work is run and not which work it is."""


class Crew(Struct, frozen=True):
    """The variants of one family that can run, and those that cannot."""

    family: DeclaredFamily
    variants: tuple[Variant, ...]
    refused: tuple[Refusal, ...]
    ceiling: Ceiling = NO_CEILING

    @property
    def everybody(self) -> tuple[Variant, ...]:
        """All that run in a round: those that were asked for, then those of the ceiling."""
        return (*self.variants, *self.ceiling.variants)


def make_plan(study: Study, catalogue: Catalogue, seed: int, mode: str, cpus: int) -> Plan:
    """Everything that will run for a study, on a machine that allows so many CPUs."""
    ground = Ground(study=study, catalogue=catalogue, seed=seed, cpus=cpus)
    asked, left_out = of_mode(declared_families(study), mode)
    crews = [crew_of(ground, family) for family in asked]
    families = [family_of_crew(study, crew, mode) for crew in crews]
    kept = [family for family in families if family.can_be_told(family.variants)]
    used = {name for family in kept for name in family.variants}
    variants = {variant.name: variant for crew in crews for variant in crew.everybody if variant.name in used}
    refused = {refusal.variant: refusal for crew in crews for refusal in crew.refused}
    refused |= {family.name: left_out_of_quick(family) for family in left_out}
    return Plan(
        study=study.name,
        seed=seed,
        mode=mode,
        variants=tuple(variants.values()),
        families=tuple(kept),
        refused=tuple(refused.values()),
        units=units_of(catalogue, variants.values()),
    )


def of_mode(families: Sequence[DeclaredFamily], mode: str) -> tuple[list[DeclaredFamily], list[DeclaredFamily]]:
    """The families that this mode measures, and those that it leaves out."""
    left_out = [family for family in families if mode == "quick" and not family.quick]
    return [family for family in families if family not in left_out], left_out


def left_out_of_quick(family: DeclaredFamily) -> Refusal:
    """What is said of a family that quick mode does not measure."""
    return Refusal(
        variant=family.name,
        reason="not among the questions that quick asks",
        remedy="run it without --quick",
        expected=True,
    )


def units_of(catalogue: Catalogue, variants: Iterable[Variant]) -> dict[str, str]:
    """What one unit of each workload's work is called."""
    names = dict.fromkeys(variant.work.workload for variant in variants if isinstance(variant.work, ProbeWork))
    return {name: catalogue.workloads[name].unit for name in names}


def crew_of(ground: Ground, family: DeclaredFamily) -> Crew:
    """The family's variants, each once, however many of its combinations stand for it on this machine."""
    found: dict[str, Variant] = {}
    refused: list[Refusal] = []
    for combination in family.combinations:
        variants, impossible = variants_of(ground, combination, family.kind)
        found |= {variant.name: variant for variant in variants}
        refused += impossible
    everyone = tuple(found.values())
    return Crew(family, everyone, tuple(refused), ceiling_for(ground, family, everyone))


def family_of_crew(study: Study, crew: Crew, mode: str) -> Family:
    """The family as it will run: one look, after the fixed number of rounds of its mode."""
    pairs = (*pairs_of(crew.family, crew.variants), *crew.ceiling.pairs)
    rounds = crew.family.rounds or study.rounds
    return Family(
        name=crew.family.name,
        question=crew.family.question,
        variants=tuple(variant.name for variant in crew.everybody),
        pairs=pairs,
        looks=looks_for(mode, max(1, len(pairs)), rounds.quick if mode == "quick" else rounds.full),
        margin=crew.family.margin,
        kind=crew.family.kind,
        quiet_share=study.quiet.share,
        quiet_rounds=study.quiet.rounds,
        caveats=tuple(filter(None, (crew.ceiling.missing,))),
    )


def pairs_of(family: DeclaredFamily, variants: tuple[Variant, ...]) -> tuple[Pair, ...]:
    """The ratios a family asks for."""
    if not variants or family.kind == OBSERVATION:
        return ()
    baseline = variants[0].name
    if family.kind == "comparison":
        return tuple(Pair(baseline=baseline, candidate=each.name, metric=family.metric) for each in variants[1:])
    if family.kind == "response":
        return tuple(Pair(baseline, each.name, "work_wall_ns", "elapsed") for each in variants[1:])
    return tuple(scaling_pairs(family.metric, variants))


def scaling_pairs(metric: str, variants: Iterable[Variant]) -> Iterable[Pair]:
    """Extra work of each serial variant, then work gate or scaling of each concurrent one."""
    serial = {work_levels(each): each.name for each in variants if is_serial(each)}
    first, *others = serial.values() or ("",)
    for name in others:
        yield Pair(baseline=first, candidate=name, metric=metric, role="extra_work")
    for each in variants:
        baseline = serial.get(work_levels(each))
        if baseline is not None and not is_serial(each):
            role = "work_gate" if each.workers == 1 else "scaling"
            yield Pair(baseline=baseline, candidate=each.name, metric=metric, role=role)


def is_serial(variant: Variant) -> bool:
    """Whether its tasks run one after the other in the caller."""
    return isinstance(variant.work, ProbeWork) and variant.work.model == SERIAL


def work_levels(variant: Variant) -> tuple[tuple[str, str], ...]:
    """The levels that say which work it is, however it is run."""
    return tuple(sorted(item for item in levels_without(variant.factors, HOW).items()))


def levels_without(levels: Mapping[str, str], factors: Iterable[str]) -> dict[str, str]:
    """The levels of all other factors."""
    left_out = set(factors)
    return {factor: level for factor, level in levels.items() if factor not in left_out}
