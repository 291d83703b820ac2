"""One combination of levels as variants of a plan: workers worked out, names and labels given, refusals worded."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from assay.catalogue import Catalogue, objections
from assay.plan.model import ProbeWork, Refusal, Variant
from assay.study.combinations import Combination
from assay.study.model import FIXED_FACTORS, Study
from assay.study.workers import workers_of

NOUNS = {"thread": "thread", "process": "process", "pool": "pool worker", "virtual": "virtual thread"}
PLURALS = {"process": "processes"}
SERIAL = "serial"
REMEDY = "drop it from the study, or change the level that is in the way"


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
    return kind != "comparison" and combination.get("model", SERIAL) != SERIAL and alone and not says_one


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


def variant_of(ground: Ground, combination: Combination, workers: int) -> Variant:
    """One variant, possible or not."""
    work = work_of(ground, combination, workers)
    shown = {factor: combination[factor] for factor in varying(ground.study) if factor in combination}
    return Variant(
        name="/".join(name_words(work, shown, workers)),
        label=", ".join(filter(None, (level_words(shown), model_words(work, shown, workers)))),
        work=work,
        factors={**combination, "model": work.model, "workers": str(workers)},
        workers=workers,
    )


def work_of(ground: Ground, combination: Combination, workers: int) -> ProbeWork:
    """What the probe is asked for; where the study names no library or build, the probe's first one."""
    probe = ground.catalogue.probes.get(combination["probe"])
    model = combination.get("model", SERIAL)
    libraries = probe.models.get(model, ()) if probe else ()
    arguments = {
        "workers": str(workers),
        "tasks": str(workers),
        "iterations": str(ground.study.inside.iterations),
        "warmup": str(ground.study.inside.warmup),
        "seed": str(ground.seed),
    }
    return ProbeWork(
        probe=combination["probe"],
        workload=combination["workload"],
        model=model,
        implementation=combination.get("implementation") or (libraries[0] if libraries else ""),
        build=combination.get("build") or (probe.default_build if probe else ""),
        arguments=arguments | {factor: level for factor, level in combination.items() if factor not in FIXED_FACTORS},
    )


def reasons_against(ground: Ground, variant: Variant, kind: str) -> list[str]:
    """Why a variant cannot be, as far as that can be known without trying."""
    assert isinstance(variant.work, ProbeWork)
    reasons = list(objections(ground.catalogue, variant.work))
    if variant.work.model == SERIAL and variant.workers > 1:
        reasons.append(f"serial runs one task after the other: expected 1 worker, found {variant.workers}")
    if variant.work.model == "coroutine" and kind != "comparison":
        reasons.append(
            "coroutines take turns on one thread: they are concurrent but never parallel, so work that needs a CPU "
            "cannot scale with them; compare them in a family of kind comparison"
        )
    return reasons


def varying(study: Study) -> tuple[str, ...]:
    """The factors with more than one level, in the order of the file."""
    return tuple(factor for factor, levels in study.factors.items() if len(levels) > 1)


def name_words(work: ProbeWork, shown: Mapping[str, str], workers: int) -> Iterable[str]:
    """The parts of a name: what it is, the levels that differ in the study, the workers."""
    yield from (work.probe, work.workload, work.model)
    if "implementation" in shown:
        yield work.implementation
    if work.build:
        yield work.build
    yield from (f"{factor}={level}" for factor, level in shown.items() if factor not in FIXED_FACTORS)
    if work.model != SERIAL or workers > 1:
        yield f"workers={workers}"


def level_words(shown: Mapping[str, str]) -> str:
    """The levels that differ in the study, as words: "O2 step 4"."""
    bare = [shown[factor] for factor in ("probe", "workload", "build") if factor in shown]
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
