"""What may be said of how a variant ran: concurrent, parallel, or neither; judged from what its probe saw.

"Concurrent" needs an overlap of at least 0.8: the time all workers shared, from the latest first operation to the
earliest last one, over the longest of them. "Parallel" also needs CPU time / wall time of at least 0.8 x min(workers,
CPUs allowed), and two of both: threads that take turns on a lock overlap, but are not parallel. Tasks of unequal length
cannot all overlap; there it takes so many under way on average (alive) instead. Each figure is the median over trials
of the median over the iterations that count. What cannot be shown is not said.
"""

from collections.abc import Callable, Iterable, Sequence
from statistics import median

from msgspec import Struct

from assay.analysis.measured import Filed, counted
from assay.analysis.model import Concurrency
from assay.plan.model import Plan, ProbeWork, Variant
from assay.store.records import Header, Iteration, ProbeReport, Record, TrialRecord

OVERLAP = 0.8
CPU_SHARE = 0.8
ONE_CPU = (0.8, 1.2)
"""CPU time / wall between these is one CPU, however many workers there are: they take turns."""
CPUS_FACT = "cpus_allowed"
"""The machine fact that says how many CPUs a process may use."""


class Seen(Struct, frozen=True):
    """What the probes of one variant reported."""

    overlap: float | None
    cpu_per_wall: float | None
    kernel_threads: int
    workers: int  # distinct workers that did work
    units: int
    fairness: float | None
    alive: float | None
    unequal: bool  # its tasks have different lengths


def concurrency(records: Sequence[Record], plan: Plan) -> tuple[Concurrency, ...]:
    """One judgement for each probe variant that has a good trial."""
    cpus = cpus_allowed(records)
    found = []
    for variant in plan.variants:
        reports = reports_of(records, variant.name) if isinstance(variant.work, ProbeWork) else []
        if reports:
            found.append(judged(variant, seen_in(reports), cpus))
    return tuple(found)


def judged(variant: Variant, seen: Seen, cpus: int) -> Concurrency:
    """The word for a variant, and why it is no stronger one."""
    word, caveat = word_for(variant, seen, cpus)
    return Concurrency(
        variant=variant.name,
        overlap=seen.overlap,
        cpu_per_wall=seen.cpu_per_wall,
        word=word,
        kernel_threads=seen.kernel_threads,
        units=seen.units,
        fairness=seen.fairness,
        alive=seen.alive if seen.unequal else None,
        caveats=tuple(filter(None, (caveat, missing_workers(variant, seen)))),
    )


def word_for(variant: Variant, seen: Seen, cpus: int) -> tuple[str, str]:
    """(word, caveat), read off the overlap first and then off the CPU time."""
    if variant.workers < 2:
        return "serial", ""
    possible = min(variant.workers, cpus_for(variant, cpus))
    doubt = _not_together(seen, possible)
    if doubt:
        return "not shown", doubt
    if possible < 2:
        return "concurrent", "one CPU is allowed: nothing can be parallel here"
    if seen.cpu_per_wall is None:
        return "concurrent", "CPU time was not measured, so whether it was parallel is not known"
    needed = CPU_SHARE * possible
    if seen.cpu_per_wall < needed:
        turns = "they take turns: " if ONE_CPU[0] <= seen.cpu_per_wall <= ONE_CPU[1] else ""
        return "concurrent", f"{turns}CPU time is {seen.cpu_per_wall:.2f} of wall time; parallel needs {needed:.1f}"
    return "parallel", ""


def _not_together(seen: Seen, possible: int) -> str:
    """Why its tasks cannot be called concurrent; "" where they can."""
    if seen.unequal and seen.alive is not None:
        needed = OVERLAP * max(2, possible)
        too_few = f"of its unequal tasks {seen.alive:.1f} were under way on average; concurrent needs {needed:.1f}"
        return too_few if seen.alive < needed else ""
    if seen.overlap is None:
        return "its workers were not stamped, so whether they overlapped is not known"
    if seen.overlap < OVERLAP:
        return f"its workers overlapped for {seen.overlap:.2f} of the time; concurrent needs {OVERLAP}"
    return ""


