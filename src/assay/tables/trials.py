"""Every trial in the order in which they ran: what it was, how it ended, its values, and what else the machine did."""

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any

from msgspec import Struct

from assay.analysis.concurrency import alive_of, cpu_per_wall_of, fairness_of, over_calls, overlap_of
from assay.analysis.machine import TICK_ERROR
from assay.analysis.measured import COLUMNS, EVENTS, MEMORY, PROBED, counted, value_in
from assay.analysis.quiet import quiet_rounds
from assay.analysis.several import MachineRun, Several
from assay.plan.model import CommandWork, ProbeWork, Variant
from assay.store.records import UNKNOWN, Iteration, MachineLoad, Record, TrialRecord
from assay.tables.columns import Field, field, table_of
from assay.tables.metrics import MEANINGS, unit_of
from assay.tables.model import Table

VALUES = (*(metric for metric in COLUMNS if metric not in EVENTS), *PROBED)


class _Row(Struct, frozen=True):
    """A trial with what its run knows of it."""

    records: Sequence[Record]
    order: int  # from 1
    trial: TrialRecord
    variant: Variant
    calls: Sequence[Iteration]  # of the work, those that count
    since_start_ns: int | None
    quiet: bool | None  # of its round


def _work(name: str) -> Callable[[_Row], Any]:
    return lambda row: getattr(row.variant.work, name) if isinstance(row.variant.work, ProbeWork) else None


def _value(metric: str) -> Field:
    """The trial's value as comparisons read it, also of a trial that did not end well: `outcome` says so."""
    return field(
        metric, "number", MEANINGS[metric], unit_of(metric), lambda row: value_in(row.records, row.trial, metric)
    )


def _share(name: str) -> Callable[[_Row], float | None]:
    return lambda row: share_of(row.trial.load, name)


def share_of(load: MachineLoad | None, name: str) -> float | None:
    """What others took of the CPU time of one trial's window; None where the machine does not say."""
    if load is None or getattr(load, name) == UNKNOWN or load.window_ns * load.cpus <= 0:
        return None
    return float(getattr(load, name) / (load.window_ns * load.cpus))


def share_error(load: MachineLoad | None) -> float | None:
    """How far the kernel's tick alone lets such a share be off (one standard deviation)."""
    if load is None or load.window_ns * load.cpus <= 0:
        return None
    return float(TICK_ERROR * load.resolution_ns * load.cpus**0.5 / (load.window_ns * load.cpus))


def _of_load(name: str) -> Callable[[_Row], int | None]:
    return lambda row: None if row.trial.load is None else getattr(row.trial.load, name)


def _of_memory(name: str) -> Callable[[_Row], Any]:
    def read(row: _Row) -> Any:
        value = None if row.trial.memory is None else getattr(row.trial.memory, name)
        return None if value == UNKNOWN else value

    return read


def _of_probe(name: str) -> Callable[[_Row], Any]:
    def read(row: _Row) -> Any:
        value = None if row.trial.probe is None else getattr(row.trial.probe, name)
        return None if value == UNKNOWN else value

    return read


def _seen(of: Callable[[Iteration], float | None]) -> Callable[[_Row], float | None]:
    return lambda row: over_calls([row.calls], of)


def _units(row: _Row) -> float | None:
    return float(median([one.units for one in row.calls])) if row.calls and row.calls[0].units else None


def _of_trial(name: str, kind: str, meaning: str, unit: str = "") -> Field:
    return field(name, kind, meaning, unit, f"trial.{name}")


