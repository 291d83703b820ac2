"""Every single timing: each execution of a trial's command or probe, and each call of the work inside a probe.

There may be a million of them, so their columns are numpy arrays, filled a trial at a time; where something is unknown
the array is masked. Samples of one trial are never independent evidence: conclusions are drawn across rounds.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from operator import attrgetter
from typing import Any

import numpy as np
from msgspec import Struct

from assay.analysis.several import MachineRun, Several
from assay.store.records import UNKNOWN, Iteration, TrialRecord
from assay.tables.columns import MACHINE
from assay.tables.model import Column, Table

EXECUTION, ITERATION = "execution", "iteration"


class _Piece(Struct, frozen=True):
    """The executions, or the iterations, of one timed trial."""

    machine: str
    order: int  # the trial's, as in the table of trials
    trial: TrialRecord
    of: str
    size: int


Array = Any
"""Of numpy: to the type checker no sequence, and here as good as one."""


class _Values(Struct, frozen=True):
    """A column with what it takes from executions and from iterations; None where these have no such thing."""

    name: str
    meaning: str
    unit: str
    execution: str | None  # a column of `Runs`
    iteration: str | None  # a field of `Iteration`; -1 = unknown
    kind: str = "integer"


VALUES = (
    _Values("wall_ns", "time of the execution, or of the work in a call of it", "ns", "wall_ns", "work_wall_ns"),
    _Values(
        "started_ns", "when the execution began, on the machine's clock since it was started", "ns", "started_ns", None
    ),
    _Values("exec_ns", "time of the execution since the program itself was loaded", "ns", "exec_ns", None),
    _Values("user_ns", "user CPU time of the tree", "ns", "user_ns", None),
    _Values("system_ns", "system CPU time of the tree", "ns", "system_ns", None),
    _Values("cpu_ns", "CPU time of the process during a call of the work", "ns", None, "cpu_ns"),
    _Values("max_rss_bytes", "largest resident set of any process of the tree", "bytes", "max_rss_bytes", None),
    _Values("voluntary_switches", "times it gave its CPU away", "", "voluntary_switches", None),
    _Values("involuntary_switches", "times its CPU was taken away", "", "involuntary_switches", None),
    _Values("minor_faults", "page faults without reading a disk", "", "minor_faults", None),
    _Values("major_faults", "page faults that read a disk", "", "major_faults", None),
    _Values("units", "units of work done in a call of it", "", None, "units"),
    _Values(
        "overlap", "share of the longest task's time in which all were under way", "share", None, "overlap", "number"
    ),
    _Values("alive", "tasks under way on average", "", None, "alive", "number"),
    _Values("fairness", "Jain's index of the units each worker did", "ratio", None, "fairness", "number"),
)


def samples(several: Several) -> Table:
    """A row an execution or an iteration of a timed trial, in the order in which they ran."""
    pieces = [piece for run in several.runs for piece in _pieces(run)]
    labels = [{one.name: one.label for one in run.header.plan.variants} for run in several.runs]
    label_of = {name: label for each in labels for name, label in each.items()}
    columns = [
        _text("machine", MACHINE[2], pieces, lambda one: one.machine),
        _whole("order", "the trial's place in its run, as in `trials`", pieces, lambda one: one.order),
        _text("family", "the variants it was compared with", pieces, lambda one: one.trial.family),
        _whole("round", "round of that family, from 1", pieces, lambda one: one.trial.round),
        _text("variant", "what ran", pieces, lambda one: one.trial.variant),
        _text(
            "label",
            "its short name, as in reports",
            pieces,
            lambda one: label_of.get(one.trial.variant, one.trial.variant),
        ),
        _text("outcome", "how its trial ended", pieces, lambda one: one.trial.outcome),
        _text("of", "execution: a process; iteration: a call of the work inside one", pieces, lambda one: one.of),
        _numbers(pieces),
        _counts(pieces),
        *(_values(pieces, one) for one in VALUES),
    ]
    first = 0 if len(several.runs) > 1 else 1
    return Table("samples", "a timed execution, or a timed call of the work inside a probe", tuple(columns[first:]))


def _pieces(run: MachineRun) -> Iterator[_Piece]:
    trials = (record for record in run.records if isinstance(record, TrialRecord))
    for order, trial in enumerate(trials, 1):
        if trial.purpose == "timed" and trial.runs is not None:
            yield _Piece(run.machine, order, trial, EXECUTION, len(trial.runs.wall_ns))
        if trial.purpose == "timed" and trial.probe is not None and trial.probe.iterations:
            yield _Piece(run.machine, order, trial, ITERATION, len(trial.probe.iterations))


def _text(name: str, meaning: str, pieces: Sequence[_Piece], of: Callable[[_Piece], str]) -> Column:
    """One text object for each trial, however many rows point to it."""
    return Column(name, "text", meaning, _repeated(pieces, [of(one) for one in pieces], object))


def _whole(name: str, meaning: str, pieces: Sequence[_Piece], of: Callable[[_Piece], int]) -> Column:
    return Column(name, "integer", meaning, _repeated(pieces, [of(one) for one in pieces], np.int64))


def _numbers(pieces: Sequence[_Piece]) -> Column:
    places = _joined(pieces, lambda one: range(1, one.size + 1), np.int64)
    return Column("number", "integer", "place within its trial, from 1: executions and iterations apart", places)


def _counts(pieces: Sequence[_Piece]) -> Column:
    meaning = "whether the trial's value is a median of this one and others: not so with a warm-up or a first call"
    return Column("counts", "yes_no", meaning, _joined(pieces, _counting, np.bool_))


def _counting(piece: _Piece) -> Iterable[bool]:
    """As in analysis/measured.py, counted: warm calls, without the process's first where there are others."""
    if piece.of == EXECUTION:
        return repeat(True, piece.size)
    warm = [one.warm for one in _iterations(piece)]
    if warm[0] and sum(warm) > 1:
        warm[0] = False
    return warm


def _values(pieces: Sequence[_Piece], wanted: _Values) -> Column:
    values = _joined(pieces, lambda one: _of_piece(one, wanted), np.int64 if wanted.kind == "integer" else np.float64)
    unknown = values == UNKNOWN
    column: Array = values if not unknown.any() else _masked(values, unknown)
    return Column(wanted.name, wanted.kind, wanted.meaning, column, wanted.unit)


def _of_piece(piece: _Piece, wanted: _Values) -> Iterable[float]:
    if piece.of == EXECUTION and wanted.execution:
        column: tuple[int, ...] = getattr(piece.trial.runs, wanted.execution)
        return column
    if piece.of == ITERATION and wanted.iteration:
        return map(attrgetter(wanted.iteration), _iterations(piece))
    return repeat(UNKNOWN, piece.size)


def _iterations(piece: _Piece) -> Sequence[Iteration]:
    return piece.trial.probe.iterations if piece.trial.probe else ()


def _repeated(pieces: Sequence[_Piece], values: list[Any], kind: type) -> Array:
    return np.repeat(np.array(values, kind), [one.size for one in pieces])


def _joined(pieces: Sequence[_Piece], of: Callable[[_Piece], Iterable[float]], kind: type) -> Array:
    """One array, filled number by number: nothing else of its size is made."""
    return np.fromiter(chain.from_iterable(map(of, pieces)), kind, sum(one.size for one in pieces))


def _masked(values: Array, unknown: Array) -> Array:
    return np.ma.masked_array(values, unknown)
