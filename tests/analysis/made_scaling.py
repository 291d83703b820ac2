"""Runs of scaling, response and observation families made by hand: planted times, a little noise of their own."""

from collections.abc import Callable, Mapping
from random import Random

from msgspec import structs

from assay.plan.model import Family, Look, Pair, Plan, ProbeWork, Variant
from assay.plan.order import trials_of_round
from assay.store.records import Header, Iteration, MachineLoad, ProbeReport, Record, TrialRecord

MS = 1_000_000
NOUNS = {
    "thread": "threads",
    "process": "processes",
    "pool": "pool workers",
    "stealing": "stealing workers",
    "virtual": "virtual threads",
    "coroutine": "coroutines",
}
WORK = "unit_ns"
SIZES = tuple(range(17, 0, -1))


def made_variant(name: str, workers: int = 1, **arguments: str) -> Variant:
    """ "java/count/thread/workers=2" under the label "java, 2 threads"; other words are arguments."""
    probe, workload, model, *_ = name.split("/")
    how = "serial" if model == "serial" else f"{workers} {NOUNS[model]}"
    work = ProbeWork(probe, workload, model, "std", arguments={"workers": str(workers), **arguments})
    label = f"ceiling, {how}" if workload == "spin" else f"{probe}, {how}"
    return Variant(name, label, work, {"probe": probe, "workload": workload, "model": model}, workers)


def named(probe: str, model: str, workers: int, workload: str = "count") -> str:
    ending = "" if model == "serial" else f"/workers={workers}"
    return f"{probe}/{workload}/{model}{ending}"


def scaling_family(
    probe: str, models: Mapping[str, int], question: str = "Does it scale?", gate: bool = True
) -> Family:
    """Serial, one thread as the work gate, the models asked for (model -> workers), and a ceiling."""
    serial, workers = named(probe, "serial", 1), max(models.values())
    names = [named(probe, model, count) for model, count in models.items()]
    one = [named(probe, model, 1) for model in models] if gate else []
    ceiling = (named("c", "serial", 1, "spin"), named("c", "thread", workers, "spin"))
    pairs = (
        *(Pair(serial, name, WORK, "work_gate") for name in one),
        *(Pair(serial, name, WORK, "scaling") for name in names),
        Pair(*ceiling, WORK, "ceiling"),
    )
    variants = (serial, *one, *names, *ceiling)
    return Family(probe, question, variants, pairs, (Look(20, 0.05),), 0.03, "scaling")


def made_plan(families: tuple[Family, ...], mode: str = "full", **arguments: str) -> Plan:
    """All variants of these families, each once."""
    names = dict.fromkeys(name for family in families for name in family.variants)
    variants = tuple(made_variant(name, workers_in(name), **arguments) for name in names)
    return Plan("made", 1, mode, variants, families, units={"count": "count", "spin": "turn", "batch": "size unit"})


def workers_in(name: str) -> int:
    return int(name.rpartition("=")[2]) if "workers=" in name else 1


class Planted:
    """What one process of a variant shows: milliseconds of a call, how many times as long the first one takes."""

    def __init__(self, ms: float, cold: float = 0.0, units: int = 1000, **seen: float) -> None:
        self.ms, self.cold, self.units, self.seen = ms, cold, units, seen


Plant = Callable[[Variant], Planted]


def made_report(planted: Planted, variant: Variant, noise: float, sizes: tuple[int, ...] = ()) -> ProbeReport:
    seen = {"overlap": 0.98, "cpus": float(min(variant.workers, 2)), "workers": variant.workers, **planted.seen}
    wall = round(planted.ms * MS * noise)
    response = seen.get("response", -1.0)
    warm = Iteration(
        warm=True,
        work_wall_ns=wall,
        cpu_ns=round(wall * seen["cpus"]),
        overlap=seen["overlap"],
        workers_seen=int(seen["workers"]),
        units=planted.units,
        mean_response=response * noise if response > 0 else -1.0,
        worst_response=2.5 * response * noise if response > 0 else -1.0,
        alive=seen.get("alive", -1.0),
    )
    first = structs.replace(warm, warm=False, work_wall_ns=round(planted.cold * wall))
    iterations = (first, warm, warm) if planted.cold else (warm,)
    threads = int(seen.get("threads", -1))
    return ProbeReport(
        variant.work.probe, "1", "monotonic", 20.0, 1.0, iterations, True, threads=threads, sizes=sizes,
        kernel_threads=int(seen["workers"]) + 1,
    )  # fmt: skip


def made_run(
    plan: Plan,
    plant: Plant,
    spread: float = 0.002,
    foreign_ns: int = 0,
    sizes: tuple[int, ...] = (),
    study: str = 'title = "Does it scale?"\nquestion = "Which way scales?"\n',
    cpus: str = "2",
) -> list[Record]:
    """Every timed trial, times within `spread` of what is planted."""
    coin = Random("scaling")
    found: list[Record] = [Header(1, "0.1.0", "2026-01-01T00:00:00Z", study, "", {}, plan, {"cpus_allowed": cpus}, {})]
    variants = {variant.name: variant for variant in plan.variants}
    load = MachineLoad(1000 * MS, 2, 0, foreign_ns, 4 * MS)
    for family in plan.families:
        for number in range(1, family.looks[-1].rounds + 1):
            for trial in trials_of_round(plan, family, number):
                variant = variants[trial.variant]
                report = made_report(plant(variant), variant, 1 + spread * coin.uniform(-1, 1), sizes)
                found.append(
                    TrialRecord(
                        family.name, number, trial.position, trial.variant, "timed", "ok", load=load, probe=report
                    )
                )
    return found
