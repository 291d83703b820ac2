"""One combination of levels as variants of a plan: workers worked out, names and labels given, refusals worded."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from assay.catalogue import SETTINGS, Catalogue, objections, runtime_name, takes_turns
from assay.plan.model import ProbeWork, Refusal, Variant
from assay.study.combinations import NOTHING_SAID, Combination, varying
from assay.study.model import FIXED_FACTORS, Inside, Study
from assay.study.workers import workers_of

NOUNS = {
    "thread": "thread",
    "process": "process",
    "pool": "pool worker",
    "stealing": "stealing worker",
    "virtual": "virtual thread",
    "coroutine": "coroutine",
}
PLURALS = {"process": "processes"}
SERIAL = "serial"
REMEDY = "drop it from the study, or change the level that is in the way"
CPUS = "cpus"
"""The setting that takes CPUs away."""
TAKES_TURNS = (
    "coroutines take turns on one thread: they are concurrent but never parallel, so work that needs a CPU "
    "cannot scale with them; compare them in a family of kind comparison"
)
SCALES = ("scaling", "ladder")
"""Kinds of families that ask how work speeds up with workers."""


class Ground(Struct, frozen=True):
    """What a plan stands on."""

    study: Study
    catalogue: Catalogue
    seed: int
    cpus: int


def variants_of(ground: Ground, combination: Combination, kind: str) -> tuple[list[Variant], list[Refusal]]:
    """The variants that a combination stands for, one for each number of workers, and those that cannot be."""
    if too_few_cpus(ground, combination, kind):
        return [], [one_cpu_refusal(ground, combination)]
    if too_many_cpus(ground, combination):
        return [], [cpus_refusal(ground, combination)]
    found, refused = [], []
    for workers in workers_of(combination.get("workers", "1"), ground.cpus):
        variant = variant_of(ground, combination, workers)
        reasons = reasons_against(ground, variant, kind)
        if reasons:
            refused.append(Refusal(variant=variant.name, reason="; ".join(reasons), remedy=REMEDY))
        else:
            found.append(variant)
    return found, refused


def too_few_cpus(ground: Ground, combination: Combination, kind: str) -> bool:
    """Whether several workers were asked for, as in "min(cpus, 4)", and this machine makes one of them."""
    expression = combination.get("workers", "1")
    says_one = expression.strip() == "1" or ".." in expression
    alone = workers_of(expression, ground.cpus) == (1,)
    return kind in SCALES and combination.get("model", SERIAL) != SERIAL and alone and not says_one


def one_cpu_refusal(ground: Ground, combination: Combination) -> Refusal:
    """What is said then: one worker would show the work gate again and not scaling."""
    expression = combination["workers"]
    stem = variant_of(ground, combination, 1).name.rpartition("/")[0]
    return Refusal(
        variant=f"{stem}/workers={expression}",
        reason=f'scaling needs at least 2 workers, found 1: "{expression}" on {ground.cpus} CPU allowed',
        remedy="allow more CPUs (taskset, a cgroup or the machine's own number limits them)",
        machine_lacks=True,
    )


def too_many_cpus(ground: Ground, combination: Combination) -> bool:
    """Whether it is to run on more CPUs than there are."""
    asked = combination.get(CPUS, "")
    return asked.isdecimal() and int(asked) > ground.cpus


def cpus_refusal(ground: Ground, combination: Combination) -> Refusal:
    """What is said then; another machine could."""
    return Refusal(
        variant=variant_of(ground, combination, workers_of(combination.get("workers", "1"), ground.cpus)[0]).name,
        reason=f"it is to run on {combination[CPUS]} CPUs, found {ground.cpus} allowed",
        remedy="allow more CPUs (taskset, a cgroup or the machine's own number limits them)",
        machine_lacks=True,
    )


def variant_of(ground: Ground, combination: Combination, workers: int) -> Variant:
    """One variant, possible or not; its factors are those that say something, and what was chosen where none did."""
    work = work_of(ground, combination, workers)
    said = {factor: level for factor, level in combination.items() if level != NOTHING_SAID}
    levels = {factor: said[factor] for factor in varying(ground.study) if factor in said}
    told = {factor: getattr(work, factor) for factor in ("implementation", "runtime") if _told(ground, work, factor)}
    chosen = {factor: getattr(work, factor) for factor in ("build", "runtime") if getattr(work, factor)}
    return Variant(
        name="/".join(name_words(work, levels | told, workers)),
        label=label_of(ground, work, levels, workers),
        work=work,
        factors={**said, **chosen, "model": work.model, "workers": str(workers)},
        workers=workers,
    )


def label_of(ground: Ground, work: ProbeWork, levels: Mapping[str, str], workers: int) -> str:
    """Short, for tables: the levels the study names; the workload only where it is not the study's first one."""
    usual = str(ground.study.factors["workload"][0]) if ground.study.factors.get("workload") else ""
    shown = {factor: level for factor, level in levels.items() if (factor, level) != ("workload", usual)}
    return ", ".join(filter(None, (level_words(shown), model_words(work, shown, workers))))


