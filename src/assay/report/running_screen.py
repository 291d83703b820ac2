"""How the variants ran that no table has told of yet, and what the first call in a process takes beside the later ones."""

from collections.abc import Mapping, Sequence

from assay.analysis.model import Concurrency, Findings, VariantSummary
from assay.report.doubts import shared_doubts
from assay.report.layout import Line, table
from assay.report.scaling_screen import in_tables
from assay.units import plural, times_text
from assay.wording import factor_text

MOST_ROWS = 12
"""More than this are no longer read: what is as it should be is counted, the rest is listed."""
COLD = 1.1
"""A first call that takes so many times as long as the later ones is worth a line among many."""
Names = Mapping[str, str]


def running_lines(findings: Findings, names: Names) -> list[Line]:
    """What may be said of how each variant with workers ran; those in the tables above only where there is a doubt."""
    told = in_tables(findings)
    several = [one for one in findings.concurrency if one.word != "serial" and one.variant not in findings.ceilings]
    mine = [one for one in several if one.variant not in told]
    crowded = len(mine) > MOST_ROWS
    shown = [one for one in mine if one.word != "parallel"] if crowded else mine
    doubts = shared_doubts((names.get(one.variant, one.variant), one.caveats) for one in several)
    lines = table(_rows(shown, names)) if shown else []
    if crowded and len(mine) > len(shown):
        lines.append(Line(f"the other {len(mine) - len(shown)} were parallel", indent=2))
    elif not shown and doubts:
        lines.append(Line("how they ran", indent=2))
    lines += [Line(text, indent=4) for text in doubts]
    return [Line(), *lines] if lines else []


def _rows(shown: Sequence[Concurrency], names: Names) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("how they ran", "", "overlap", "CPU / wall")]
    for one in shown:
        rows.append((names.get(one.variant, one.variant), one.word, _figure(one.overlap), _figure(one.cpu_per_wall)))
    return rows


def _figure(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.2f}"


def first_call_lines(findings: Findings, names: Names) -> list[Line]:
    """The first call of the work in a process beside the median of the later ones, never averaged together."""
    both = [one for one in findings.variants if {"cold_wall_ns", "work_wall_ns"} <= one.metrics.keys()]
    mine = [one for one in both if one.variant not in findings.ceilings]
    crowded = len(mine) > MOST_ROWS
    shown = [one for one in mine if cold_over_warm(one) >= COLD] if crowded else mine
    if not mine:
        return []
    lines = table(_cold_rows(shown, names)) if shown else []
    if len(shown) < len(mine):
        rest = plural(len(mine) - len(shown), "variant")
        lines.append(Line(f"{rest} more: the first call takes less than {COLD} times as long as later ones", indent=2))
    return [Line(), *lines]


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
