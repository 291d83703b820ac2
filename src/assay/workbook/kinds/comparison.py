"""Variants held against a baseline: medians, ratio with interval, verdict."""

from collections.abc import Iterator, Mapping, Sequence

from assay.analysis.comparisons import MAIN
from assay.analysis.model import Comparison
from assay.analysis.several import MachineRun, Several
from assay.wording import LABELS
from assay.workbook.kinds.measured import Scale, named, variants_of
from assay.workbook.model import Bars, Column, Formula, Ref, Row, Sheet

NOTE = (
    "ratio: middle of the rounds' own ratios (Hodges-Lehmann), with its interval; the ratio of the two medians beside "
    "it is only a check and has none"
)


def sheet(several: Several, families: Sequence[str]) -> Sheet:
    """A row a variant, the baseline among them."""
    scale = Scale(several, families)
    columns = (
        Column("name", "variant"),
        Column("rounds", "rounds", "count"),
        Column("median", scale.heading, "time"),
        Column("ratio", "ratio to baseline", "ratio"),
        Column("low", "from", "ratio"),
        Column("high", "to", "ratio"),
        Column("level", "level", "share"),
        Column("of_medians", "ratio of medians", "ratio"),
        Column("verdict", "verdict"),
        Column("against", "baseline"),
    )
    rows = tuple(row for run in several.runs for row in _rows(run, families, scale))
    bars = Bars("Ratio to the baseline: below 1 takes less", "ratio", "ratio", "low", "high", crossing=1.0)
    return Sheet(columns, rows, bars, scale.metric, scale.factor, scale.unit, (NOTE,))


def _rows(run: MachineRun, families: Sequence[str], scale: Scale) -> Iterator[Row]:
    names = named(run, (one for family in families for one in variants_of(run, family)))
    for family in families:
        yield from _of_family(run, family, scale, names)


def _of_family(run: MachineRun, family: str, scale: Scale, names: Mapping[str, str]) -> Iterator[Row]:
    mine = [one for one in run.findings.comparisons if one.family == family and one.role != "secondary"]
    main = [one for one in mine if one.role in MAIN]
    against = {one.candidate: one for one in main or mine}
    for variant in variants_of(run, family):
        middle = scale.median(run, family, variant)
        cells: dict[str, object] = {"name": names.get(variant, variant), "median": middle}
        if variant in against:
            baseline = against[variant].baseline
            cells |= _held_against(against[variant], middle, scale.median(run, family, baseline))
            cells["against"] = names.get(baseline, baseline)
        yield Row(run.machine, family, variant, names.get(variant, variant), cells)


def _held_against(one: Comparison, middle: Formula | None, baseline: Formula | None) -> dict[str, object]:
    cells: dict[str, object] = {
        "rounds": one.rounds,
        "ratio": one.ratio,
        "low": one.low,
        "high": one.high,
        "level": one.level if one.low is not None else None,
        "verdict": LABELS[one.verdict],
    }
    if middle and baseline and baseline.value:
        refs = (Ref("median"), Ref("median", one.baseline))
        cells["of_medians"] = Formula("{0}/{1}", refs, middle.value / baseline.value)
    return cells