def _told(ground: Ground, work: ProbeWork, factor: str) -> bool:
    """Whether the implementation or the runtime that was chosen tells variants of this study apart."""
    return factor in varying(ground.study) and bool(getattr(work, factor))


def work_of(ground: Ground, combination: Combination, workers: int) -> ProbeWork:
    """What the probe is asked for; where the study names no library, build or runtime, the probe's first one."""
    said = {factor: level for factor, level in combination.items() if level != NOTHING_SAID}
    probe = ground.catalogue.probes.get(combination["probe"])
    model = said.get("model", SERIAL)
    libraries = probe.models.get(model, ()) if probe else ()
    inside = inside_of(ground.study, combination["probe"])
    arguments = {
        "workers": str(workers),
        "tasks": str(workers),
        "iterations": str(inside.iterations),
        "warmup": str(inside.warmup),
        "seed": str(ground.seed),
    }
    outside = (*FIXED_FACTORS, *SETTINGS)
    arguments |= {factor: level for factor, level in said.items() if factor not in outside}
    return ProbeWork(
        probe=combination["probe"],
        workload=combination["workload"],
        model=model,
        implementation=said.get("implementation") or (libraries[0] if libraries else ""),
        build=said.get("build") or (probe.default_build if probe else ""),
        arguments=arguments,
        runtime=runtime_name(probe, said.get("runtime", "")) if probe else "",
        settings={factor: said[factor] for factor in SETTINGS if said.get(factor, _usual(factor)) != _usual(factor)},
        scaled=scaled_word(ground, combination["workload"], arguments),
    )


def scaled_word(ground: Ground, workload: str, arguments: Mapping[str, str]) -> str:
    """The parameter that a pilot is to find, where the workload has it and nobody says its value."""
    scale, known = ground.study.scale, ground.catalogue.workloads.get(workload)
    if scale is None or known is None or scale.parameter not in known.parameters or scale.parameter in arguments:
        return ""
    return scale.parameter


def _usual(setting: str) -> str:
    """The level of a setting that changes nothing."""
    return str(SETTINGS[setting].default)


def inside_of(study: Study, probe: str) -> Inside:
    """What happens inside a process of this probe."""
    own = study.inside_of.get(probe)
    if own is None:
        return study.inside
    return Inside(
        iterations=study.inside.iterations if own.iterations is None else own.iterations,
        warmup=study.inside.warmup if own.warmup is None else own.warmup,
    )


def reasons_against(ground: Ground, variant: Variant, kind: str) -> list[str]:
    """Why a variant cannot be, as far as that can be known without trying."""
    assert isinstance(variant.work, ProbeWork)
    reasons = list(objections(ground.catalogue, variant.work))
    if variant.work.model == SERIAL and variant.workers > 1:
        reasons.append(f"serial runs one task after the other: expected 1 worker, found {variant.workers}")
    if kind in SCALES and only_runs(ground.catalogue, variant.work):
        reasons.append(TAKES_TURNS)
    return reasons


def only_runs(catalogue: Catalogue, work: ProbeWork) -> str:
    """Why its tasks never run at once, where all they do is run; "" where they can, or wait."""
    probe, workload = catalogue.probes.get(work.probe), catalogue.workloads.get(work.workload)
    if probe is None or workload is None or workload.waits:
        return ""
    return takes_turns(probe, work.model, work.implementation)


def name_words(work: ProbeWork, shown: Mapping[str, str], workers: int) -> Iterable[str]:
    """The parts of a name: what it is, the levels that differ in the study, the workers."""
    yield from (work.probe, work.workload, work.model)
    if "implementation" in shown:
        yield work.implementation
    if work.build:
        yield work.build
    if "runtime" in shown:
        yield work.runtime
    yield from (f"{factor}={level}" for factor, level in shown.items() if factor not in FIXED_FACTORS)
    if work.model != SERIAL or workers > 1:
        yield f"workers={workers}"


def level_words(shown: Mapping[str, str]) -> str:
    """The levels that differ in the study, as words: "O2 step 4"."""
    bare = [shown[factor] for factor in ("probe", "workload", "build", "runtime") if factor in shown]
    named = [f"{factor} {level}" for factor, level in shown.items() if factor not in FIXED_FACTORS]
    return " ".join((*bare, *named))


def model_words(work: ProbeWork, shown: Mapping[str, str], workers: int) -> str:
    """How it is run, as words: "serial", "2 threads", "1 process (forkserver)"."""
    library = f" ({work.implementation})" if "implementation" in shown else ""
    if work.model == SERIAL:
        return SERIAL
    noun = NOUNS.get(work.model, f"{work.model} worker")
    plural = PLURALS.get(work.model, noun + "s")
    return f"{workers} {noun if workers == 1 else plural}{library}"
