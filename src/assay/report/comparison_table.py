"""Many comparisons of one question as a table: a line each, in the words of the verdict."""

from collections.abc import Mapping, Sequence

from assay.analysis.model import Comparison
from assay.report.layout import Line, fitting_table, shortened
from assay.units import plural
from assay.wording import LABELS, cells_of, level_text, quantity


def comparison_lines(found: Sequence[Comparison], names: Mapping[str, str], width: int) -> list[Line]:
    """The table, and below it what its ratios are of, and how many rounds stand behind them."""
    baselines = {one.baseline for one in found}

    def rows_with(longest: int) -> Sequence[Sequence[str]]:
        short = {name: shortened(text, longest) for name, text in names.items()}
        return _rows(found, short, one_baseline=len(baselines) == 1)

    return [*fitting_table(rows_with, width), Line(_said(found, names, baselines), indent=2)]


def _rows(found: Sequence[Comparison], names: Mapping[str, str], *, one_baseline: bool) -> list[tuple[str, ...]]:
    heading = ("", "ratio", "interval", "") if one_baseline else ("", "against", "ratio", "interval", "")
    rows: list[tuple[str, ...]] = [heading]
    for one in found:
        candidate, baseline = names.get(one.candidate, one.candidate), names.get(one.baseline, one.baseline)
        who = (candidate,) if one_baseline else (candidate, baseline)
        rows.append((*who, *cells_of(one), LABELS[one.verdict]))
    return rows


def _said(found: Sequence[Comparison], names: Mapping[str, str], baselines: set[str]) -> str:
    """ "ratios of time per unit of work to c, serial; intervals of 99.17 %; 20 rounds"."""
    of = " and ".join(dict.fromkeys(quantity(one.metric).noun for one in found))
    to = f" to {names.get(found[0].baseline, found[0].baseline)}" if len(baselines) == 1 else ""
    return f"ratios of {of}{to}; {effort(found)}"


def effort(found: Sequence[Comparison]) -> str:
    """ "intervals of at least 99 %; quick: 11 to 12 rounds"."""
    return effort_text([one.level for one in found], [one.rounds for one in found], found[0].mode)


def effort_text(levels: Sequence[float], rounds: Sequence[int], mode: str) -> str:
    """Levels and rounds of several intervals, in one piece."""
    least = "at least " if len(set(levels)) > 1 else ""
    quick = "quick: " if mode == "quick" else ""
    fewest, most = min(rounds), max(rounds)
    many = plural(most, "round") if fewest == most else f"{fewest} to {plural(most, 'round')}"
    return f"intervals of {least}{level_text(min(levels))}; {quick}{many}"
