"""One change at a time: time per unit of work at each step, and what each step with workers comes to."""

from collections.abc import Iterator, Sequence

from assay.analysis.model import Comparison, Split
from assay.analysis.several import MachineRun, Several
from assay.workbook.kinds.measured import Scale, named, variants_of
from assay.workbook.model import Bars, Column, Formula, Ref, Row, Sheet

NOTE = (
    "speed-up = scaling / extra work; a ratio of times, no speed-up, where one worker was not shown to do the same work"
)
CHECK = (
    "each of the three is estimated from the rounds by itself (Hodges-Lehmann); the quotient of the other two is a "
    "check, and may be a little off"
)


def sheet(several: Several, families: Sequence[str]) -> Sheet:
    """A row a step, serially and with workers."""
    scale = Scale(several, families)
    columns = (
        Column("name", "step"),
        Column("median", scale.heading, "time"),
        Column("extra", "extra work", "ratio"),
        Column("low", "from", "ratio"),
        Column("high", "to", "ratio"),
        Column("scaling", "scaling", "ratio"),
        Column("scaling_low", "from", "ratio"),
        Column("scaling_high", "to", "ratio"),
        Column("speed_up", "first step serially / this one with workers", "ratio"),
        Column("speed_up_low", "from", "ratio"),
        Column("speed_up_high", "to", "ratio"),
        Column("gate", "is that a speed-up?"),
        Column("quotient", "scaling / extra work", "ratio"),
        Column("what", "the change", "words"),
    )
    rows = tuple(row for run in several.runs for family in families for row in _rows(run, family, scale))
    bars = Bars("Time of each step: one change at a time", scale.heading, "median")
    return Sheet(columns, rows, bars, scale.metric, scale.factor, scale.unit, (NOTE, CHECK))


def _rows(run: MachineRun, family: str, scale: Scale) -> Iterator[Row]:
    variants = variants_of(run, family)
    names = named(run, variants)
    steps = {one.variant: one.what for one in run.findings.ladders.get(family, ())}
    extra = {
        one.candidate: one for one in run.findings.comparisons if one.family == family and one.role == "extra_work"
    }
    splits = {one.variant: one for one in run.findings.splits if one.family == family}
    for variant in variants:
        name = names.get(variant, variant)
        cells: dict[str, object] = {"name": name, "median": scale.median(run, family, variant)}
        cells |= {"what": steps.get(variant, "")} | _more_work(extra.get(variant)) | _taken_apart(splits.get(variant))
        yield Row(run.machine, family, variant, name, cells)


def _more_work(one: Comparison | None) -> dict[str, object]:
    return {} if one is None else {"extra": one.ratio, "low": one.low, "high": one.high}


def _taken_apart(one: Split | None) -> dict[str, object]:
    if one is None:
        return {}
    extra, scaling, whole = one.extra_work, one.scaling, one.speed_up
    quotient = Formula("{0}/{1}", (Ref("scaling"), Ref("extra")), scaling.value / extra.value)
    return {
        "extra": extra.value,
        "low": extra.low,
        "high": extra.high,
        "scaling": scaling.value,
        "scaling_low": scaling.low,
        "scaling_high": scaling.high,
        "speed_up": whole.value,
        "speed_up_low": whole.low,
        "speed_up_high": whole.high,
        "gate": "yes" if one.gate_passed else "no: the work gate did not pass",
        "quotient": quotient,
    }
