"""Runs of every kind of family, made by hand, as what tables are made of."""

from collections.abc import Sequence
from functools import cache

from msgspec import structs

from assay.analysis.analyse import analyse, header_of
from assay.analysis.several import MachineRun, Several
from assay.plan.model import Family, Look, Pair
from assay.store.records import MachineLoad, Record
from tests.analysis.made_ladder import ladder_plan, ladder_records
from tests.analysis.made_records import made_family, made_memory, made_pilot, made_run, spread
from tests.analysis.made_scaling import SIZES, Planted, made_plan, named, scaling_family
from tests.analysis.made_scaling import made_run as made_study_run

MS = 1_000_000
BATCH = ("c/batch/thread/workers=17", "c/batch/pool/workers=2")
FAILED = 3
"""The round whose trial of "new" crashed."""


def several_of(*runs: Sequence[Record]) -> Several:
    """These runs, analysed; machines are called by letters where there are several."""
    names = [""] if len(runs) == 1 else [f"machine {letter}" for letter in "ABC"[: len(runs)]]
    return Several(
        tuple(
            MachineRun(name, header_of(records), tuple(records), analyse(records, f"runs/{place}"))
            for place, (name, records) in enumerate(zip(names, runs, strict=True), 1)
        )
    )


def command_records(simulated: bool = False) -> list[Record]:
    """Two commands, in bundles of three, with pilots, memory trials, steal, and one trial that crashed."""
    walls = {
        "old": [(t, t + 1, t + 2) for t in spread(50, 0.01, 12)],
        "new": [(t, t + 1, t + 2) for t in spread(40, 0.01, 12)],
    }
    records = made_run(made_family("old", "new"), walls, extra=[made_pilot("old", "42\n"), made_pilot("new", "42\n")])
    for place, record in enumerate(records):
        if getattr(record, "purpose", "") == "timed":
            load = MachineLoad(200 * MS, 2, 4 * MS, 20 * MS if record.round > 1 else -1, 10 * MS)
            crashed = {"outcome": "crashed", "reason": "ended by signal 11", "signal": 11}
            failed = record.variant == "new" and record.round == FAILED
            records[place] = structs.replace(record, load=load, **(crashed if failed else {}))
    header = structs.replace(header_of(records), simulated=simulated)
    return [header, *records[1:], *(made_memory(name, n, 8) for n in (1, 2) for name in ("old", "new"))]


def probe_records() -> list[Record]:
    """A scaling family, a batch and an observation; each process calls its work once cold and twice warm."""
    batch = Family(
        "batch", "Who waits?", BATCH, (Pair(*BATCH, "work_wall_ns", "elapsed"),), (Look(12, 0.05),), 0.05, "response"
    )
    held = Family("held", "On what?", (named("go", "coroutine", 16),), (), (Look(3, 0.05),), kind="observation")
    scaling = structs.replace(scaling_family("java", {"thread": 2}), looks=(Look(12, 0.05),), quiet_rounds=8)
    plan = made_plan((scaling, batch, held), hold="1")
    return made_study_run(plan, lambda one: Planted(80.0 / one.workers, 2.0, response=6.7, alive=8.4), sizes=SIZES)


@cache
def commands() -> Several:
    return several_of(command_records())


@cache
def probes() -> Several:
    return several_of(probe_records())


@cache
def ladder() -> Several:
    return several_of(ladder_records(ladder_plan()))


@cache
def two_machines() -> Several:
    return several_of(command_records(), command_records())
