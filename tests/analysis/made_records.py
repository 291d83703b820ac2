"""Records made by hand: a compare plan and trials with the times a test wants."""

import random
from collections.abc import Sequence

from assay.plan.model import CommandWork, Family, Look, Pair, Plan, Variant
from assay.plan.order import trials_of_round
from assay.store.records import (
    Header,
    MachineLoad,
    Output,
    Record,
    Runs,
    Toolchain,
    TreeMemory,
    TrialRecord,
)

MS = 1_000_000
MIB = 2**20
METRICS = ("process_wall_ns", "cpu_ns", "peak_memory_bytes")
TEN = (Look(10, 0.005), Look(20, 0.010))
TWENTY = (Look(20, 0.05),)


def made_family(*names: str, looks: Sequence[Look] = TWENTY, margin: float = 0.01) -> Family:
    """The first name is the baseline of all the others."""
    pairs = [
        Pair(names[0], name, metric, "primary" if metric == "process_wall_ns" else "secondary")
        for name in names[1:]
        for metric in METRICS
    ]
    question = "which of these commands takes less time?"
    return Family("commands", question, names, tuple(pairs), tuple(looks), margin)


def made_header(family: Family, mode: str = "full", simulated: bool = False) -> Header:
    variants = tuple(Variant(name, name, CommandWork(f"./{name}", (f"./{name}",))) for name in family.variants)
    return Header(
        format=1,
        assay="0.1.0",
        created="2026-01-02T03:04:05Z",
        study_text="",
        study_sha256="",
        files={},
        plan=Plan("compare", 1, mode, variants, (family,)),
        machine={"cpus": "2"},
        toolchains={"python": Toolchain("python", "3.11")},
        simulated=simulated,
    )


def made_runs(walls: Sequence[int], **columns: Sequence[int] | int) -> Runs:
    """Runs with these wall times; columns not given are 90 % user, 5 % system, and small counts."""
    n = len(walls)
    usual: dict[str, Sequence[int] | int] = {
        "user_ns": tuple(wall * 90 // 100 for wall in walls),
        "system_ns": tuple(wall * 5 // 100 for wall in walls),
        "max_rss_bytes": 8 * MIB,
        "voluntary_switches": 3,
        "involuntary_switches": 1,
        "minor_faults": 1200,
        "major_faults": 0,
        **columns,
    }
    filled = {name: tuple(column) if not isinstance(column, int) else (column,) * n for name, column in usual.items()}
    return Runs(started_ns=tuple(range(n)), wall_ns=tuple(walls), exec_ns=tuple(walls), **filled)


def made_trial(
    variant: str, number: int, wall_ms: float | Sequence[float], position: int = 0, **more: object
) -> TrialRecord:
    """A timed trial; `outcome`, `runs`, `load` and the like override."""
    walls = [round(ms * MS) for ms in ([wall_ms] if isinstance(wall_ms, int | float) else wall_ms)]
    values: dict[str, object] = {
        "family": "commands",
        "round": number,
        "position": position,
        "variant": variant,
        "purpose": "timed",
        "outcome": "ok",
        "repeats": len(walls),
        "runs": made_runs(walls),
        "load": MachineLoad(sum(walls), 2, 0, 0, 1000),
        **more,
    }
    return TrialRecord(**values)  # type: ignore[arg-type]


def made_pilot(variant: str, text: str, number: int = 0, **more: object) -> TrialRecord:
    output = Output(sha256=f"hash of {text}", bytes=len(text), head=text[:200])
    return made_trial(variant, number, 10, purpose="pilot", output=output, **more)


def made_memory(variant: str, number: int, peak_mib: float) -> TrialRecord:
    memory = TreeMemory("cgroup peak", round(peak_mib * MIB), round(peak_mib * MIB), 1)
    return made_trial(variant, number, 10, purpose="memory", memory=memory)


def made_run(
    family: Family, walls: dict[str, Sequence[float]], mode: str = "full", extra: Sequence[Record] = ()
) -> list[Record]:
    """A whole run: each variant's wall times in milliseconds, one a round, in the order the plan's coin draws."""
    header = made_header(family, mode)
    records: list[Record] = [header, *extra]
    for number in range(1, max(map(len, walls.values())) + 1):
        for trial in trials_of_round(header.plan, family, number):
            if number <= len(walls[trial.variant]):
                records.append(made_trial(trial.variant, number, walls[trial.variant][number - 1], trial.position))
    return records


def spread(centre: float, share: float, rounds: int, offset: int = 0) -> list[float]:
    """Times around a centre, within `share` of it; another offset draws others."""
    coin = random.Random(offset)
    return [centre * (1 + share * (2 * coin.random() - 1)) for _ in range(rounds)]
