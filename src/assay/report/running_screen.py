"""How the variants ran that no table has told of yet, and what the first call in a process takes."""

from collections.abc import Mapping, Sequence

from assay.analysis.model import Concurrency, Findings, VariantSummary
from assay.report.doubts import shared_doubts
from assay.report.layout import Line, table
from assay.report.scaling_screen import in_tables
from assay.units import times_text
from assay.wording import factor_text

MOST_ROWS = 12
"""More than this are no longer read: what is as it should be is counted, the rest is listed."""
Names = Mapping[str, str]


def running_lines(findings: Findings, names: Names) -> list[Line]:
    """What may be said of how each variant with workers ran that no table above has told of."""
    told = in_tables(findings) | set(findings.ceilings)
    mine = [one for one in findings.concurrency if one.word != "serial" and one.variant not in told]
    crowded = len(mine) > MOST_ROWS
    shown = [one for one in mine if one.word != "parallel"] if crowded else mine
    if not mine:
        return []
    lines = table(_rows(shown, names)) if shown else []
    if len(mine) > len(shown):
        lines.append(Line(f"all the other {len(mine) - len(shown)} ran parallel", indent=2))
    doubts = shared_doubts((names.get(one.variant, one.variant), one.caveats) for one in mine)
    return [Line(), *lines, *(Line(text, indent=4) for text in doubts)]


def _rows(shown: Sequence[Concurrency], names: Names) -> list[tuple[str, ...]]:
    """Tasks of unequal length cannot all overlap: of them it is told how many were under way on average."""
    unequal = any(one.alive is not None for one in shown)
    heading: tuple[str, ...] = ("how they ran", "", *(("under way",) * unequal), "overlap", "CPU / wall")
    rows = [heading]
    for one in shown:
        alive = ("-" if one.alive is None else f"{one.alive:.1f}",) * unequal
        overlap = "-" if one.alive is not None else _figure(one.overlap)
        rows.append((names.get(one.variant, one.variant), one.word, *alive, overlap, _figure(one.cpu_per_wall)))
    return rows


def _figure(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.2f}"


def first_call_lines(findings: Findings, names: Names) -> list[Line]:
    """The first call of the work in a process beside the median of the later ones, never averaged together."""
    both = [one for one in findings.variants if {"cold_wall_ns", "work_wall_ns"} <= one.metrics.keys()]
    mine = [one for one in both if one.variant not in findings.ceilings]
    shown = _slowest_starts(mine) if len(mine) > MOST_ROWS else mine
    if not mine:
        return []
    lines = table(_cold_rows(shown, names))
    if len(shown) < len(mine):
        rest = len(mine) - len(shown)
        lines.append(
            Line(f"of each language the variant whose first call stands out most; {rest} more in --json", indent=2)
        )
    return [Line(), *lines]


def _slowest_starts(found: Sequence[VariantSummary]) -> list[VariantSummary]:
    """One variant of each language."""
    worst: dict[str, VariantSummary] = {}
    for one in found:
        language = one.variant.partition("/")[0]
        if language not in worst or cold_over_warm(one) > cold_over_warm(worst[language]):
            worst[language] = one
    return list(worst.values())


def cold_over_warm(one: VariantSummary) -> float:
    """How many times as long the first call takes."""
    warm = one.metrics["work_wall_ns"].median
    return one.metrics["cold_wall_ns"].median / warm if warm else 1.0


def _cold_rows(shown: Sequence[VariantSummary], names: Names) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("first call in a process", "first", "later", "first / later")]
    for one in shown:
        first, later = times_text([one.metrics[name].median for name in ("cold_wall_ns", "work_wall_ns")])
        rows.append((names.get(one.variant, one.variant), first, later, factor_text(cold_over_warm(one))))
    return rows
