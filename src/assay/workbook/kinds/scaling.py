"""How far workers carry, beside what the CPUs could give and what the machine gave."""

from collections.abc import Iterator, Sequence

from assay.analysis.model import Scaling
from assay.analysis.several import MachineRun, Several
from assay.charts.scaling import gate_of
from assay.workbook.kinds.measured import Scale, named, of_one_language
from assay.workbook.model import Bars, Column, Formula, Ref, Row, Sheet

NOTE = "ceiling: how far a C loop that only uses registers scaled in the same rounds"


def sheet(several: Several, families: Sequence[str]) -> Sheet:
    """A row a variant with workers."""
    scale = Scale(several, families)
    columns = (
        Column("name", "variant"),
        Column("workers", "workers", "count"),
        Column("cpus", "CPUs they could have", "count"),
        *([Column("median", scale.heading, "time")] if of_one_language(several, families) else []),
        Column("scaling", "scaling", "ratio"),
        Column("low", "from", "ratio"),
        Column("high", "to", "ratio"),
        Column("efficiency", "scaling / CPUs", "share"),
        Column("ceiling", "ceiling", "ratio"),
        Column("of_ceiling", "of the ceiling", "share"),
        Column("of_low", "from", "share"),
        Column("of_high", "to", "share"),
        Column("word", "how it ran"),
        Column("gate", "work gate"),
    )
    rows = tuple(row for run in several.runs for row in _rows(run, families, scale))
    bars = Bars(
        "Scaling, beside the machine's ceiling",
        "times the serial speed",
        "scaling",
        "low",
        "high",
        (("ceiling", "ceiling of this machine"),),
    )
    return Sheet(columns, rows, bars, scale.metric, scale.factor, scale.unit, (NOTE,))


def _rows(run: MachineRun, families: Sequence[str], scale: Scale) -> Iterator[Row]:
    found = [one for one in run.findings.scaling if one.family in families]
    names = named(run, [one.variant for one in found])
    for one in found:
        name = names.get(one.variant, one.variant)
        cells: dict[str, object] = {"name": name, "median": scale.median(run, one.family, one.variant)} | _cells(one)
        yield Row(run.machine, one.family, one.variant, name, cells)


def _cells(one: Scaling) -> dict[str, object]:
    of = one.of_ceiling
    return {
        "workers": one.workers,
        "cpus": one.cpus,
        "scaling": one.scaling.value,
        "low": one.scaling.low,
        "high": one.scaling.high,
        "efficiency": Formula("{0}/{1}", (Ref("scaling"), Ref("cpus")), one.scaling.value / one.cpus),
        "ceiling": one.ceiling.value if one.ceiling else None,
        "of_ceiling": of.value if of else None,
        "of_low": of.low if of else None,
        "of_high": of.high if of else None,
        "word": one.word,
        "gate": gate_of(one),
    }
