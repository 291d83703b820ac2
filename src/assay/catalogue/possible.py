"""Whether a piece of work can be had at all, judged from the catalogue alone; pure.

Every sentence says what was expected, what was found and what is there instead. What is installed on this
machine is another question: see `toolchain`.
"""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from assay.catalogue.model import KNOBS, AskedWork, Catalogue, Parameter, Probe, Workload


def offers(probe: Probe, workload: Workload) -> bool:
    """Whether the workload is written in the probe's language."""
    return not probe.workload or (workload.folder / probe.workload).is_file()


def objections(catalogue: Catalogue, work: AskedWork) -> tuple[str, ...]:
    """Every reason why this work cannot be; empty when it can."""
    probe, workload = catalogue.probes.get(work.probe), catalogue.workloads.get(work.workload)
    if probe is None:
        return (_unknown("probe", work.probe, [name for name, one in catalogue.probes.items() if not one.hidden]),)
    if workload is None:
        return (_unknown("workload", work.workload, catalogue.workloads),)
    return (*_of_probe(probe, workload, work), *_of_arguments(workload, work), *_of_both(workload, work))


def _of_probe(probe: Probe, workload: Workload, work: AskedWork) -> Iterator[str]:
    if not offers(probe, workload):
        yield f"workload {workload.name} is not written for probe {probe.name}: expected {probe.workload} in its folder"
    if work.model not in probe.models:
        yield _unknown(f"model of probe {probe.name}", work.model, probe.models)
    elif work.implementation not in probe.models[work.model]:
        place = f"implementation of {probe.name} {work.model}"
        yield _unknown(place, work.implementation, probe.models[work.model])
    if work.build not in (probe.builds or ("",)):
        yield _unknown(f"build of probe {probe.name}", work.build, probe.builds or ["(none)"])


def _of_arguments(workload: Workload, work: AskedWork) -> Iterator[str]:
    known = KNOBS | workload.parameters
    for key, text in work.arguments.items():
        if key in known:
            yield from _of_value(f"{workload.name}: {key}", known[key], text)
        else:
            yield _unknown(f"argument of workload {workload.name}", key, known)


def _of_value(place: str, parameter: Parameter, text: str) -> Iterator[str]:
    if parameter.values:
        if text not in parameter.values:
            yield f'{place}: expected one of {", ".join(parameter.values)}, found "{text}"'
        return
    if not text.removeprefix("-").isdecimal():
        yield f'{place}: expected a whole number, found "{text}"'
    elif parameter.minimum is not None and int(text) < parameter.minimum:
        yield f"{place}: expected at least {parameter.minimum}, found {text}"
    elif parameter.maximum is not None and int(text) > parameter.maximum:
        yield f"{place}: expected at most {parameter.maximum}, found {text}"


def _of_both(workload: Workload, work: AskedWork) -> Iterator[str]:
    for one in workload.impossible:
        if one.probe == work.probe and work.arguments.get(one.parameter) == one.value:
            yield f"{workload.name}: {one.parameter}={one.value} is not there for probe {one.probe}: {one.reason}"
    workers = work.arguments.get("workers", "1")
    tasks = work.arguments.get("tasks", workers)
    if not (workers.isdecimal() and tasks.isdecimal()):
        return
    at_once = 1 if work.model == "serial" else int(workers)
    if workload.needs_all_running and at_once < int(tasks):
        yield f"{workload.name} needs all {tasks} tasks running at once, but {work.model} runs at most {at_once}"


def _unknown(place: str, word: str, known: Iterable[str]) -> str:
    names = list(known)
    close = get_close_matches(word, names, n=1)
    meant = f'did you mean "{close[0]}"?' if close else f"there are: {', '.join(names)}"
    return f'unknown {place} "{word}"; {meant}'
