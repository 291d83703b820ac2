"""A small run for each thing a screen can say; times drawn by a seeded coin, nothing measured."""

from collections.abc import Callable, Sequence

from msgspec import structs

from assay.analysis.analyse import analyse
from assay.analysis.model import Findings
from assay.plan.model import Family, Look, Pair, Plan, ProbeWork, Refusal, Variant
from assay.plan.order import trials_of_round
from assay.store.records import Iteration, MachineLoad, Note, ProbeReport, Record, TrialRecord
from tests.analysis.made_records import (
    TEN,
    TWENTY,
    made_family,
    made_header,
    made_memory,
    made_pilot,
    made_run,
    made_runs,
    made_trial,
    spread,
)

RUN = "runs/2026-01-02-compare-1"
MS = 1_000_000


def times(ratio: float, rounds: int = 20, noise: float = 0.003) -> dict[str, Sequence[float]]:
    """Old and new: the same machine state in each round, and a little noise of new's own."""
    shared = spread(200, 0.01, rounds)
    return {"old": shared, "new": [ratio * t * e for t, e in zip(shared, spread(1, noise, rounds, 7), strict=True)]}


def pilots(new: str = "42\n", **more: object) -> list[Record]:
    return [made_pilot(name, text, n, **more) for n in (0, 1) for name, text in (("old", "42\n"), ("new", new))]


def memory(old: float = 38.2, new: float = 38.2) -> list[Record]:
    return [made_memory(name, n, mib + n / 1000) for n in range(1, 11) for name, mib in (("old", old), ("new", new))]


def compared(ratio: float, family: Family | None = None, noise: float = 0.003, mode: str = "full") -> Findings:
    family = family or made_family("old", "new")
    rounds = family.looks[-1].rounds
    extra = pilots() + (memory() if mode == "full" else [])
    return analyse(made_run(family, times(ratio, rounds, noise), mode, extra), RUN)


def faster() -> Findings:
    """Less user CPU and fewer page faults, as the sentence should say."""
    records: list[Record] = [*made_run(made_family("old", "new"), times(0.965), extra=pilots()), *memory()]
    for index, record in enumerate(records):
        if getattr(record, "purpose", "") == "timed" and record.variant == "new":
            runs = structs.replace(record.runs, minor_faults=(1090,))
            runs = structs.replace(runs, user_ns=(runs.user_ns[0] - 200_000,), system_ns=(10 * MS,))
            records[index] = structs.replace(record, runs=runs)
    return analyse(records, RUN)


def slower() -> Findings:
    return compared(6.6, noise=0.05)


def no_difference() -> Findings:
    return compared(1.0005)


def small_change() -> Findings:
    return compared(0.995)


def cannot_tell() -> Findings:
    return compared(1.004, noise=0.04)


def quick() -> Findings:
    return compared(0.965, made_family("old", "new", looks=[Look(12, 0.05)]), mode="quick")


def few_rounds() -> Findings:
    return compared(0.965, made_family("old", "new", looks=[Look(4, 0.05)]))


def interrupted() -> Findings:
    family = made_family("old", "new", looks=TEN)
    return analyse([*made_run(family, times(0.965, 7), extra=pilots()), Note("interrupted")], RUN)


def failing() -> Findings:
    """New crashes in every fourth round, prints something else, and leaves processes behind."""
    records = made_run(made_family("old", "new"), times(1.2), extra=pilots("43\n"))
    reason = "ended by signal 11"
    for index, record in enumerate(records):
        if getattr(record, "purpose", "") == "timed" and record.variant == "new" and record.round % 4 == 0:
            records[index] = structs.replace(record, outcome="crashed", reason=reason, signal=11, orphans=2)
    return analyse(records, RUN)


def several() -> Findings:
    family = made_family("old", "new", "./solve --threads 2 --input large.txt")
    walls = {**times(0.965), family.variants[2]: [450 * e for e in spread(1, 0.02, 20, 9)]}
    return analyse(made_run(family, walls, extra=pilots()), RUN)


