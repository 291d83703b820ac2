"""A ladder one change at a time, and speed-up = scaling / extra work for the steps that ran concurrently."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from assay.analysis.equal_scaling import EQUAL_WITHIN, EqualScaling, equal_scaling
from assay.analysis.ladder import NO_GATE
from assay.analysis.model import Comparison, Findings, Split, Step
from assay.analysis.short_names import called_shortly
from assay.report.doubts import shared_doubts
from assay.report.layout import Line, fits, table
from assay.units import per_unit_texts, plural, times_text
from assay.wording import cells_of, factor_text, level_text, percent_text, ratio_cells, split_text

NAMES = ("left side", "scaling", "extra work")
NO_SPEED_UP = "no work gate passed, so what stands left of the = sign is a ratio of times and no more"
NEARLY_ALL = 0.8
"""Of the extra work, on a log scale."""
WORTH_A_WORD = 1.1
"""Extra work of the last step from which on it is said where it comes from."""
OWN_ROUNDS = "each from its own family's rounds"


def ladder_lines(findings: Findings, family: str, names: Mapping[str, str]) -> list[Line]:
    """How long the work takes at each step, beside the first one; nothing where no step was compared."""
    steps = findings.ladders[family]
    compared = [one for one in findings.comparisons if one.family == family and one.role == "extra_work"]
    if not compared:
        return []
    by_step = {one.candidate: one for one in compared}
    unit = findings.units.get(steps[0].variant, "") if compared[0].metric == "unit_ns" else ""
    times = _times(steps, by_step, compared[0].baseline_median, unit)
    level = level_text(compared[0].level) if any(one.low is not None for one in compared) else ""
    rows = [("one change at a time", "time", "extra work", level)]
    for number, (step, time) in enumerate(zip(steps, times, strict=True), 1):
        one = by_step.get(step.variant)
        cells = ("1", "") if one is None else cells_of(one)
        rows.append((_step_name(names.get(step.variant, step.variant), number, len(steps)), time, *cells))
    return table(rows) + _where_it_comes(compared, steps) + _changes(findings, family)


def _where_it_comes(compared: Sequence[Comparison], steps: Sequence[Step]) -> list[Line]:
    """The one step that makes nearly all of the extra work, where its interval is clear of the step before."""
    by_step = {one.candidate: (one.ratio, one.low, one.high) for one in compared}
    ratios = [(1.0, 1.0, 1.0), *(by_step.get(step.variant, (None, None, None)) for step in steps[1:])]
    known = [(value, low, high) for value, low, high in ratios if value and low and high]
    if len(known) < len(ratios) or len(known) < 3:
        return []
    total = math.log(known[-1][0])
    if total < math.log(WORTH_A_WORD):
        return []
    for number, (before, here) in enumerate(pairwise(known), 2):
        if here[1] > before[2] and math.log(here[0] / before[0]) >= NEARLY_ALL * total:
            return [Line(f"nearly all of it comes with step {number}", indent=2)]
    return []


def _step_name(name: str, number: int, count: int) -> str:
    """A name that already says which step it is, or that with the name after it."""
    place = f"step {number} of {count}"
    return name if place in name else f"{place}, {name}"


def _changes(findings: Findings, family: str) -> list[Line]:
    """What each step changes; once where several ladders take the same steps."""
    steps = findings.ladders[family]
    whats = [step.what for step in steps]
    earlier = next(name for name, ladder in findings.ladders.items() if [step.what for step in ladder] == whats)
    if earlier != family:
        return [Line("each step as above", indent=4)] if any(whats) else []
    return [Line(f"step {number} of {len(steps)}: {what}", indent=4) for number, what in enumerate(whats, 1) if what]


def split_lines(findings: Findings, width: int) -> list[Line]:
    """One equation for each split that has other work than the first; "speed-up" only where every work gate passed."""
    worth = called_shortly(findings, _worth_splitting(findings))
    splits = sorted(worth, key=_place_among(worth))
    if not splits:
        return []
    failed = [split.name for split in splits if not split.gate_passed]
    whole = "serial time of the first step / time of this step with workers" if failed else "speed-up"
    quick = "quick: " if findings.mode == "quick" else ""
    lines = [Line(), Line(f"{quick}{whole} = scaling / extra work", style="bold"), *_equations(splits, width)]
    equal = equal_scaling(findings.splits, findings.ladders)
    lines += [Line(_equal_words(one, findings.splits), indent=2) for one in equal]
    lines += [Line(_no_speed_up(splits), indent=2)] if failed else []
    doubts = shared_doubts((split.name, [text for text in split.caveats if text != NO_GATE]) for split in splits)
    return lines + [Line(f"caveat: {text}", indent=2) for text in doubts]


def _worth_splitting(findings: Findings) -> list[Split]:
    """Those whose work was held against other work; elsewhere extra work is 1 and the scaling is all there is."""
    compared = {(one.family, one.candidate) for one in findings.comparisons if one.role == "extra_work"}
    return [one for one in findings.splits if (one.family, one.serial) in compared]


def _no_speed_up(splits: Sequence[Split]) -> str:
    """Where one worker was not shown to take the serial time."""
    passed = [split.name for split in splits if split.gate_passed]
    if not passed:
        return NO_SPEED_UP
    return (
        f"left of the = sign stands a speed-up where the work gate passed ({'; '.join(passed)}), else a ratio of times"
    )


def _equal_words(one: EqualScaling, splits: Sequence[Split]) -> str:
    """ "scaling across 2 steps of O2 (1.98x, 1.98x): largest / smallest 1.004 [1.000, 1.012]; equal within 5 %"."""
    each = ", ".join(f"{factor_text(split.scaling.value)}x" for split in splits if split.name in one.splits)
    within = percent_text(EQUAL_WITHIN)
    judged = {
        "equal": f"equal within {within}: the steps differ in work, not in how well it is spread",
        "not equal": f"not equal within {within}",
        "cannot tell": f"cannot tell whether equal within {within}",
    }
    ratio = " ".join(filter(None, ratio_cells(one.ratio, one.low, one.high)))
    steps = f"{len(one.splits)} steps of {one.family} ({each})"
    return f"scaling across {steps}: largest / smallest {ratio}; {judged[one.word]}"


def _times(steps: Sequence[Step], by_step: Mapping[str, Comparison], first: float | None, unit: str) -> list[str]:
    """The median of each step, of a unit of work where those are counted."""
    medians = [by_step[step.variant].candidate_median if step.variant in by_step else first for step in steps]
    known = [median or 0.0 for median in medians]
    texts = per_unit_texts(known, unit) if unit else times_text(known)
    return [text if median else "-" for text, median in zip(texts, medians, strict=True)]


def _place_among(splits: Sequence[Split]) -> Callable[[Split], tuple[int, str]]:
    """Splits whose names begin alike stand together, in the order of their names."""
    stems = list(dict.fromkeys(_stem(split.name) for split in splits))
    return lambda split: (stems.index(_stem(split.name)), split.name)


def _stem(name: str) -> str:
    """What stands before the step: "O2" of "O2, step 5 of 5"."""
    return name.partition("step ")[0] if "step " in name else name.rpartition(" ")[0]


def _equations(splits: Sequence[Split], width: int) -> list[Line]:
    """A table where the width allows one, else the intervals of each split below its equation."""
    rows = [_row(split) for split in splits]
    heading = ("", "", *NAMES)
    lead = [Line(_effort(splits), indent=2)]
    lines = [line for line in table(_without_empty([heading, *rows])) if line.text]
    if fits(lines, width):
        return [*lead, *lines]
    starts = table([row[:2] for row in [heading, *rows]])
    below = [[f"{name} {cell}" for name, cell in zip(NAMES, row[2:], strict=True) if cell] for row in rows]
    pairs = zip(starts[1:], below, strict=True)
    return [*lead, *(line for start, cells in pairs for line in (start, *_below(cells)))]


def _below(cells: Sequence[str]) -> list[Line]:
    return [Line(cells[0], more=tuple(cells[1:]), joint="   ", indent=6)] if cells else []


def _without_empty(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The table without columns that have nothing below their heading."""
    kept = [place for place, cells in enumerate(zip(*rows[1:], strict=True)) if any(cells)]
    return [tuple(row[place] for place in kept) for row in rows]


