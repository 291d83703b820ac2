"""What declarations must satisfy beyond their shape; every mistake of all files is told at once.

A problem is a sentence: the file, the key, what was expected, what was found. Of other files it only sees whether they
are there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from assay.catalogue.model import (
    KNOBS,
    Catalogue,
    Implementation,
    LibraryNeed,
    Parameter,
    Probe,
    ToolchainNeed,
    Workload,
)

PLACEHOLDERS = frozenset(
    (
        "tool", "runtime", "build", "flags", "run_flags", "runtime_flags", "implementation_flags",
        "implementation_run_flags", "native_flags", "own", "prefix", "cache", "probe",
    )
)  # fmt: skip
"""Words in braces that a command of probe.toml may hold."""
GROUPS = ("file", "line", "text")


def problems_of_probe(probe: Probe) -> Iterator[str]:
    """Every mistake of one probe.toml that its shape does not show."""
    yield from _models(probe)
    yield from _builds(probe)
    yield from _toolchain("toolchain", probe.toolchain)
    for name, runtime in probe.runtimes.items():
        yield from _toolchain(f"runtimes.{name}.toolchain", runtime.toolchain)
    if probe.runtimes and all(runtime.opt_in for runtime in probe.runtimes.values()):
        yield "runtimes: expected one that is not opt_in, it is the default, found none"
    yield from _rules(probe)
    yield from _commands(probe)
    yield from _files("harness", probe.harness, probe.folder)


def problems_of_workload(workload: Workload, probes: Mapping[str, Probe]) -> Iterator[str]:
    """Every mistake of one workload.toml that its shape does not show."""
    if workload.units and workload.units not in workload.parameters:
        yield f'units: expected a name of [parameters], found "{workload.units}"'
    for name, parameter in workload.parameters.items():
        yield from _parameter(f"parameters.{name}", name, parameter, probes)
    for number, one in enumerate(workload.impossible):
        place = f"impossible[{number}]"
        yield from _known(f"{place}.probe", one.probe, probes)
        yield from _known(f"{place}.parameter", one.parameter, workload.parameters)
        values = workload.parameters[one.parameter].values if one.parameter in workload.parameters else ()
        if values:
            yield from _known(f"{place}.value", one.value, values)
    for name, native in workload.languages.items():
        yield from _known("languages", name, probes)
        yield from _files(f"languages.{name}.files", native.files, workload.folder)
        for folder in native.include:
            if not (workload.folder / folder).is_dir():
                yield f'languages.{name}.include: expected a folder, found none at "{folder}"'


def problems_of(own: Catalogue, known: Mapping[str, Probe]) -> list[str]:
    """Every mistake of the declarations in `own`; workloads may name any of the `known` probes."""
    found = []
    for probe in own.probes.values():
        found += [f"{probe.folder / 'probe.toml'}: {said}" for said in problems_of_probe(probe)]
    for workload in own.workloads.values():
        place = workload.folder / "workload.toml"
        found += [f"{place}: {said}" for said in problems_of_workload(workload, known)]
    return found


def _models(probe: Probe) -> Iterator[str]:
    for model, implementations in probe.models.items():
        if not implementations:
            yield f"models.{model}: expected at least one implementation, found none"
    names = {name for implementations in probe.models.values() for name in implementations}
    for name, implementation in probe.implementations.items():
        yield from _known("implementations", name, sorted(names))
        yield from _files(f"implementations.{name}.harness", implementation.harness, probe.folder)


def _builds(probe: Probe) -> Iterator[str]:
    if probe.builds:
        yield from _known("default_build", probe.default_build, probe.builds)
    elif probe.default_build:
        yield f"default_build: expected [builds.{probe.default_build}], found no builds; add it, or leave the key out"
    for name, build in probe.builds.items():
        for runtime in build.runtimes:
            yield from _known(f"builds.{name}.runtimes", runtime, probe.runtimes)


def _toolchain(place: str, need: ToolchainNeed) -> Iterator[str]:
    if not need.candidates:
        yield f"{place}.candidates: expected at least one program, found none"
    pattern = _pattern(need.version_pattern)
    if pattern is None or pattern.groups < 1:
        yield (
            f"{place}.version_pattern: expected a regular expression with a group around the number, "
            f'found "{need.version_pattern}"'
        )
    if not re.search(r"\d", need.minimum):
        yield f'{place}.minimum: expected a version number, found "{need.minimum}"'


def _rules(probe: Probe) -> Iterator[str]:
    """Keys of [takes_turns] and [lacks], and the pattern of a compiler's complaints."""
    whole = [*probe.models, *(f"{model}/{name}" for model, names in probe.models.items() for name in names)]
    for key in probe.takes_turns:
        yield from _known("takes_turns", key, whole)
    for key in probe.lacks:
        who, knob, value = split_lack(key)
        if who:
            yield from _known(f'lacks."{key}"', who, whole)
        yield from _known(f'lacks."{key}"', knob, KNOBS)
        if value and knob in KNOBS and KNOBS[knob].values:
            yield from _known(f'lacks."{key}"', value, KNOBS[knob].values)
    if probe.problem:
        pattern = _pattern(probe.problem)
        if pattern is None or not set(GROUPS) <= set(pattern.groupindex):
            yield f'problem: expected a regular expression with the groups {", ".join(GROUPS)}, found "{probe.problem}"'