def simulated() -> Findings:
    family = made_family("old", "new")
    records = made_run(family, times(0.965))
    return analyse([made_header(family, simulated=True), *records[1:]], RUN)


STUDY = """
title = "A loop, changed in two steps"
question = "Is it the threads that are slow, or the loop they run?"
[[ladders]]
name = "{build}"
each = { build = ["O2"] }
steps = [ { name = "a", what = "the serial program's loop" }, { name = "b", what = "its divisor is loaded" } ]
"""
SERIAL = ("a serial", "b serial")
ONE_THREAD = ("a 1 thread", "b 1 thread")
THREADS = ("a 2 threads", "b 2 threads")


def study_plan() -> Plan:
    variants = tuple(
        Variant(
            name, name, ProbeWork("c", "count", name.split()[-1].rstrip("s"), "posix", "O2"), {"step": name[0]}, workers
        )
        for name, workers in (
            (SERIAL[0], 1),
            (SERIAL[1], 1),
            (THREADS[0], 2),
            (THREADS[1], 2),
            *((name, 1) for name in ONE_THREAD),
        )
    )
    work = "work_wall_ns"
    ladder = (
        Pair(SERIAL[0], SERIAL[1], work, "extra_work"),
        Pair(SERIAL[0], THREADS[0], work, "scaling"),
        Pair(SERIAL[1], THREADS[1], work, "scaling"),
        Pair(SERIAL[0], ONE_THREAD[0], work, "work_gate"),
        Pair(SERIAL[1], ONE_THREAD[1], work, "work_gate"),
    )
    names = tuple(variant.name for variant in variants)
    programs = (SERIAL[0], THREADS[1])
    question = "How much more work does each change make?"
    which = "Which program takes less time?"
    families = (
        Family("O2", question, names, ladder, TWENTY, 0.03, "ladder"),
        Family("programs", which, programs, (Pair(*programs, "process_wall_ns"),), TWENTY, 0.03),
    )
    refused = (Refusal("a coroutines", "coroutines take turns on one thread", "compare them in a family of their own"),)
    return Plan("loop", 1, "full", variants, families, refused)


def study() -> Findings:
    plan = study_plan()
    base = {
        SERIAL[0]: 60.0,
        SERIAL[1]: 396.0,
        THREADS[0]: 30.5,
        THREADS[1]: 201.0,
        ONE_THREAD[0]: 60.2,
        ONE_THREAD[1]: 420.0,
    }
    header = made_header(plan.families[0])
    header = structs.replace(header, plan=plan, study_text=STUDY, machine={"cpus_allowed": "2"})
    records: list[Record] = [header]
    for family in plan.families:
        walls = {name: spread(base[name], 0.004, 20, place) for place, name in enumerate(family.variants)}
        for number in range(1, 21):
            for trial in trials_of_round(plan, family, number):
                record = _probed(family.name, trial.variant, number, walls[trial.variant][number - 1])
                records.append(structs.replace(record, position=trial.position))
    return analyse(records, "runs/2026-01-02-loop-1")


def _probed(family: str, variant: str, number: int, wall_ms: float) -> TrialRecord:
    workers = 2 if "threads" in variant else 1
    work = Iteration(True, round(wall_ms * MS), round(wall_ms * MS * 0.98 * workers), 0.98, workers, 1000)
    probe = ProbeReport("c", "12.2", "CLOCK_MONOTONIC", 20.0, 1.0, (work,), True, kernel_threads=workers + 1)
    runs = made_runs([round((wall_ms + 1) * MS)])
    load = MachineLoad(round((wall_ms + 1) * MS), 2, 0, 50_000, 1000)
    return made_trial(variant, number, wall_ms, family=family, probe=probe, runs=runs, load=load)


CASES: dict[str, Callable[[], Findings]] = {
    case.__name__: case
    for case in (
        faster, slower, no_difference, small_change, cannot_tell, quick, few_rounds, interrupted, failing, several,
        simulated, study,
    )
}  # fmt: skip
