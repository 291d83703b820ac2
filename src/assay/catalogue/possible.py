"""Whether a piece of work can be had at all, judged from the catalogue alone; pure.

Every sentence says what was expected, what was found and what is there instead. What is installed on this
machine is another question: see `toolchain`.
"""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from assay.catalogue.model import KNOBS, SETTINGS, AskedWork, Catalogue, Parameter, Probe, Workload
from assay.catalogue.soundness import split_lack

MAKES_WORKERS = ("process", "thread", "virtual", "coroutine")
"""Models that make a worker for each task, in the iteration; the others have theirs before it, or none."""


def offers(probe: Probe, workload: Workload) -> bool:
    """Whether the workload is written in the probe's language."""
    return not probe.workload or (workload.folder / probe.workload).is_file()


def runtime_name(probe: Probe, asked: str) -> str:
    """The runtime that is meant: the one asked for, else the first that is not opt-in; "" where there are none."""
    official = [name for name, runtime in probe.runtimes.items() if not runtime.opt_in]
    return asked or (official[0] if official else "")


def takes_turns(probe: Probe, model: str, implementation: str) -> str:
    """Why a model of this probe never does two tasks at once; "" where it can."""
    return probe.takes_turns.get(f"{model}/{implementation}", "") or probe.takes_turns.get(model, "")


def objections(catalogue: Catalogue, work: AskedWork) -> tuple[str, ...]:
    """Every reason why this work cannot be; empty when it can."""
    probe, workload = catalogue.probes.get(work.probe), catalogue.workloads.get(work.workload)
    if probe is None:
        return (_unknown("probe", work.probe, [name for name, one in catalogue.probes.items() if not one.hidden]),)
    if workload is None:
        return (_unknown("workload", work.workload, catalogue.workloads),)
    found = [*_of_probe(probe, workload, work), *_of_arguments(workload, work), *_of_settings(work)]
    return (*found, *_of_lacks(probe, work), *_of_both(workload, work), *_of_hold(work))


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
    if work.runtime and work.runtime not in probe.runtimes:
        yield _unknown(f"runtime of probe {probe.name}", work.runtime, probe.runtimes or ["(none)"])
    fitting = probe.builds[work.build].runtimes if work.build in probe.builds else ()
    runtime = runtime_name(probe, work.runtime)
    if fitting and runtime not in fitting:
        yield f"build {work.build} of probe {probe.name} is for runtime {', '.join(fitting)}, found {runtime}"


def _of_arguments(workload: Workload, work: AskedWork) -> Iterator[str]:
    known = KNOBS | workload.parameters
    for key, text in work.arguments.items():
        if key in known:
            yield from _of_value(f"{workload.name}: {key}", known[key], text)
            yield from _of_language(f"{workload.name}: {key}", known[key], work.probe, text)
        else:
            yield _unknown(f"argument of workload {workload.name}", key, known)


def _of_settings(work: AskedWork) -> Iterator[str]:
    for key, text in work.settings.items():
        if key in SETTINGS:
            yield from _of_value(key, SETTINGS[key], text)
        else:
            yield _unknown("setting", key, SETTINGS)


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


def _of_language(place: str, parameter: Parameter, probe: str, text: str) -> Iterator[str]:
    """A parameter that only some languages know; at its default the others need not be told."""
    if parameter.probes and probe not in parameter.probes and text != str(parameter.default):
        yield f"{place}={text} is not there for probe {probe}, only for {', '.join(parameter.probes)}"


def _of_lacks(probe: Probe, work: AskedWork) -> Iterator[str]:
    """What a runtime cannot do, as far as it is asked for; nobody needs to be able to leave a knob alone."""
    for key, why in probe.lacks.items():
        who, knob, value = split_lack(key)
        asked = work.arguments.get(knob)
        meant = who in ("", work.model, f"{work.model}/{work.implementation}")
        if asked is None or not meant or knob not in KNOBS or asked == str(KNOBS[knob].default):
            continue
        if value in ("", asked):
            yield f"{knob}={asked} is not there for {' '.join(filter(None, (probe.name, who)))}: {why}"


def _of_both(workload: Workload, work: AskedWork) -> Iterator[str]:
    for one in workload.impossible:
        if one.probe == work.probe and work.arguments.get(one.parameter) == one.value:
            yield f"{workload.name}: {one.parameter}={one.value} is not there for probe {one.probe}: {one.reason}"
    workers, tasks = _crew(work.arguments)
    at_once = 1 if work.model == "serial" else workers
    if workload.needs_all_running and at_once < tasks:
        yield f"{workload.name} needs all {tasks} tasks running at once, but {work.model} runs at most {at_once}"


def _of_hold(work: AskedWork) -> Iterator[str]:
    """Holding keeps every worker until all tasks are done, so each task needs a worker of its own."""
    if work.arguments.get("hold", "0") != "1":
        return
    workers, tasks = _crew(work.arguments)
    if work.model not in MAKES_WORKERS:
        yield f"hold=1 needs a model that makes workers ({', '.join(MAKES_WORKERS)}), found {work.model}"
    elif workers < tasks:
        yield f"hold=1 needs a worker for each task: expected at least {tasks} workers, found {workers}"


def _crew(arguments: Mapping[str, str]) -> tuple[int, int]:
    """(workers, tasks); nothing at all where they are no numbers, which has a sentence of its own."""
    workers = arguments.get("workers", "1")
    tasks = arguments.get("tasks", workers)
    return (int(workers), int(tasks)) if workers.isdecimal() and tasks.isdecimal() else (0, 0)


def _unknown(place: str, word: str, known: Iterable[str]) -> str:
    names = list(known)
    close = get_close_matches(word, names, n=1)
    meant = f'did you mean "{close[0]}"?' if close else f"there are: {', '.join(names)}"
    return f'unknown {place} "{word}"; {meant}'
