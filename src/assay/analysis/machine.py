"""What the machine did meanwhile, and what it could not have told: the line that stands under every result."""

import math
from collections.abc import Iterable, Mapping, Sequence

from assay.analysis.comparisons import MAIN
from assay.analysis.model import Comparison, MachineLine
from assay.plan.model import Plan
from assay.store.records import UNKNOWN, MachineLoad, Record, TrialRecord
from assay.units import plural
from assay.wording import about_percent_text

COARSEST = 0.01
"""Load is said to be unknown where the kernel's clock tick alone makes it uncertain by more than this share."""
LOUD = 0.05
"""Share of the CPU time taken by others above which the reader is told what that costs."""
TICK_ERROR = 1 / math.sqrt(6)
"""Standard deviation of the difference of two readings rounded down to a tick, in ticks."""
PRIMARY_TIMES = ("process_wall_ns", "work_wall_ns", "unit_ns")


def machine_line(records: Sequence[Record], comparisons: Iterable[Comparison]) -> MachineLine:
    """CPUs, steal and foreign CPU over all timed trials, and the smallest difference this run could see."""
    loads = [record.load for record in records if isinstance(record, TrialRecord) and record.purpose == "timed"]
    known = [load for load in loads if load is not None]
    cpus = max((load.cpus for load in known), default=0)
    steal = _share(known, "steal_ns")
    foreign = _share(known, "foreign_ns")
    floor = floor_of(comparisons)
    return MachineLine(cpus, steal, foreign, floor, _line(cpus, steal, foreign, floor))


def floor_of(comparisons: Iterable[Comparison]) -> float | None:
    """The widest half-width among the primary intervals, as a share: smaller differences were out of reach."""
    widths = [
        math.sqrt(one.high / one.low) - 1
        for one in comparisons
        if one.role in MAIN and one.metric in PRIMARY_TIMES and one.low and one.high
    ]
    return max(widths, default=None)


def loud(machine: MachineLine) -> str:
    """A caveat where others took much of the machine's CPU time; else ""."""
    taken = [
        f"{name} took {about_percent_text(share)}"
        for name, share in (("the hypervisor", machine.steal_share), ("other programs", machine.foreign_share))
        if share is not None and share > LOUD
    ]
    return f"{' and '.join(taken)} of the CPU time; a quieter machine tells smaller differences" if taken else ""


def throttling(records: Iterable[Record]) -> str:
    """A caveat where a quota held the trials back; else ""."""
    held = [
        record
        for record in records
        if isinstance(record, TrialRecord) and record.load is not None and record.load.throttled_ns > 0
    ]
    return f"a CPU quota held back {plural(len(held), 'trial')}; their times measure the quota too" if held else ""


def cannot_say(plan: Plan, machine: MachineLine, facts: Mapping[str, str]) -> tuple[str, ...]:
    """What this machine cannot answer, a sentence each."""
    found = []
    most = max((variant.workers for variant in plan.variants), default=1)
    if machine.cpus and most > machine.cpus:
        found.append(
            f"with {plural(machine.cpus, 'CPU')}, more than {machine.cpus} workers take turns: "
            f"figures for up to {most} workers are about sharing CPUs, not about having more of them"
        )
    if machine.steal_share is None and machine.cpus:
        found.append(
            "how much time the hypervisor or other programs took: the kernel's tick is coarse beside the trials"
        )
    if facts.get("hardware_counters") == "none":
        found.append("cycles, instructions and cache misses: this machine has no hardware counters")
    return tuple(found)


def _share(loads: Sequence[MachineLoad], field: str) -> float | None:
    """Share of all CPU time of the trials' windows; None where unknown, or too coarse to be a number."""
    if not loads or any(getattr(load, field) == UNKNOWN for load in loads):
        return None
    capacity = sum(load.window_ns * load.cpus for load in loads)
    error = math.sqrt(sum(load.cpus * (TICK_ERROR * load.resolution_ns) ** 2 for load in loads))
    if capacity <= 0 or error / capacity > COARSEST:
        return None
    taken: int = sum(getattr(load, field) for load in loads)
    return max(0, taken) / capacity


def _line(cpus: int, steal: float | None, foreign: float | None, floor: float | None) -> str:
    words = [plural(cpus, "CPU") if cpus else "CPUs unknown"]
    if steal is None and foreign is None:
        words.append("steal and foreign CPU unknown")
    else:
        words += [f"steal {_known(steal)}", f"foreign CPU {_known(foreign)}"]
    text = "machine: " + ", ".join(words)
    if floor is not None:
        text += f"; differences under about {about_percent_text(floor)} were out of reach"
    return text


def _known(share: float | None) -> str:
    return "unknown" if share is None else about_percent_text(share)