def cpus_for(variant: Variant, cpus: int) -> int:
    """How many of the allowed CPUs a variant may use: fewer where it was set so from outside; one less with fifo."""
    settings = variant.work.settings if isinstance(variant.work, ProbeWork) else {}
    own = settings.get("cpus", "0")
    spared = 1 if settings.get("policy") == "fifo" else 0  # the launcher keeps one CPU alive beside it
    return min(max(1, cpus - spared), int(own) if own.isdecimal() and int(own) else cpus)


def missing_workers(variant: Variant, seen: Seen) -> str:
    """A caveat where fewer workers did the work than were asked for."""
    if variant.workers < 2 or seen.workers == 0 or seen.workers >= variant.workers:
        return ""
    return f"{variant.workers} workers were asked for, {seen.workers} did the work"


def seen_in(reports: Sequence[ProbeReport]) -> Seen:
    """What these reports say together; the fewest workers of any trial, the most kernel threads."""
    calls = [counted(report.iterations) for report in reports]
    return Seen(
        overlap=over_calls(calls, overlap_of),
        cpu_per_wall=over_calls(calls, cpu_per_wall_of),
        kernel_threads=max(report.kernel_threads for report in reports),
        workers=min((each.workers_seen for of_trial in calls for each in of_trial), default=0),
        units=int(median([each.units for of_trial in calls for each in of_trial] or [0])),
        fairness=over_calls(calls, fairness_of),
        alive=over_calls(calls, alive_of),
        unequal=any(report.sizes for report in reports),
    )


def over_calls(calls: Iterable[Sequence[Iteration]], of: Callable[[Iteration], float | None]) -> float | None:
    """Median over trials of the median over the iterations that count; None where nothing was measured."""
    trials = []
    for of_trial in calls:
        values = [value for value in map(of, of_trial) if value is not None]
        if values:
            trials.append(median(values))
    return median(trials) if trials else None


def overlap_of(iteration: Iteration) -> float | None:
    """The shared part of an iteration; None where its workers were not stamped."""
    return iteration.overlap if iteration.overlap >= 0 else None


def fairness_of(iteration: Iteration) -> float | None:
    """How evenly the workers of an iteration shared its units; None where that is not known."""
    return iteration.fairness if iteration.fairness >= 0 else None


def alive_of(iteration: Iteration) -> float | None:
    """Tasks under way on average; None where they were not stamped."""
    return iteration.alive if iteration.alive >= 0 else None


def cpu_per_wall_of(iteration: Iteration) -> float | None:
    """CPU time over wall time of an iteration; None where either was not measured."""
    measured = iteration.cpu_ns >= 0 and iteration.work_wall_ns > 0
    return iteration.cpu_ns / iteration.work_wall_ns if measured else None


def warm(reports: Iterable[ProbeReport]) -> list[Iteration]:
    """The iterations that count."""
    return [each for report in reports for each in counted(report.iterations)]


def reports_of(records: Iterable[Record], variant: str) -> list[ProbeReport]:
    """What the good timed trials of a variant said."""
    return [
        record.probe
        for record in (records.of_variant(variant) if isinstance(records, Filed) else records)
        if isinstance(record, TrialRecord)
        and record.variant == variant
        and record.purpose == "timed"
        and record.outcome == "ok"
        and record.probe is not None
    ]


def cpus_allowed(records: Iterable[Record]) -> int:
    """CPUs the trials could use: the fact in the header, else the CPUs the launcher saw, else one."""
    online = 1
    for record in records:
        if isinstance(record, Header) and record.machine.get(CPUS_FACT, "").isdecimal():
            return int(record.machine[CPUS_FACT])
        if isinstance(record, TrialRecord) and record.load is not None:
            online = max(online, record.load.cpus)
    return online
