"""Which rounds were quiet: a rule that looks at what else the machine did and never at the times.

A round is quiet when steal and foreign CPU, summed over the windows of its timed trials, are each below the family's
share of the CPU time in those windows (window x CPUs). What a machine does not report cannot make a round loud.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from assay.analysis.measured import trials_of
from assay.plan.model import Family
from assay.store.records import UNKNOWN, MachineLoad, Record

NEED_QUIET = ("ladder", "scaling", "response")
"""Kinds of families whose figures other programs would change; in the others they meet all variants alike."""


class Quietness(Struct, frozen=True):
    """The rounds of a family, sorted by whether they may be used."""

    quiet: frozenset[int]
    loud: frozenset[int]
    unknown: bool  # steal or foreign CPU was not reported in some window

    @property
    def all(self) -> frozenset[int]:
        """Every round that ran, quiet or not."""
        return self.quiet | self.loud


def quiet_rounds(records: Iterable[Record], family: Family) -> Quietness:
    """Sorts the family's rounds; a round without any window counts as quiet and as unknown."""
    windows: dict[int, list[MachineLoad]] = {}
    unknown = False
    for trial in trials_of(records, family.name):
        loads = windows.setdefault(trial.round, [])
        if trial.load is None:
            unknown = True
        else:
            loads.append(trial.load)
            unknown = unknown or UNKNOWN in (trial.load.steal_ns, trial.load.foreign_ns)
    loud = frozenset(number for number, loads in windows.items() if is_loud(loads, family.quiet_share))
    return Quietness(quiet=frozenset(windows) - loud, loud=loud, unknown=unknown)


def usable_rounds(records: Iterable[Record], family: Family) -> frozenset[int] | None:
    """The rounds whose ratios may carry an interval: for scaling the quiet ones, else all; None: too few of them.

    In a comparison what else the machine does meets both sides alike; scaling it changes, and one page gives one
    interval a ratio.
    """
    rounds = quiet_rounds(records, family)
    if family.kind not in NEED_QUIET:
        return rounds.all
    return rounds.quiet if len(rounds.quiet) >= family.quiet_rounds else None


def is_loud(loads: Sequence[MachineLoad], share: float) -> bool:
    """Whether steal or foreign CPU reached their share of the CPU time of these windows."""
    limit_ns = share * sum(load.window_ns * load.cpus for load in loads)
    steal_ns = sum(max(0, load.steal_ns) for load in loads)
    foreign_ns = sum(load.foreign_ns for load in loads if load.foreign_ns != UNKNOWN)
    return bool(loads) and max(steal_ns, foreign_ns) >= limit_ns
