"""Runs of two commands, and of a probe, with just the trials, loads and failures that a test of their charts wants."""

import random
from collections.abc import Sequence

from msgspec import structs

from assay.analysis.analyse import analyse
from assay.analysis.several import MachineRun, Several
from assay.plan.model import Pair
from assay.store.records import MachineLoad, Record
from tests.analysis.made_records import made_family, made_header, made_memory, made_trial
from tests.analysis.made_scaling import Planted, made_plan, scaling_family
from tests.analysis.made_scaling import made_run as made_study_run

MS = 1_000_000
NAMES = ("old", "new")


def load(steal: float = 0.0, foreign: float = 0.002, window_ms: float = 100.0) -> MachineLoad:
    """What others did, as shares of the CPU time of a window on two CPUs; -1 = not reported."""
    capacity = window_ms * MS * 2
    shares = [-1 if share == -1 else round(share * capacity) for share in (steal, foreign)]
    return MachineLoad(round(window_ms * MS), 2, *shares, 10 * MS)


def several(*runs: Sequence[Record]) -> Several:
    """These records, analysed."""
    names = [""] if len(runs) == 1 else [f"machine {letter}" for letter in "ABC"[: len(runs)]]
    pairs = zip(names, runs, strict=True)
    return Several(tuple(MachineRun(name, run[0], tuple(run), analyse(run, "runs/made")) for name, run in pairs))


def commands(
    rounds: int = 20,
    mode: str = "full",
    walls: dict[str, Sequence[float]] | None = None,
    simulated: bool = False,
    kind: str = "comparison",
    **more: object,
) -> Several:
    """Two commands of 100 and 90 ms; `more` is given to each trial."""
    coin = random.Random(rounds)
    family = structs.replace(made_family(*NAMES), kind=kind)
    times = walls or {
        name: [ms * coin.uniform(0.99, 1.01) for _ in range(rounds)] for name, ms in zip(NAMES, (100, 90), strict=True)
    }
    records: list[Record] = [made_header(family, mode, simulated)]
    for number in range(1, rounds + 1):
        for place, name in enumerate(coin.sample(NAMES, 2)):
            if number <= len(times[name]):
                records.append(made_trial(name, number, times[name][number - 1], place, **{"load": load(), **more}))
    return several(records)


def changed(made: Several, change: dict[tuple[str, int], dict[str, object]]) -> Several:
    """The same with these trials changed: (variant, round) -> what of it."""
    records = [
        structs.replace(one, **change.get((getattr(one, "variant", ""), getattr(one, "round", 0)), {}))
        for one in made.runs[0].records
    ]
    return several(records)


def failed(outcome: str = "crashed", reason: str = "ended by signal 11") -> dict[str, object]:
    return {"outcome": outcome, "reason": reason, "runs": None}


def with_memory(mode: str = "full", **more: object) -> Several:
    """The same two commands, and three memory trials of each."""
    made = commands(12, mode)
    extra = [
        made_memory(name, number, size + number) for number in (1, 2, 3) for name, size in (("old", 8), ("new", 20))
    ]
    records = [*made.runs[0].records, *(structs.replace(one, **more) for one in extra)]
    return several(records)


def scaled(mode: str = "full", foreign_ns: int = 0, sizes: tuple[int, ...] = (), **seen: float) -> Several:
    """A language with two threads beside its serial loop; each process calls its work once cold and twice warm."""
    plan = made_plan((scaling_family("java", {"thread": 2}),), mode)
    records = made_study_run(
        plan, lambda one: Planted(80.0 / one.workers, 2.0, **seen), foreign_ns=foreign_ns, sizes=sizes
    )
    return several(records)


def many(rounds: int = 1250, variants: str = "abcdefgh") -> Several:
    """As many trials as make ten thousand; only the first rounds are analysed, since the charts read the records."""
    family = made_family(*variants)
    coin = random.Random(1)
    header = made_header(family)
    records: list[Record] = [header]
    for number in range(1, rounds + 1):
        for place, name in enumerate(coin.sample(variants, len(variants))):
            ms = (50 + variants.index(name)) * (1 + 0.03 * number / rounds) * coin.lognormvariate(0, 0.02)
            crashed = failed() if coin.random() < 0.01 else {}
            records.append(made_trial(name, number, ms, place, load=load(foreign=coin.random() / 50), **crashed))
    findings = analyse(records[: 12 * len(variants) + 1], "runs/made")
    return Several((MachineRun("", header, tuple(records), findings),))


def bursty(rounds: int, bursts: float) -> Several:
    """Two commands that typically take as long; every so often the new one takes a fifth longer."""
    coin = random.Random(7)
    plain, burst = ([100 * coin.uniform(0.999, 1.001) for _ in range(rounds)] for _ in NAMES)
    late = [ms * (1.2 if coin.random() < bursts else 1) for ms in burst]
    family = structs.replace(made_family(*NAMES), pairs=(Pair(*NAMES),))
    look = structs.replace(family.looks[-1], rounds=rounds)
    records: list[Record] = [made_header(structs.replace(family, looks=(look,)))]
    for number in range(1, rounds + 1):
        for place, (name, times) in enumerate(zip(NAMES, (plain, late), strict=True)):
            records.append(made_trial(name, number, times[number - 1], place, load=load()))
    return several(records)