def _bounded(splits: Sequence[Split]) -> bool:
    return any(split.scaling.low is not None for split in splits)


def _effort(splits: Sequence[Split]) -> str:
    """Levels, workers and rounds, said once for all."""
    levels = sorted({split.speed_up.level for split in splits})
    least = "at least " if len(levels) > 1 else ""
    workers, rounds = [split.workers for split in splits], [split.rounds_used for split in splits]
    most_left_out = max(split.rounds_left_out for split in splits)
    said = [
        *([f"intervals of {least}{level_text(levels[0])}, {OWN_ROUNDS}"] if _bounded(splits) else []),
        f"{_span(workers)}{plural(max(workers), 'worker')}, {_span(rounds)}{plural(max(rounds), 'round')}",
        *([f"up to {most_left_out} loud ones left out"] if most_left_out else []),
    ]
    return "; ".join(said)


def _span(counts: Sequence[int]) -> str:
    """ "10 to " before the largest count, where they differ."""
    return f"{min(counts)} to " if min(counts) < max(counts) else ""


def _row(split: Split) -> tuple[str, ...]:
    """The equation and what it rests on; the first step's extra work is 1 by definition and has no interval."""
    equation = split_text(split.speed_up.value, split.scaling.value, split.extra_work.value)
    ratios = (split.speed_up, split.scaling, split.extra_work)
    intervals = [ratio_cells(one.value, one.low, one.high)[1] if one.low != one.high else "" for one in ratios]
    return (split.name, equation, *intervals)
