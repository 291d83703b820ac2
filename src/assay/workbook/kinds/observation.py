"""What was seen where nothing is compared: on how many kernel threads workers lay, or plainly how long each took."""

from collections.abc import Iterator, Sequence

from assay.analysis.several import MachineRun, Several
from assay.workbook.kinds.measured import Scale, named, of_one_language, variants_of
from assay.workbook.model import Bars, Column, Row, Sheet

THREADS = (
    Column("name", "variant"),
    Column("workers", "workers", "count"),
    Column("mapping", "mapping"),
    Column("fewest", "kernel threads that did the work, fewest", "count"),
    Column("most", "most", "count"),
    Column("process_threads", "in the whole process", "count"),
)


def sheet(several: Several, families: Sequence[str]) -> Sheet:
    """A row a variant; times only where no threads were counted."""
    scale = Scale(several, families)
    if any(one.family in families for run in several.runs for one in run.findings.threads):
        rows = tuple(row for run in several.runs for row in _mapped(run, families))
        bars = Bars("Kernel threads that did the work of each variant", "kernel threads", "most")
        return Sheet(THREADS, rows, bars, scale.metric, scale.factor, scale.unit)
    comparable = of_one_language(several, families)
    columns = (
        Column("name", "variant"),
        Column("workers", "workers", "count"),
        *([Column("median", scale.heading, "time")] if comparable else []),
    )
    rows = tuple(row for run in several.runs for row in _timed(run, families, scale))
    timed = Bars("Time of each variant", scale.heading, "median") if comparable else None
    return Sheet(columns, rows, timed, *_raw(scale))


def _raw(scale: Scale) -> tuple[str, float, str]:
    return scale.metric, scale.factor, scale.unit


def _mapped(run: MachineRun, families: Sequence[str]) -> Iterator[Row]:
    found = [one for one in run.findings.threads if one.family in families]
    names = named(run, (one.variant for one in found))
    for one in found:
        name = names.get(one.variant, one.variant)
        cells = {"name": name, "workers": one.workers, "mapping": one.word}
        cells |= {"fewest": one.fewest, "most": one.most, "process_threads": one.process_threads}
        yield Row(run.machine, one.family, one.variant, name, cells)


def _timed(run: MachineRun, families: Sequence[str], scale: Scale) -> Iterator[Row]:
    asked = [(family, variant) for family in families for variant in variants_of(run, family)]
    names = named(run, (variant for _, variant in asked))
    planned = {one.name: one.workers for one in run.header.plan.variants}
    for family, variant in asked:
        name = names.get(variant, variant)
        cells = {"name": name, "workers": planned.get(variant), "median": scale.median(run, family, variant)}
        yield Row(run.machine, family, variant, name, cells)
