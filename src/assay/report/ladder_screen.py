"""A ladder one change at a time, and speed-up = scaling / extra work for the steps that ran concurrently."""

from collections.abc import Callable, Mapping, Sequence

from assay.analysis.model import Comparison, Split, Step
from assay.report.layout import Line, fits, table
from assay.units import times_text
from assay.wording import cells_of, level_text, ratio_cells, split_text


def ladder_lines(steps: Sequence[Step], comparisons: Sequence[Comparison], names: Mapping[str, str]) -> list[Line]:
    """How long the work takes at each step, beside the first one; nothing where no step was compared."""
    by_step = {one.candidate: one for one in comparisons if one.role == "extra_work"}
    if not by_step:
        return []
    first = next(iter(by_step.values()))
    times = _times(steps, by_step, first.baseline_median)
    rows = [("", "one change at a time", "time", "extra work", level_text(first.level))]
    said = []
    for number, (step, time) in enumerate(zip(steps, times, strict=True), 1):
        place, one = f"step {number} of {len(steps)}", by_step.get(step.variant)
        cells = ("1", "") if one is None else cells_of(one)
        rows.append((place, names.get(step.variant, step.variant), time, *cells))
        said += [Line(f"{place}: {step.what}", indent=4)] if step.what else []
    return table(rows) + said


def split_lines(found: Sequence[Split], width: int) -> list[Line]:
    """One equation for each split; the word speed-up only where every work gate passed."""
    if not found:
        return []
    splits = sorted(found, key=_place_among(found))
    failed = [split.name for split in splits if not split.gate_passed]
    whole = "serial time of the first step / concurrent time" if failed else "speed-up"
    lines = [Line(), Line(f"{whole} = scaling / extra work", style="bold"), *_equations(splits, width)]
    if failed:
        words = f"for {', '.join(failed)} the left side is a ratio of times and no more: the work gate did not pass"
        lines.append(Line(words, indent=2))
    texts: dict[str, list[str]] = {}
    for split in splits:
        for text in split.caveats:
            texts.setdefault(text, []).append(split.name)
    return lines + [Line(f"caveat: {', '.join(who)}: {text}", indent=2) for text, who in texts.items()]


def _times(steps: Sequence[Step], by_step: Mapping[str, Comparison], first: float | None) -> list[str]:
    medians = [by_step[step.variant].candidate_median if step.variant in by_step else first for step in steps]
    texts = times_text([median or 0.0 for median in medians])
    return [text if median else "-" for text, median in zip(texts, medians, strict=True)]


def _place_among(splits: Sequence[Split]) -> Callable[[Split], tuple[int, str]]:
    """Splits whose names differ in the last word only stand together, in its order."""
    stems = list(dict.fromkeys(split.name.rpartition(" ")[0] for split in splits))
    return lambda split: (stems.index(split.name.rpartition(" ")[0]), split.name)


def _equations(splits: Sequence[Split], width: int) -> list[Line]:
    """A table where the width allows one, else each split in pieces that wrap."""
    level = level_text(min(split.speed_up.level for split in splits))
    heading = (f"intervals: {level}", "", "left side", "scaling", "extra work", "workers", "rounds")
    rows = [heading, *(_row(split) for split in splits)]
    lines = table(rows)
    if fits(lines, width):
        return lines
    pieces = [[f"{name} {cell}" for name, cell in zip(heading[2:], row[2:], strict=True) if cell] for row in rows[1:]]
    starts = table([row[:2] for row in rows])
    wrapped = [
        Line(start.text, more=tuple(more), joint="   ", indent=2, hang=4)
        for start, more in zip(starts[1:], pieces, strict=True)
    ]
    return [starts[0], *wrapped]


def _row(split: Split) -> tuple[str, ...]:
    """The equation and what it rests on; the first step's extra work is 1 by definition and has no interval."""
    equation = split_text(split.speed_up.value, split.scaling.value, split.extra_work.value)
    ratios = (split.speed_up, split.scaling, split.extra_work)
    intervals = [ratio_cells(one.value, one.low, one.high)[1] if one.low != one.high else "" for one in ratios]
    left_out = f" ({split.rounds_left_out} left out)" if split.rounds_left_out else ""
    return (split.name, equation, *intervals, str(split.workers), f"{split.rounds_used}{left_out}")
