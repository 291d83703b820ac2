"""What a launcher billed, as the record keeps it: a column for each figure, an entry a run."""

from collections.abc import Iterable

from assay.run.request import Load, Memory, Run
from assay.store.records import MachineLoad, Runs, TreeMemory


def columns(runs: tuple[Run, ...]) -> Runs | None:
    """None where nothing ran."""
    if not runs:
        return None
    return Runs(
        started_ns=tuple(run.started_ns for run in runs),
        wall_ns=tuple(run.wall_ns for run in runs),
        exec_ns=tuple(run.exec_ns for run in runs),
        user_ns=tuple(run.user_ns for run in runs),
        system_ns=tuple(run.system_ns for run in runs),
        max_rss_bytes=tuple(run.max_rss_bytes for run in runs),
        voluntary_switches=tuple(run.voluntary_switches for run in runs),
        involuntary_switches=tuple(run.involuntary_switches for run in runs),
        minor_faults=tuple(run.minor_faults for run in runs),
        major_faults=tuple(run.major_faults for run in runs),
        migrations=_counted(run.migrations for run in runs),
        cycles=_counted(run.cycles for run in runs),
        instructions=_counted(run.instructions for run in runs),
        cache_misses=_counted(run.cache_misses for run in runs),
        branch_misses=_counted(run.branch_misses for run in runs),
    )


def _counted(values: Iterable[int]) -> tuple[int, ...]:
    """A column of perf events; empty where not one run has a count."""
    column = tuple(values)
    return column if any(value >= 0 for value in column) else ()


def machine_load(load: Load) -> MachineLoad:
    """What else the machine did."""
    return MachineLoad(
        window_ns=load.window_ns,
        cpus=load.cpus,
        steal_ns=load.steal_ns,
        foreign_ns=load.foreign_ns,
        resolution_ns=load.resolution_ns,
        throttled_ns=load.throttled_ns,
    )


def tree_memory(memory: Memory | None) -> TreeMemory | None:
    """None where it was not looked at."""
    if memory is None:
        return None
    return TreeMemory(
        method=memory.method,
        peak_bytes=memory.peak_bytes,
        mean_bytes=memory.mean_bytes,
        samples=memory.samples,
        marked_bytes=memory.marked_bytes,
    )