FIELDS = (
    field("order", "integer", "place in the run, from 1: trials of all families and purposes as they came"),
    field("since_start_ns", "integer", "when its first process was started, since that of the first trial", "ns"),
    _of_trial("family", "text", "the variants it was compared with"),
    _of_trial("round", "integer", "round of that family, from 1"),
    _of_trial("position", "integer", "place within the round, from 0, as drawn by the coin"),
    _of_trial("variant", "text", "what ran"),
    field("label", "text", "its short name, as in reports", of="variant.label"),
    field("probe", "text", "language whose harness ran it; unknown for a command", of=_work("probe")),
    field("workload", "text", "the work itself; unknown for a command", of=_work("workload")),
    field(
        "model", "text", "how tasks are executed: serial, thread, pool, ...; unknown for a command", of=_work("model")
    ),
    field("workers", "integer", "how many tasks may be in flight", of="variant.workers"),
    _of_trial("purpose", "text", "timed; memory or pilot (neither is timed)"),
    _of_trial("outcome", "text", "ok, wrong answer, crashed, timed out, bad output, refused or skipped"),
    _of_trial("reason", "text", "in words, where it is not ok"),
    field(
        "quiet",
        "yes_no",
        "whether steal and foreign CPU stayed below the family's share in its round; unknown outside timed rounds",
    ),
    _of_trial("repeats", "integer", "processes run, one after the other; values are medians of them"),
    *map(_value, VALUES),
    field(
        "units",
        "number",
        "units of work of a call of the work, median of its calls; unknown where none are counted",
        of=_units,
    ),
    field(
        "overlap",
        "number",
        "share of the longest task's time in which all were under way; unknown where not stamped",
        "share",
        _seen(overlap_of),
    ),
    field("cpu_per_wall", "number", "CPUs in use on average while the work ran", "ratio", _seen(cpu_per_wall_of)),
    field("alive", "number", "tasks under way on average; unknown where not stamped", "", _seen(alive_of)),
    field(
        "fairness",
        "number",
        "Jain's index of the units each worker did; unknown with one worker",
        "ratio",
        _seen(fairness_of),
    ),
    field("kernel_threads", "integer", "distinct kernel threads that did work", of=_of_probe("kernel_threads")),
    field(
        "process_threads",
        "integer",
        "kernel threads of the whole process while its last workers were there",
        of=_of_probe("threads"),
    ),
    field(
        "collections",
        "integer",
        "runs of a garbage collector; unknown where there is none",
        of=_of_probe("collections"),
    ),
    field(
        "steal_share",
        "number",
        "share of the CPU time of its window that the hypervisor took",
        "share",
        _share("steal_ns"),
    ),
    field(
        "foreign_share",
        "number",
        "share that other processes took; may be a little below 0 in one trial",
        "share",
        _share("foreign_ns"),
    ),
    field(
        "share_error",
        "number",
        "how far the kernel's tick lets these two be off (one standard deviation)",
        "share",
        lambda row: share_error(row.trial.load),
    ),
    field("throttled_ns", "integer", "how long a CPU quota held it back", "ns", _of_load("throttled_ns")),
    field("window_ns", "integer", "the time in which the load was watched", "ns", _of_load("window_ns")),
    field("cpus", "integer", "CPUs of the machine in that window", "", _of_load("cpus")),
    _value(MEMORY),
    field(
        "mean_memory_bytes",
        "integer",
        "mean memory of the whole tree, from trials that are not timed",
        "bytes",
        _of_memory("mean_bytes"),
    ),
    field(
        "marked_memory_bytes",
        "integer",
        "memory while all workers stood still at the probe's mark; unknown where it has none",
        "bytes",
        _of_memory("marked_bytes"),
    ),
    field("memory_method", "text", "how memory was taken", of=_of_memory("method")),
    *map(_value, EVENTS),
    _of_trial(
        "padding", "integer", "bytes of padding in the environment, drawn once a round for all variants", "bytes"
    ),
    _of_trial("exit_code", "integer", "of the last process"),
    _of_trial("signal", "integer", "that ended it; 0 = none"),
    _of_trial("orphans", "integer", "processes it left behind"),
)


def trials(several: Several) -> Table:
    """A row a trial, in the order in which they ran."""
    return table_of(
        "trials", "a trial: one variant in one round, in the order in which they ran", several, rows_of, FIELDS
    )


def rows_of(run: MachineRun) -> Iterator[_Row]:
    """Its trials in order, each with its variant."""
    named = {one.name: one for one in run.header.plan.variants}
    quiet = _quiet_rounds(run)
    start: int | None = None
    found = [record for record in run.records if isinstance(record, TrialRecord)]
    for order, trial in enumerate(found, 1):
        started = trial.runs.started_ns[0] if trial.runs and trial.runs.started_ns else None
        start = started if start is None else start
        since = None if started is None or start is None else started - start
        in_quiet = quiet.get((trial.family, trial.round)) if trial.purpose == "timed" else None
        calls = counted(trial.probe.iterations) if trial.probe else ()
        variant = named.get(trial.variant) or unplanned(trial.variant)
        yield _Row(run.records, order, trial, variant, calls, since, in_quiet)


def unplanned(name: str) -> Variant:
    """A variant that the plan does not have, as a record put together by hand may name one: only its name is known."""
    return Variant(name, name, CommandWork("", ()))


def _quiet_rounds(run: MachineRun) -> dict[tuple[str, int], bool]:
    found = {}
    for family in run.header.plan.families:
        seen = quiet_rounds(run.records, family)
        found.update({(family.name, number): number in seen.quiet for number in seen.all})
    return found
