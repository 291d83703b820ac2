"""Who of a batch comes back when, beside what theory says of taking turns and of waiting in line."""

from collections.abc import Iterator, Sequence

from assay.analysis.several import MachineRun, Several
from assay.workbook.kinds.measured import Scale, named, of_one_language
from assay.workbook.model import Bars, Column, Row, Sheet

NOTE = (
    "response: a task's end since the batch began, over its own length; the mean is over tasks, the median over rounds"
)


def sheet(several: Several, families: Sequence[str]) -> Sheet:
    """A row a variant."""
    scale = Scale(several, families)
    columns = (
        Column("name", "variant"),
        Column("mean", "mean response", "ratio"),
        Column("low", "from", "ratio"),
        Column("high", "to", "ratio"),
        Column("worst", "worst response", "ratio"),
        Column("turns", "in theory, all take turns", "ratio"),
        Column("queue", "in theory, one after the other", "ratio"),
        *([Column("median", scale.heading, "time")] if of_one_language(several, families) else []),
        Column("near", "like theory's"),
    )
    rows = tuple(row for run in several.runs for row in _rows(run, families, scale))
    beside = (("turns", "theory: all take turns"), ("queue", "theory: one after the other"))
    bars = Bars("Mean response of the tasks", "times a task's own length", "mean", "low", "high", beside)
    return Sheet(columns, rows, bars, scale.metric, scale.factor, scale.unit, (NOTE,))


def _rows(run: MachineRun, families: Sequence[str], scale: Scale) -> Iterator[Row]:
    found = [one for one in run.findings.responses if one.family in families]
    names = named(run, [one.variant for one in found])
    for one in found:
        name = names.get(one.variant, one.variant)
        cells: dict[str, object] = {
            "name": name,
            "mean": one.mean.median,
            "low": one.mean.low,
            "high": one.mean.high,
            "worst": one.worst.median,
            "turns": one.turns,
            "queue": one.queue,
            "median": scale.median(run, one.family, one.variant),
            "near": one.near,
        }
        yield Row(run.machine, one.family, one.variant, name, cells)
