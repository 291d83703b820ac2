"""What charts of trials start from: one family of one run, with its trials in order and the metric it is about.

Values come from the table of trials; single ones are what a trial's value is the median of: there is one reading.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

import numpy as np
from msgspec import Struct, structs

from assay.analysis.measured import CALLS, MEMORY, singles_of
from assay.analysis.names import names_of
from assay.analysis.quiet import NEED_QUIET
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import MachineRun, Several
from assay.analysis.short_names import short_names
from assay.charts.axes import slug
from assay.plan.model import Family, ProbeWork
from assay.store.records import TrialRecord
from assay.tables.metrics import unit_of
from assay.tables.trials import trials
from assay.units import SIZE_SCALE, TIME_SCALE, count_text, per_unit_texts, plural, sizes_text, times_text
from assay.wording import factor_text, quantity

WITHOUT_PAIRS = ("unit_ns", "work_wall_ns", "process_wall_ns")
"""What is looked at where nothing is compared: the first of these that was measured."""
READ = ("variant", "round", "outcome", "reason", "quiet", "steal_share", "foreign_share", "share_error")


class TrialRow(Struct, frozen=True):
    """A trial as charts need it."""

    variant: str
    round: int
    outcome: str
    reason: str
    quiet: bool | None  # of its round
    steal_share: float | None
    foreign_share: float | None
    share_error: float | None
    capacity: float  # CPU time of its window, ns
    order: int  # as in the table of trials
    value: float | None  # of the family's metric; None where it failed, or did not measure it

    @property
    def good(self) -> bool:
        """Whether it has a value that counts."""
        return self.value is not None


class FamilyTrials(Struct, frozen=True):
    """One family of one run."""

    run: MachineRun
    family: Family
    name: str  # fit for a file, unique in the run
    metric: str
    names: dict[str, str]  # of its variants, without what all of them are
    common: str  # "java count": what all of them are; "" where nothing is, or their names say it
    rows: tuple[TrialRow, ...]  # in the order in which they ran

    @property
    def variants(self) -> list[str]:
        """Those that have a trial, in the order of the plan."""
        seen = {row.variant for row in self.rows}
        return [name for name in self.family.variants if name in seen]

    def titled(self, what: str, unit: str = "") -> str:
        """A title: what it asks, what is drawn of it ("Every trial{}", with room for whose), and in which unit."""
        question = self.family.question or self.run.findings.question
        whose = "" if self.run.findings.commands else f" of {self.family.name}"
        return f"{question} {what.format(whose)}{f', {unit}' if unit else ''}".strip()

    @property
    def loud(self) -> frozenset[int]:
        """Rounds that were not quiet, where figures ask for quiet ones."""
        needed = self.family.kind in NEED_QUIET
        return frozenset(row.round for row in self.rows if needed and row.quiet is False)

    @property
    def left_out(self) -> frozenset[int]:
        """Those of them that no figure uses: none where too few rounds are left, and figures are of all rounds."""
        quiet = {row.round for row in self.rows} - self.loud
        return self.loud if len(quiet) >= self.family.quiet_rounds else frozenset()

    def of(self, variant: str) -> list[TrialRow]:
        """The trials of one variant."""
        return [row for row in self.rows if row.variant == variant]

    def values(self, variant: str) -> list[float]:
        """The values of one variant, in order."""
        return [row.value for row in self.rows if row.variant == variant and row.value is not None]

    @property
    def apart(self) -> bool:
        """Whether its variants are of several languages and it holds none against another: each is told by itself."""
        plan = self.run.header.plan
        languages = {one.name: one.work.probe for one in plan.variants if isinstance(one.work, ProbeWork)}
        asked = {languages[name] for name in self.variants if name in languages and name not in plan.ceilings}
        return len(asked) > 1 and all(
            languages.get(pair.baseline) == languages.get(pair.candidate) for pair in self.family.pairs
        )

    def beside_median(self, variant: str, value: float) -> str:
        """A value of a variant by its own median: "1.02 times its median"."""
        middle = median(self.values(variant))
        return f"{factor_text(value / middle)} times its median" if middle else ""

    def texts(self, values: Sequence[float], metric: str = "") -> tuple[str, ...]:
        """Values of the metric in words and in one unit: ("0.523 ns a count", ...)."""
        metric = metric or self.metric
        if metric == "unit_ns":
            unit = self.unit_of_work
            return per_unit_texts(values, unit) if unit else times_text(values)
        unit = unit_of(metric)
        if unit in ("ns", "bytes"):
            return (times_text if unit == "ns" else sizes_text)(values)
        return tuple(factor_text(one) if unit == "ratio" else count_text(one) for one in values)

    @property
    def unit_of_work(self) -> str:
        """What its work counts; "" where variants count different things, or nothing."""
        units = {self.run.findings.units.get(name, "") for name in self.variants}
        return units.pop() if len(units) == 1 else ""

    def scale(self, values: Sequence[float], metric: str = "") -> tuple[float, str]:
        """What to divide values by for an axis, and what the axis then counts: (1e6, "ms")."""
        metric = metric or self.metric
        scales = {"ns": TIME_SCALE, "bytes": SIZE_SCALE}.get(unit_of(metric))
        largest = max(map(abs, values), default=0.0)
        if scales is None:
            return 1.0, ""
        small = unit_of(metric) == "ns" and largest < 1000
        unit, factor = next(((name, size) for name, size in scales if largest >= size and not small), scales[-1])
        each = f" a {self.unit_of_work}" if metric == "unit_ns" and self.unit_of_work else ""
        return factor, f"{unit}{each}"

    @property
    def unit(self) -> str:
        """What values are counted in, unscaled: ns, bytes, ratio or nothing."""
        return unit_of(self.metric)

    @property
    def what(self) -> str:
        """The metric as an axis calls it: "time per unit of work"."""
        return quantity(self.metric).noun


def families_of(several: Several, purpose: str = "timed") -> Iterator[FamilyTrials]:
    """Every family of every run that has a trial of this purpose; of `memory` the metric is the peak."""
    columns = _columns(several)
    machines = columns.get("machine", [""] * len(columns["order"]))
    for each in several.runs:
        run = structs.replace(each, findings=in_screen_words(each.findings))
        chosen: dict[str, list[int]] = {}
        for place, found in enumerate(columns["purpose"]):
            if machines[place] == run.machine and found == purpose:
                chosen.setdefault(columns["family"][place], []).append(place)
        names = _slugs([family.name for family in run.header.plan.families])
        for family in run.header.plan.families:
            if family.name in chosen:
                yield _family(run, family, names[family.name], _Picked(columns, chosen[family.name], purpose))


class _Picked(Struct, frozen=True):
    """Some rows of a table."""

    columns: dict[str, list[Any]]
    places: list[int]
    purpose: str

    def has(self, metric: str) -> bool:
        """Whether any of them measured this."""
        return any(self.columns[metric][place] is not None for place in self.places)


def _family(run: MachineRun, family: Family, name: str, picked: _Picked) -> FamilyTrials:
    columns = picked.columns
    metric = metric_of(family, picked)
    rows = tuple(_row(columns, place, metric) for place in picked.places)
    short = short_names(run.findings, family.variants)
    return FamilyTrials(run, family, name, metric, {**names_of(run.findings), **short.names}, short.common, rows)


def _row(columns: dict[str, list[Any]], place: int, metric: str) -> TrialRow:
    read = {name: columns[name][place] for name in READ}
    capacity = float((columns["window_ns"][place] or 0) * (columns["cpus"][place] or 0))
    good = read["outcome"] == "ok"
    value = columns[metric][place] if good and metric in columns else None
    return TrialRow(**read, capacity=capacity, order=columns["order"][place], value=value)


def metric_of(family: Family, picked: _Picked) -> str:
    """What a family is about: the metric of its first pair; of an observation the first time that was measured."""
    asked = [pair.metric for pair in family.pairs if pair.metric != MEMORY]
    candidates = (*asked, *WITHOUT_PAIRS) if picked.purpose == "timed" else (MEMORY,)
    return next((one for one in candidates if picked.has(one)), candidates[0])


def failures_text(rows: Sequence[TrialRow]) -> str:
    """ "3 failed: 2 crashed, 1 timed out"; "" where none did."""
    failed = Counter(row.outcome for row in rows if row.outcome != "ok")
    if not failed:
        return ""
    each = ", ".join(f"{times} {outcome}" for outcome, times in failed.most_common())
    return f"{plural(sum(failed.values()), 'trial')} failed: {each}"


def number_of(text: str) -> str:
    """A value without its unit, where the next one has it: "29.42 to 38.13 ms"."""
    return text.partition(" ")[0]


class Singles(Struct, frozen=True):
    """Single values of one variant: executions, or calls of the work, where a trial has several; else its trials."""

    values: Any  # a numpy array, in the unit of the metric
    of: str  # execution | iteration | trial
    processes: tuple[Any, ...] = ()  # the same, apart for each process; empty where each is a process of its own


def singles(one: FamilyTrials) -> dict[str, Singles]:
    """The values of each variant that has good ones, as single as the family's metric is recorded."""
    trials_of_run = [record for record in one.run.records if isinstance(record, TrialRecord)]
    found = {}
    for variant in one.variants:
        good = [row for row in one.of(variant) if row.good]
        parts = [np.asarray(singles_of(trials_of_run[row.order - 1], one.metric), float) for row in good]
        if good:
            found[variant] = _as_singles(one.metric, good, parts)
    return found


def _as_singles(metric: str, good: Sequence[TrialRow], parts: Sequence[Any]) -> Singles:
    """Where no trial has more than one value, or some have none that count, trials are all there is."""
    if any(part.size < 1 for part in parts) or all(part.size < 2 for part in parts):
        return Singles(np.array([row.value for row in good], float), "trial")
    if metric in CALLS:
        return Singles(np.concatenate(parts), "iteration", tuple(parts))
    return Singles(np.concatenate(parts), "execution")


class _Tables(Struct):
    """The table of trials of the runs last asked for: several kinds of charts are made of it."""

    several: Several | None = None
    columns: dict[str, list[Any]] = {}


_last = _Tables()


def _columns(several: Several) -> dict[str, list[Any]]:
    global _last  # one slot, not a cache by value: runs hold millions of values and are not compared
    found = _last  # of another thread may come another report meanwhile
    if found.several is not several:
        found = _last = _Tables(several, {one.name: one.plain for one in trials(several).columns})
    return found.columns


def _slugs(names: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, name in enumerate(names, 1):
        short = slug(name)
        found[name] = f"{short}-{number}" if short in found.values() else short
    return found
