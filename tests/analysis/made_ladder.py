"""Records of a ladder made by hand: two builds, three steps, times that a test plants."""

from collections.abc import Callable
from random import Random

from assay.plan.expand import make_plan
from assay.plan.model import Plan, ProbeWork, Variant
from assay.plan.order import trials_of_round
from assay.store.records import Header, Iteration, MachineLoad, ProbeReport, Record, TrialRecord
from assay.study.reader import parse_study
from tests.study.made_catalogue import STUDY, made_catalogue

MS = 1_000_000
SECOND = 1_000_000_000
WORK = {("O2", "0"): 1.0, ("O2", "1"): 3.0, ("O2", "2"): 6.6, ("O0", "0"): 4.0, ("O0", "1"): 4.0, ("O0", "2"): 4.0}
"""Planted work of each loop, in units of 10 ms."""
SCALING = 1.98
Planted = Callable[[Variant], float]


def ladder_plan(mode: str = "full", cpus: int = 2) -> Plan:
    """The made study's plan: families O2 and O0 (ladders), gate 0 and gate 2 (scaling, build O2)."""
    known = made_catalogue()
    return make_plan(parse_study(STUDY, "mine", known), known, 1, mode, cpus)


def planted_ms(variant: Variant) -> float:
    """Work divided by scaling; one worker is as fast as serial."""
    work = 10 * WORK[variant.factors["build"], variant.factors["step"]]
    return work if variant.workers == 1 else work / SCALING


def quiet_load() -> MachineLoad:
    """A tenth of a percent of both, over one second of two CPUs."""
    return MachineLoad(window_ns=SECOND, cpus=2, steal_ns=2 * MS, foreign_ns=2 * MS, resolution_ns=4 * MS)


def loud_load(steal_ms: int = 0, foreign_ms: int = 0) -> MachineLoad:
    """So much steal and foreign CPU in each trial of one second on two CPUs."""
    return MachineLoad(SECOND, 2, steal_ms * MS, foreign_ms * MS, 4 * MS)


def made_report(ms: float, workers: int, units: int = 100, sizes: tuple[int, ...] = (), **seen: float) -> ProbeReport:
    """Three warm iterations of so many milliseconds after a slow one that does not count."""
    values: dict[str, float] = {"cpu_per_wall": float(workers), "overlap": 0.99, "workers_seen": workers, **seen}
    walls = [round(5 * ms * MS), *[round(ms * MS)] * 3]
    return ProbeReport(
        runtime="c",
        version="1",
        clock="monotonic",
        clock_cost_ns=20,
        clock_step_ns=1,
        iterations=tuple(
            Iteration(
                warm=place > 0,
                work_wall_ns=wall,
                cpu_ns=round(wall * values["cpu_per_wall"]) if values["cpu_per_wall"] >= 0 else -1,
                overlap=values["overlap"],
                workers_seen=int(values["workers_seen"]),
                units=units,
                fairness=values.get("fairness", -1.0),
                alive=values.get("alive", -1.0),
            )
            for place, wall in enumerate(walls)
        ),
        answer_ok=True,
        kernel_threads=workers,
        sizes=sizes,
    )


def ladder_records(
    plan: Plan,
    planted: Planted = planted_ms,
    load: Callable[[int], MachineLoad | None] = lambda _: quiet_load(),
    spread: float = 0.001,
) -> list[Record]:
    """Every timed trial of every family, each time with its own small disturbance; `load` is given the round."""
    noise = Random("ladder")
    found: list[Record] = [made_header(plan)]
    variants = {variant.name: variant for variant in plan.variants}
    for family in plan.families:
        for number in range(1, family.looks[-1].rounds + 1):
            for trial in trials_of_round(plan, family, number):
                ms = planted(variants[trial.variant]) * (1 + spread * noise.uniform(-1, 1))
                report = made_report(ms, variants[trial.variant].workers)
                found.append(made_trial(family.name, number, trial.variant, report, load(number)))
    return found


def made_trial(
    family: str, number: int, variant: str, report: ProbeReport, load: MachineLoad | None = None, outcome: str = "ok"
) -> TrialRecord:
    """One finished trial."""
    return TrialRecord(
        family=family,
        round=number,
        position=0,
        variant=variant,
        purpose="timed",
        outcome=outcome,
        load=load,
        probe=report,
    )


def made_header(plan: Plan, cpus: str = "2") -> Header:
    """A header whose machine allows so many CPUs."""
    return Header(1, "0.1.0", "2026-01-01T00:00:00Z", STUDY, "", {}, plan, {"cpus_allowed": cpus}, {})


def probe_variant(name: str, workers: int, model: str = "thread") -> Variant:
    """A variant of a probe."""
    return Variant(name=name, label=name, work=ProbeWork("c", "count", model, "posix"), workers=workers)