def split_lack(key: str) -> tuple[str, str, str]:
    """(model or model/implementation, knob, value) of a key of [lacks]; "" for what it leaves open."""
    who, colon, rest = key.rpartition(":")
    knob, _, value = rest.strip().partition("=")
    return (who.strip() if colon else "", knob.strip(), value.strip())


def _commands(probe: Probe) -> Iterator[str]:
    commands: dict[str, tuple[str, ...]] = {"compile": probe.compile, "run": probe.run}
    needs: dict[str, LibraryNeed] = {f"needs[{number}].check": need for number, need in enumerate(probe.needs)}
    for name, implementation in probe.implementations.items():
        needs |= _need_of(name, implementation)
    commands |= {place: need.check for place, need in needs.items()}
    for place, words in commands.items():
        for unknown in sorted(set(re.findall(r"(?<!\$)\{([a-z_]+)\}", " ".join(words))) - PLACEHOLDERS):
            yield f'{place}: unknown "{{{unknown}}}"; there are: {", ".join(sorted(PLACEHOLDERS))}'


def _need_of(name: str, implementation: Implementation) -> dict[str, LibraryNeed]:
    return {f"implementations.{name}.needs.check": implementation.needs} if implementation.needs else {}


def _parameter(place: str, name: str, parameter: Parameter, probes: Mapping[str, Probe]) -> Iterator[str]:
    if name in KNOBS:
        yield f"{place}: expected a name of its own, found a word that every probe knows; rename it"
    if parameter.values:
        yield from _known(f"{place}.default", str(parameter.default), parameter.values)
    elif not isinstance(parameter.default, int):
        yield f'{place}.default: expected a whole number, or values to choose from, found "{parameter.default}"'
    else:
        low = parameter.default if parameter.minimum is None else parameter.minimum
        high = parameter.default if parameter.maximum is None else parameter.maximum
        if not low <= parameter.default <= high:
            yield f"{place}.default: expected {low} to {high}, found {parameter.default}"
    for probe in parameter.probes:
        yield from _known(f"{place}.probes", probe, probes)


def _files(place: str, names: Iterable[str], folder: Path) -> Iterator[str]:
    for name in names:
        if not (folder / name).is_file():
            yield f'{place}: expected a file in its folder, found none named "{name}"'


def _known(place: str, word: str, known: Iterable[str]) -> Iterator[str]:
    names = list(known)
    if word not in names:
        yield f'{place}: expected one of {", ".join(names)}, found "{word}"'


def _pattern(text: str) -> re.Pattern[str] | None:
    try:
        return re.compile(text)
    except re.error:
        return None
