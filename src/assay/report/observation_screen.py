"""What was seen where nothing is compared: how workers lie on kernel threads, or plainly how each variant ran."""

from collections.abc import Mapping, Sequence

from assay.analysis.model import Findings, ThreadMapping, VariantSummary
from assay.report.doubts import shared_doubts
from assay.report.layout import Line, table
from assay.units import plural, times_text

Names = Mapping[str, str]


def observation_lines(findings: Findings, families: Sequence[str], names: Names) -> list[Line]:
    """The mappings that were counted there; where none was, the median time of each variant."""
    found = [one for one in findings.threads if one.family in families]
    if found:
        return _mappings(found, names)
    return _times([one for one in findings.variants if set(one.families) & set(families)], names)


def _mappings(found: Sequence[ThreadMapping], names: Names) -> list[Line]:
    rows = [("", "mapping", "workers", "on kernel threads", "in the whole process")]
    for one in found:
        whole = "unknown" if one.process_threads is None else str(one.process_threads)
        on = f"{one.most}" if one.fewest == one.most else f"{one.fewest} to {one.most}"
        rows.append((names.get(one.variant, one.variant), one.word, str(one.workers), on, whole))
    doubts = shared_doubts(((names.get(one.variant, one.variant), (one.why,) if one.why else ()) for one in found))
    lines = [*table(rows), Line("counted while all workers were there at once", indent=2)]
    return lines + [Line(f"not told apart: {text}", indent=2) for text in doubts]


def _times(found: Sequence[VariantSummary], names: Names) -> list[Line]:
    known = [one for one in found if "work_wall_ns" in one.metrics]
    texts = times_text([one.metrics["work_wall_ns"].median for one in known])
    rows = [("", "time", "")]
    for one, text in zip(known, texts, strict=True):
        rows.append((names.get(one.variant, one.variant), text, plural(one.metrics["work_wall_ns"].trials, "trial")))
    return table(rows) if known else []
