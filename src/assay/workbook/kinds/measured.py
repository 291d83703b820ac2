"""What every kind of question needs: its metric, a unit that fits, medians with their formula, names."""

from collections.abc import Iterable, Sequence
from statistics import median

from assay.analysis.measured import values_of
from assay.analysis.names import names_of
from assay.analysis.several import MachineRun, Several
from assay.analysis.short_names import short_names
from assay.plan.model import ProbeWork
from assay.workbook.model import RAW, Formula, Ref

UNITS = (("s", 1e9), ("ms", 1e6), ("us", 1e3), ("ns", 1.0))
ENOUGH = 10
"""A unit is fine enough from this many of it on."""


class Scale:
    """The metric of a question, and how its values are written."""

    def __init__(self, several: Several, families: Sequence[str]) -> None:
        self.metric = metric_of(several, families)
        self._values = {
            (run.machine, family): values_of(run.records, family, self.metric)
            for run in several.runs
            for family in families
        }
        found = [value for values in self._values.values() for of in values.values() for value in of.values()]
        self.unit, self.factor = _unit(median(found) if found else 0.0) if self.metric.endswith("_ns") else ("", 1.0)

    def median(self, run: MachineRun, family: str, variant: str) -> Formula | None:
        """Of the rounds in which it was measured, as a formula over them; None where it never was."""
        values = self._values[run.machine, family].get(variant)
        if not values:
            return None
        return Formula("MEDIAN({0})", (Ref(RAW),), median(values.values()) / self.factor)

    @property
    def heading(self) -> str:
        """ "median of all rounds, ms": figures beside it may be of the quiet ones alone."""
        return f"median of all rounds, {self.unit}" if self.unit else "median of all rounds"


def metric_of(several: Several, families: Sequence[str]) -> str:
    """What was compared there; the work's own time where nothing was."""
    for run in several.runs:
        for one in run.findings.comparisons:
            if one.family in families and one.role != "secondary":
                return one.metric
    return "work_wall_ns" if any(not run.findings.commands for run in several.runs) else "process_wall_ns"


def variants_of(run: MachineRun, family: str) -> tuple[str, ...]:
    """As planned, without those that show the machine's ceiling."""
    planned = next((one.variants for one in run.header.plan.families if one.name == family), ())
    return tuple(one for one in planned if one not in run.header.plan.ceilings)


def named(run: MachineRun, variants: Iterable[str]) -> dict[str, str]:
    """Short names for all variants of a question beside each other, as on the other reports."""
    wanted = tuple(variants)
    return {**names_of(run.findings), **short_names(run.findings, wanted).names}


def of_one_language(several: Several, families: Sequence[str]) -> bool:
    """Whether times may stand side by side: those of different languages are not compared."""
    works = {one.name: one.work for run in several.runs for one in run.header.plan.variants}
    asked = (works[name] for run in several.runs for family in families for name in variants_of(run, family))
    return len({work.probe for work in asked if isinstance(work, ProbeWork)}) < 2


def _unit(typical: float) -> tuple[str, float]:
    return next(((unit, factor) for unit, factor in UNITS if typical >= ENOUGH * factor), UNITS[-1])
