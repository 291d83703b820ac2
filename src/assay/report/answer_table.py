"""The numbers of an answer as a table: each build's first loop and the one spoken of, alone and with workers."""

from collections.abc import Sequence

from assay.analysis.model import ClaimRuling, Estimate, Findings, Split
from assay.report.answer import splits_of
from assay.report.answer_names import how_run, labels, named, place_of
from assay.units import per_unit_texts, times_text
from assay.wording import factor_cells

Rows = list[tuple[str, ...]]


def answer_rows(findings: Findings, claim: ClaimRuling) -> Rows:
    """The heading first; nothing where the claim was not read off splits of a ladder."""
    splits = [one for one in splits_of(findings, claim) if place_of(findings, one)[1]]
    rows = [row for split in splits for row in _rows_of(findings, split, splits)]
    if not rows:
        return []
    how = how_run(findings, splits)
    ratios = f"times as fast with {how}", "times as long as the first, alone", "times as fast as the first alone"
    heading = ("", "alone", f"with {how}", *ratios)
    return _unit_above([heading, *rows])


def _unit_above(rows: Rows) -> Rows:
    """The unit of all times stands in their headings: "alone, ns a count"."""
    times = [cell for row in rows[1:] for cell in row[1:3]]
    units = {cell.partition(" ")[2] for cell in times}
    if len(units) > 1 or units == {""}:
        return rows
    unit = units.pop()
    heading = (rows[0][0], *(f"{cell}, {unit}" for cell in rows[0][1:3]), *rows[0][3:])
    return [heading, *((row[0], *(cell.partition(" ")[0] for cell in row[1:3]), *row[3:]) for row in rows[1:])]


def _rows_of(findings: Findings, split: Split, splits: Sequence[Split]) -> Rows:
    """The first step, where it was run with workers too, and this one."""
    place, _ = place_of(findings, split)
    first = [one for one in findings.splits if place and _is_first_of(findings, one, split)]
    label = labels(findings, splits)[split.variant]
    shown = [*first[:1], split]
    times = _times(findings, shown)
    return [
        (_name(findings, one, label), *pair, _cell(one.scaling), _cell(one.extra_work), _cell(one.speed_up))
        for one, pair in zip(shown, times, strict=True)
    ]


def _is_first_of(findings: Findings, one: Split, split: Split) -> bool:
    same = (one.family, one.workers) == (split.family, split.workers)
    return same and one.extra_work.value == 1 and bool(place_of(findings, one)[1])


def _name(findings: Findings, split: Split, label: str) -> str:
    place, whats = place_of(findings, split)
    what = named(whats[place]).removeprefix("the ") or f"step {place + 1} of {len(whats)}"
    return f"{label}, {what}" if label and label not in what else what


def _times(findings: Findings, splits: Sequence[Split]) -> list[tuple[str, str]]:
    """Alone and with workers, per unit of work where it is counted, all in one unit."""
    metrics = {one.variant: one.metrics for one in findings.variants}
    names = [name for split in splits for name in (split.serial, split.variant)]
    unit = findings.units.get(splits[0].serial, "")
    key = "unit_ns" if unit and all("unit_ns" in metrics.get(name, {}) for name in names) else "work_wall_ns"
    if not all(key in metrics.get(name, {}) for name in names):
        return [("-", "-") for _ in splits]
    medians = [metrics[name][key].median for name in names]
    texts = per_unit_texts(medians, unit) if key == "unit_ns" else times_text(medians)
    return list(zip(texts[::2], texts[1::2], strict=True))


def _cell(estimate: Estimate) -> str:
    if estimate.value == 1 and estimate.low == estimate.high:
        return "1"
    return " ".join(filter(None, factor_cells(estimate.value, estimate.low, estimate.high)))
