"""What a study's factors must satisfy: they exist, their levels can be, those used are declared, names tell them.

A problem is a sentence: place in the file, what was expected, what was found, what to do.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from assay.catalogue import KNOBS, SETTINGS, Catalogue, Parameter
from assay.study.combinations import NOTHING_SAID, declared_families, varying
from assay.study.model import FIXED_FACTORS, Level, Study
from assay.study.shape import meant
from assay.study.workers import workers_of

WHOLE = re.compile(r"-?[0-9]{1,18}")
"""A whole number that every language a probe is written in can hold."""
MANY_CPUS = 64
"""Sweeps are judged on a machine large enough for the longest one they can give."""


def problems_of_factors(study: Study, catalogue: Catalogue) -> Iterator[str]:
    """Factors that exist, with levels that can be."""
    if not study.measures:
        return
    for needed in ("probe", "workload"):
        if not study.factors.get(needed):
            yield f'factors.{needed}: expected a list of names, found nothing; add {needed} = ["..."]'
    known = _known_parameters(study, catalogue)
    sure = all(str(level) in catalogue.workloads for level in study.factors.get("workload", ()))
    for factor, levels in study.factors.items():
        if factor not in FIXED_FACTORS and factor not in known and sure:  # else it may be one of the unknown workload's
            yield f'factors: unknown factor "{factor}"; {meant(factor, list(dict.fromkeys((*FIXED_FACTORS, *known))))}'
        if not levels:
            yield f"factors.{factor}: expected at least one level, found an empty list; add a level or drop the factor"
        for repeated in [level for level, count in Counter(map(str, levels)).items() if count > 1]:
            yield f"factors.{factor}: expected each level once, found {repeated} more than once"
        for level in levels:
            yield from _level_problem(factor, str(level), known.get(factor), catalogue)


def _known_parameters(study: Study, catalogue: Catalogue) -> dict[str, Parameter]:
    names = [str(level) for level in study.factors.get("workload", ())]
    found: dict[str, Parameter] = {}
    for name in names:
        if name in catalogue.workloads:
            found |= catalogue.workloads[name].parameters
    return found | KNOBS | SETTINGS


def _level_problem(factor: str, level: str, parameter: Parameter | None, catalogue: Catalogue) -> Iterator[str]:
    place = f"factors.{factor}"
    known = _names_of(factor, catalogue)
    if known and level not in known:
        shown = [name for name in known if name and not (name in catalogue.probes and catalogue.probes[name].hidden)]
        yield f'{place}: unknown {factor} "{level}"; {meant(level, shown)}'
    if factor == "workers":
        try:
            workers_of(level, MANY_CPUS)
        except ValueError as problem:
            yield f"{place}: {problem}"
    elif factor not in FIXED_FACTORS and parameter is not None and level != NOTHING_SAID:
        yield from _out_of_range(place, level, parameter)


def _names_of(factor: str, catalogue: Catalogue) -> list[str]:
    """The levels a factor of names can have with some probe; "" is its default; none where it is not of names."""
    probes = catalogue.probes.values()
    named: dict[str, list[str]] = {
        "probe": list(catalogue.probes),
        "workload": list(catalogue.workloads),
        "model": [model for probe in probes for model in probe.models],
        "implementation": ["", *(name for probe in probes for names in probe.models.values() for name in names)],
        "build": ["", *(name for probe in probes for name in probe.builds)],
        "runtime": ["", *(name for probe in probes for name in probe.runtimes)],
    }
    return list(dict.fromkeys(named.get(factor, ())))


def _out_of_range(place: str, level: str, parameter: Parameter) -> Iterator[str]:
    if parameter.values:
        if level not in parameter.values:
            yield f'{place}: expected one of {", ".join(parameter.values)}, found "{level}"'
        return
    if not isinstance(parameter.default, int):
        return
    if not WHOLE.fullmatch(level):
        yield f'{place}: expected a whole number ({parameter.meaning}), found "{level}"'
    elif parameter.minimum is not None and int(level) < parameter.minimum:
        yield f"{place}: expected at least {parameter.minimum} ({parameter.meaning}), found {level}"
    elif parameter.maximum is not None and int(level) > parameter.maximum:
        yield f"{place}: expected at most {parameter.maximum} ({parameter.meaning}), found {level}"


def problems_of_levels(study: Study) -> Iterator[str]:
    """Every level that is used is one of the declared ones."""
    for place, changes in _changes(study):
        for factor, level in changes:
            declared = study.factors.get(factor)
            if declared is None:
                yield f'{place}: unknown factor "{factor}"; {meant(factor, list(study.factors))}'
            elif str(level) not in map(str, declared):
                listed = ", ".join(map(str, declared))
                yield f"{place}.{factor}: expected a level of [factors] ({listed}), found {level}; add it there"


def _changes(study: Study) -> Iterator[tuple[str, Iterable[tuple[str, Level]]]]:
    """(place, (factor, level) ...) of all that names levels."""
    for number, ladder in enumerate(study.ladders, 1):
        place = f"ladders[{number}]"
        yield f"{place}.each", _flat(ladder.each)
        yield f"{place}.base", ladder.base.items()
        yield f"{place}.concurrent", ladder.concurrent.items()
        for step_number, step in enumerate(ladder.steps, 1):
            yield f"{place}.steps[{step_number}].change", step.change.items()
    for number, request in enumerate(study.families, 1):
        yield f"families[{number}].each", _flat(request.each)
        for variant_number, variant in enumerate(request.variants, 1):
            yield f"families[{number}].variants[{variant_number}]", variant.items()


def _flat(each: Mapping[str, Sequence[Level]]) -> list[tuple[str, Level]]:
    return [(factor, level) for factor, levels in each.items() for level in levels]


def problems_of_names(study: Study) -> Iterator[str]:
    """Variants that only a factor without a name tells apart would be taken for one."""
    if not study.factors:
        return  # said already
    shown, seen = varying(study), dict[tuple[str, ...], tuple[str, dict[str, str]]]()
    for family in declared_families(study):
        for combination in family.combinations:
            key = tuple(combination.get(factor, "") for factor in shown)
            _, before = seen.setdefault(key, (family.place, combination))
            differs = [factor for factor in combination if before.get(factor) != combination[factor]]
            if differs:
                yield (
                    f"{family.place}: found two variants that differ only in {differs[0]}, "
                    f'"{before.get(differs[0], NOTHING_SAID)}" and "{combination[differs[0]]}", '
                    f"which names do not show; add a second level that is not empty to factors.{differs[0]}"
                )
                return
