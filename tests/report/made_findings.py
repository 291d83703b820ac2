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
from tests.report.made_studies import languages, loud_languages, waiting

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
title = "A loop, changed in one step"
question = "Is it the threads that are slow, or the loop they run?"
[[ladders]]
name = "loop"
steps = [ { name = "step 0", what = "the serial program's loop" }, { name = "step 1", what = "its divisor is loaded" } ]
"""
CLAIMS = """
[source]
name = "Somebody 2020"
title = "Threads and loops"
what = "runs one loop with threads and without"

[[claim]]
id = "loop-1"
telling = 2
place = "Table 1"
claim = "With two threads the loop gets slower."
published = "30 % of the speed"
measure = "both loops, each alone and with threads: speed-up = scaling / extra work"
if_true = "one loop takes longer with threads than without"
if_artefact = "each loop scales with its threads, and the threaded program's loop does more work"
basis = "here"
here = "nothing without measuring"
why = "The two programs run different loops, so the loop has to be told apart from the threads."
[claim.rule]
kind = "slower with workers, here"
splits = ["step 1"]

[[claim]]
id = "loop-2"
telling = 1
place = "abstract"
claim = "Four threads count four times as far as one."
published = "400 %"
measure = "what the listing counts"
basis = "their method"
here = "every thread counts the whole way"
why = "So it is: each of the four does all of the work."
[claim.rule]
kind = "reading"
ruling = "holds"
evidence = ["listing 1 starts four threads with the whole range each"]

[[claim]]
id = "loop-3"
place = "section 2"
claim = "One thread alone scales as it could."
published = "no figure"
measure = "the first loop with threads and without"
if_true = "scaling near 2"
if_artefact = "scaling well below 2"
basis = "here"
here = "nothing without measuring"
why = "Nothing else runs beside it."
[claim.rule]
kind = "scaling, here"
split = "step 7"
claimed = "scales"
"""


def named(model: str, step: int, workers: int) -> str:
    """The name that a plan gives to such a variant."""
    ending = f"/workers={workers}" if model != "serial" else ""
    return f"c/count/{model}/step={step}{ending}"


SERIAL = (named("serial", 0, 1), named("serial", 1, 1))
ONE_THREAD = (named("thread", 0, 1), named("thread", 1, 1))
THREADS = (named("thread", 0, 2), named("thread", 1, 2))
HOW = {SERIAL: "serial", ONE_THREAD: "1 thread", THREADS: "2 threads"}


def study_plan(mode: str = "full") -> Plan:
    variants = tuple(
        Variant(
            name,
            f"step {step}, {how}",
            ProbeWork("c", "count", name.split("/")[2], "posix", "O2"),
            {"step": str(step)},
            2 if names is THREADS else 1,
        )
        for names, how in HOW.items()
        for step, name in enumerate(names)
    )
    work = "work_wall_ns"
    ladder = (
        Pair(SERIAL[0], SERIAL[1], work, "extra_work"),
        Pair(SERIAL[0], THREADS[0], work, "scaling"),
        Pair(SERIAL[1], THREADS[1], work, "scaling"),
        Pair(SERIAL[0], ONE_THREAD[0], work, "work_gate"),
        Pair(SERIAL[1], ONE_THREAD[1], work, "work_gate"),
    )
    looks = TWENTY if mode == "full" else [Look(12, 0.05)]
    names = tuple(variant.name for variant in variants)
    programs = (SERIAL[0], THREADS[1])
    question = "How much more work does each change make?"
    which = "Which program takes less time?"
    families = (
        Family("loop", question, names, ladder, tuple(looks), 0.03, "ladder"),
        Family("programs", which, programs, (Pair(*programs, "process_wall_ns"),), tuple(looks), 0.03),
    )
    refused = (Refusal("a coroutines", "coroutines take turns on one thread", "compare them in a family of their own"),)
    return Plan("loop", 1, mode, variants, families, refused)


def study(one_thread: float = 420.0, mode: str = "full", foreign_ns: int = 50_000, claims: bool = False) -> Findings:
    """The second loop does 6.6 times the work; with one thread it does not pass the work gate, unless asked to."""
    return analyse(study_records(one_thread, mode, foreign_ns, claims), "runs/2026-01-02-loop-1")


def study_records(one_thread: float, mode: str, foreign_ns: int, claims: bool) -> list[Record]:
    plan = study_plan(mode)
    base = {
        SERIAL[0]: 60.0,
        SERIAL[1]: 396.0,
        THREADS[0]: 30.5,
        THREADS[1]: 201.0,
        ONE_THREAD[0]: 60.2,
        ONE_THREAD[1]: one_thread,
    }
    header = made_header(plan.families[0])
    files = {"loop/claims.toml": CLAIMS} if claims else {}
    header = structs.replace(header, plan=plan, study_text=STUDY, machine={"cpus_allowed": "2"}, files=files)
    records: list[Record] = [header]
    for family in plan.families:
        rounds = family.looks[-1].rounds
        walls = {name: spread(base[name], 0.004, rounds, place) for place, name in enumerate(family.variants)}
        for number in range(1, rounds + 1):
            for trial in trials_of_round(plan, family, number):
                record = _probed(family.name, trial.variant, number, walls[trial.variant][number - 1])
                load = structs.replace(record.load, foreign_ns=foreign_ns)
                records.append(structs.replace(record, position=trial.position, load=load))
    return records


def ruled() -> Findings:
    """The work gate is passed and the published claim is ruled on."""
    return study(396.5, claims=True)


def loud() -> Findings:
    """Quick, and other programs take a tenth of the CPU time: no split can be told."""
    return study(396.5, "quick", 40 * MS, claims=True)


def _probed(family: str, variant: str, number: int, wall_ms: float) -> TrialRecord:
    workers = 2 if variant in THREADS else 1
    work = Iteration(True, round(wall_ms * MS), round(wall_ms * MS * 0.98 * workers), 0.98, workers, 1000)
    probe = ProbeReport("c", "12.2", "CLOCK_MONOTONIC", 20.0, 1.0, (work,), True, kernel_threads=workers + 1)
    runs = made_runs([round((wall_ms + 1) * MS)])
    load = MachineLoad(round((wall_ms + 1) * MS), 2, 0, 50_000, 1000)
    return made_trial(variant, number, wall_ms, family=family, probe=probe, runs=runs, load=load)


CASES: dict[str, Callable[[], Findings]] = {
    case.__name__: case
    for case in (
        faster, slower, no_difference, small_change, cannot_tell, quick, few_rounds, interrupted, failing, several,
        simulated, study, ruled, loud, languages, loud_languages, waiting,
    )
}  # fmt: skip
