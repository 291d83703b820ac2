"""What a study's values must satisfy beyond their shape; each check returns every mistake it finds.

A problem is a sentence: place in the file, what was expected, what was found, what to do.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from assay.catalogue import Catalogue
from assay.study.combinations import changed, climb, declared_families, first_combination
from assay.study.factor_checks import MANY_CPUS, problems_of_factors, problems_of_levels, problems_of_names
from assay.study.model import FamilyRequest, Ladder, Study
from assay.study.shape import meant
from assay.study.workers import workers_of

MOST_VARIANTS = 8
FEWEST_ROUNDS, MOST_ROUNDS = 6, 1000
"""Fewer rounds cannot give a 95 % interval by ranks, whatever they show."""
FEWEST_OF_REPLICA = 1
KINDS = ("comparison", "scaling", "observation", "response")
FEWEST_VARIANTS = {"observation": 1}
"""Of the kinds that compare nothing; others need two."""
METRICS = ("process_wall_ns", "cpu_ns", "peak_memory_bytes", "work_wall_ns", "unit_ns")


def problems_of(study: Study, catalogue: Catalogue) -> list[str]:
    """Every mistake of a study whose shape is right."""
    found = [
        *_numbers(study),
        *_claims(study, catalogue),
        *problems_of_factors(study, catalogue),
        *problems_of_levels(study),
    ]
    found += [*_names(study), *(problem for ladder in _ladders(study) for problem in ladder), *_families(study)]
    return [
        *found,
        *_scale(study, catalogue),
        *_inside_of(study, catalogue),
        *problems_of_names(study),
        *_published(study),
    ]


def _numbers(study: Study) -> Iterator[str]:
    rounds, inside, quiet = study.rounds, study.inside, study.quiet
    for place, margin in _margins(study):
        if not 0 < margin < 1:
            yield f"{place}margin: expected a share between 0 and 1 (0.01 is 1 %), found {margin}"
    for mode, count in (("quick", rounds.quick), ("full", rounds.full)):
        yield from _number_of_rounds(study, f"rounds.{mode}", count)
    if rounds.full < rounds.quick:
        yield f"rounds.full: expected at least as many as rounds.quick ({rounds.quick}), found {rounds.full}"
    if inside.iterations < 1:
        yield f"inside.iterations: expected at least 1, found {inside.iterations}"
    if inside.warmup < 0:
        yield f"inside.warmup: expected at least 0, found {inside.warmup}"
    if not 0 < quiet.share < 1:
        yield f"quiet.share: expected a share between 0 and 1 (0.01 is 1 %), found {quiet.share}"
    if quiet.rounds < FEWEST_ROUNDS:
        yield f"quiet.rounds: expected at least {FEWEST_ROUNDS}, fewer give no interval, found {quiet.rounds}"
    if study.metric not in METRICS:
        yield f'metric: unknown "{study.metric}"; {meant(study.metric, list(METRICS))}'
    for name, patterns in (("trial_seconds", study.trial_seconds), ("start_seconds", study.start_seconds)):
        for pattern, seconds in patterns.items():
            if seconds <= 0:
                yield f'{name}."{pattern}": expected more than 0 seconds, found {seconds}'


def _number_of_rounds(study: Study, place: str, count: int) -> Iterator[str]:
    """Enough for an interval, except where a run as published is asked for, or nothing is compared."""
    if study.replica and count < FEWEST_OF_REPLICA:
        yield f"{place}: expected at least {FEWEST_OF_REPLICA}, found {count}"
    elif not study.replica and count < FEWEST_ROUNDS:
        yield f"{place}: expected at least {FEWEST_ROUNDS}, fewer give no interval, found {count}"
    if count > MOST_ROUNDS:
        yield f"{place}: expected at most {MOST_ROUNDS}, found {count}; let each trial do more work instead"


def _inside_of(study: Study, catalogue: Catalogue) -> Iterator[str]:
    for name, inside in study.inside_of.items():
        if name not in catalogue.probes:
            yield f'inside_of: unknown probe "{name}"; {meant(name, _seen_probes(catalogue))}'
        if inside.iterations is not None and inside.iterations < 1:
            yield f"inside_of.{name}.iterations: expected at least 1, found {inside.iterations}"
        if inside.warmup is not None and inside.warmup < 0:
            yield f"inside_of.{name}.warmup: expected at least 0, found {inside.warmup}"


def _seen_probes(catalogue: Catalogue) -> list[str]:
    return [name for name, probe in catalogue.probes.items() if not probe.hidden]


def _scale(study: Study, catalogue: Catalogue) -> Iterator[str]:
    scale = study.scale
    if scale is None:
        return
    if scale.seconds <= 0:
        yield f"scale.seconds: expected more than 0, found {scale.seconds}"
    if scale.quick_seconds is not None and scale.quick_seconds <= 0:
        yield f"scale.quick_seconds: expected more than 0, found {scale.quick_seconds}"
    if scale.pilot < 1:
        yield f"scale.pilot: expected at least 1, found {scale.pilot}"
    names = [str(level) for level in study.factors.get("workload", ())]
    known = {word for name in names if name in catalogue.workloads for word in catalogue.workloads[name].parameters}
    if names and scale.parameter not in known:
        yield f'scale.parameter: unknown "{scale.parameter}"; {meant(scale.parameter, sorted(known))}'


def _published(study: Study) -> Iterator[str]:
    """Tables come with the claims of their source."""
    published = study.published
    for place in (published.serial, published.concurrent, published.ratios) if published else ():
        if place.partition("/")[0] not in study.claims_of:
            known = ", ".join(f"{name}/..." for name in study.claims_of) or "none: claims_of is empty"
            yield f'published: expected a table of a study in claims_of ({known}), found "{place}"'


def _margins(study: Study) -> Iterator[tuple[str, float]]:
    """(place, margin) of every margin that the file sets."""
    yield "", study.margin
    own = [(f"ladders[{number}].", ladder.margin) for number, ladder in enumerate(study.ladders, 1)]
    own += [(f"families[{number}].", request.margin) for number, request in enumerate(study.families, 1)]
    yield from ((place, margin) for place, margin in own if margin is not None)


def _claims(study: Study, catalogue: Catalogue) -> Iterator[str]:
    for name in study.claims_of:
        if name != study.name and name not in catalogue.studies:
            yield f'claims_of: unknown study "{name}"; {meant(name, list(catalogue.studies))}'
    if not study.measures and not study.claims_of:
        yield (
            "families: expected a family or a ladder to measure, or studies in claims_of to rule on, found neither; "
            "add one"
        )


def _names(study: Study) -> Iterator[str]:
    for name, count in Counter(family.name for family in declared_families(study)).items():
        if count > 1:
            yield (
                f'families: expected every name once, found "{name}" {count} times; '
                'name the factors of "each" in it, as in "{build} step {step}"'
            )


def _ladders(study: Study) -> Iterator[Iterator[str]]:
    for number, ladder in enumerate(study.ladders, 1):
        yield _one_ladder(study, ladder, f"ladders[{number}]")


def _one_ladder(study: Study, ladder: Ladder, place: str) -> Iterator[str]:
    names = [step.name for step in ladder.steps]
    if len(names) < 2:
        yield f"{place}.steps: expected at least 2 steps, found {len(names)}"
    for unknown in [name for name in ladder.concurrent_at if name not in names]:
        yield f'{place}.concurrent_at: unknown step "{unknown}"; {meant(unknown, names)}'
    if ladder.concurrent_at and not ladder.concurrent:
        yield f"{place}.concurrent: expected what makes a step concurrent, found nothing; add a model and workers"
    combinations = climb(ladder, changed(first_combination(study), ladder.base))
    for here, (before, after) in enumerate(pairwise(combinations), 2):
        differs = [factor for factor in after if before.get(factor) != after[factor]]
        if len(differs) != 1:
            found = f"{len(differs)} ({', '.join(differs)})" if differs else "none"
            yield (
                f"{place}.steps[{here}].change: expected exactly one factor to differ from the step before, "
                f"found {found}; split it into steps that change one thing each"
            )


def _families(study: Study) -> Iterator[str]:
    for number, request in enumerate(study.families, 1):
        if request.kind not in KINDS:
            yield f'families[{number}].kind: unknown "{request.kind}"; {meant(request.kind, list(KINDS))}'
        if request.rounds is not None:
            yield from _number_of_rounds_here(study, request, f"families[{number}].rounds")
        if request.metric is not None and request.metric not in METRICS:
            yield f'families[{number}].metric: unknown "{request.metric}"; {meant(request.metric, list(METRICS))}'
    for place, problem in dict.fromkeys(_crowds(study)):
        yield f"{place}: {problem}"


def _number_of_rounds_here(study: Study, request: FamilyRequest, place: str) -> Iterator[str]:
    assert request.rounds is not None
    if request.kind == "observation":
        if not 1 <= request.rounds <= MOST_ROUNDS:
            yield f"{place}: expected 1 to {MOST_ROUNDS}, found {request.rounds}"
        return
    yield from _number_of_rounds(study, place, request.rounds)


def _crowds(study: Study) -> Iterator[tuple[str, str]]:
    """Families with too few or too many variants, or with nothing serial to scale from."""
    for family in declared_families(study):
        count = sum(_sweep_length(combination.get("workers", "1")) for combination in family.combinations)
        fewest = FEWEST_VARIANTS.get(family.kind, 2)
        if count < fewest:
            yield family.place, f"expected at least {fewest} variants to compare, found {count}"
        if count > MOST_VARIANTS:
            yield (
                family.place,
                f"expected at most {MOST_VARIANTS} variants in a family, they share a round, found {count}; "
                "split it into families that share the baseline",
            )
        if family.kind == "scaling" and not any(
            combination.get("model", "serial") == "serial" for combination in family.combinations
        ):
            yield (
                family.place,
                "expected a serial variant to scale from, found none; add one with the same other levels",
            )


def _sweep_length(expression: str) -> int:
    try:
        return len(workers_of(expression, MANY_CPUS))
    except ValueError:
        return 1  # reported with its factor
