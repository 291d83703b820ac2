"""What was seen where nothing is compared: how workers lie on kernel threads, or plainly how each variant ran."""

from collections.abc import Mapping, Sequence

from assay.analysis.model import Findings, ThreadMapping, VariantSummary
from assay.report.doubts import shared_doubts
from assay.report.layout import Line, fitting_table, shortened, table
from assay.units import per_unit_texts, plural, time_text

Names = Mapping[str, str]
HEADING = ("", "mapping", "workers", "on kernel threads", "in the whole process")


def observation_lines(findings: Findings, families: Sequence[str], names: Names, width: int) -> list[Line]:
    """The mappings that were counted there; where none was, the median time of each variant."""
    found = [one for one in findings.threads if one.family in families]
    if found:
        return _mappings(found, names, width)
    return _times([one for one in findings.variants if set(one.families) & set(families)], names, findings.units)


def _mappings(found: Sequence[ThreadMapping], names: Names, width: int) -> list[Line]:
    def rows_with(longest: int) -> list[tuple[str, ...]]:
        return [HEADING, *(_row(one, shortened(names.get(one.variant, one.variant), longest)) for one in found)]

    doubts = shared_doubts((names.get(one.variant, one.variant), (one.why,) if one.why else ()) for one in found)
    lines = [*fitting_table(rows_with, width), Line("counted while all workers were there at once", indent=2)]
    return lines + [Line(f"not told apart: {text}", indent=2) for text in doubts]


def _row(one: ThreadMapping, name: str) -> tuple[str, ...]:
    whole = "unknown" if one.process_threads is None else str(one.process_threads)
    on = f"{one.most}" if one.fewest == one.most else f"{one.fewest} to {one.most}"
    return (name, one.word, str(one.workers), on, whole)


def _times(found: Sequence[VariantSummary], names: Names, units: Mapping[str, str]) -> list[Line]:
    rows = [("", "time", "")]
    for one in found:
        if "work_wall_ns" in one.metrics:
            trials = plural(one.metrics["work_wall_ns"].trials, "trial")
            rows.append((names.get(one.variant, one.variant), _time(one, units.get(one.variant, "")), trials))
    return table(rows) if len(rows) > 1 else []


def _time(one: VariantSummary, unit: str) -> str:
    """Of a unit of work, where one is counted; else of the whole."""
    if unit and "unit_ns" in one.metrics:
        return per_unit_texts([one.metrics["unit_ns"].median], unit)[0]
    return time_text(one.metrics["work_wall_ns"].median)
