"""What was measured, with the medians of it, and what was left out."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from assay.analysis.model import VariantSummary
from assay.analysis.several import MachineRun, Several
from assay.analysis.variants import METRICS
from assay.plan.model import CommandWork, ProbeWork, Variant
from assay.tables.columns import Field, caveats_field, field, joined, table_of, words
from assay.tables.metrics import MEANINGS, unit_of
from assay.tables.model import Table


class _Row(Struct, frozen=True):
    """A variant with what became of it."""

    variant: Variant
    summary: VariantSummary
    unit: str

    @property
    def caveats(self) -> tuple[str, ...]:
        return self.summary.caveats


def of_work(name: str) -> Callable[[_Row], Any]:
    """An attribute of a probe's work; unknown for a command."""
    return lambda row: getattr(row.variant.work, name) if isinstance(row.variant.work, ProbeWork) else None


def _metric_fields(metric: str) -> Iterable[Field]:
    unit, meaning = unit_of(metric), MEANINGS[metric]

    def part(which: str) -> Callable[[_Row], Any]:
        return lambda row: getattr(row.summary.metrics[metric], which) if metric in row.summary.metrics else None

    yield Field(metric, "number", f"{meaning}: median over trials", part("median"), unit)
    yield Field(f"{metric}_low", "number", "lower end of the 95 % interval of that median", part("low"), unit)
    yield Field(f"{metric}_high", "number", "upper end of the 95 % interval of that median", part("high"), unit)


VARIANTS = (
    field("variant", "text", "its name, unique in the study", of="variant.name"),
    field("label", "text", "its short name, as in reports", of="variant.label"),
    field("families", "text", "families in which it was run", of=lambda row: joined(row.summary.families)),
    field("probe", "text", "language whose harness ran it; unknown for a command", of=of_work("probe")),
    field("workload", "text", "the work itself; unknown for a command", of=of_work("workload")),
    field(
        "model", "text", "how tasks are executed: serial, thread, pool, ...; unknown for a command", of=of_work("model")
    ),
    field("implementation", "text", "which library does it; unknown for a command", of=of_work("implementation")),
    field("build", "text", "build configuration; empty where nothing is built", of=of_work("build")),
    field("runtime", "text", "which of the language's runtimes; empty where there is one only", of=of_work("runtime")),
    field("workers", "integer", "how many tasks may be in flight", of="variant.workers"),
    field(
        "command",
        "text",
        "the command as it was typed; unknown for a probe",
        of=lambda row: row.variant.work.text if isinstance(row.variant.work, CommandWork) else None,
    ),
    field(
        "factors", "text", "level of each factor of the study, as name=level", of=lambda row: words(row.variant.factors)
    ),
    field("unit", "text", "what a unit of its work is called; empty where it counts none"),
    field("outcome", "text", "ok, or the commonest failure where every trial failed", of="summary.outcome"),
    field("trials", "integer", "timed trials", of="summary.trials"),
    field("failures", "integer", "timed trials that did not end well", of="summary.failures"),
    *(one for metric in METRICS for one in _metric_fields(metric)),
    caveats_field(),
)

SKIPPED = (
    field("variant", "text", "which variant"),
    field("reason", "text", "why it did not run"),
    field("remedy", "text", "what would let it run; empty where nothing would"),
    field("expected", "yes_no", "whether the study foresaw it"),
)


def variants(several: Several) -> Table:
    """A row a variant that was run, in the order of the plan."""
    return table_of("variants", "a variant that was run, with its own figures", several, _rows, VARIANTS)


def skipped(several: Several) -> Table:
    """A row a variant that did not run."""
    return table_of(
        "skipped", "a variant that did not run, and why", several, lambda run: run.findings.skipped, SKIPPED
    )


def _rows(run: MachineRun) -> list[_Row]:
    named = {one.name: one for one in run.header.plan.variants}
    return [_Row(named[one.variant], one, run.findings.units.get(one.variant, "")) for one in run.findings.variants]
