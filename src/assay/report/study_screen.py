"""The screen of a study: what was asked, what came out for each question, and what this machine cannot say."""

from collections.abc import Mapping, Sequence

from assay.analysis.model import Comparison, Concurrency, Findings, Skipped, Split, Step
from assay.report.claims import render
from assay.report.commands_screen import ending, names_of, verdict_lines
from assay.report.layout import Line, table
from assay.units import duration_text, plural, times_text
from assay.wording import ratio_cells, split_text


def study_screen(findings: Findings, width: int) -> list[Line]:
    """All lines, first what was asked; `width` is for the columns of the claims."""
    names = names_of(findings)
    lines = _heading(findings)
    for family, question in findings.questions.items():
        lines += _family(findings, family, question, names)
    lines += _splits(findings.splits)
    lines += _concurrency(findings.concurrency, names)
    lines += _claims(findings, width)
    lines += [Line(text, indent=2) for text in _machine(findings)]
    lines += _titled("what this machine cannot say", findings.cannot_say)
    lines += _titled("left out", [_left_out(one, names) for one in findings.skipped])
    return lines + ending(findings)


def _heading(findings: Findings) -> list[Line]:
    lines = [Line(findings.title, style="bold")]
    if findings.question:
        lines.append(Line(f"asked: {findings.question}"))
    if findings.rounds:
        quick = "quick, " if findings.mode == "quick" else ""
        effort = f"{quick}{plural(findings.rounds, 'round')} of each family, {duration_text(findings.seconds)} in all"
        lines.append(Line(f"measured here: {effort}"))
    return lines


def _family(findings: Findings, family: str, question: str, names: Mapping[str, str]) -> list[Line]:
    """One question: its sentences, or its ladder; nothing for a family that only feeds the splits."""
    mine = [one for one in findings.comparisons if one.family == family]
    lines = [line for one in mine if one.role == "primary" for line in verdict_lines(one, names)]
    if family in findings.ladders:
        lines = _ladder(findings.ladders[family], mine)
    return [Line(), Line(question, style="bold"), *lines] if lines else []


def _ladder(steps: Sequence[Step], comparisons: Sequence[Comparison]) -> list[Line]:
    """One change at a time: how long the work takes at each step, beside the first one."""
    by_step = {one.candidate: one for one in comparisons if one.role == "extra_work"}
    if not by_step:
        return []
    first = next(iter(by_step.values())).baseline_median
    medians = [by_step[step.variant].candidate_median if step.variant in by_step else first for step in steps]
    times = times_text([median or 0.0 for median in medians])
    rows = [("one change at a time", "serial time", "extra work", "")]
    for number, (step, median, text) in enumerate(zip(steps, medians, times, strict=True), 1):
        cells = _extra_work(by_step.get(step.variant))
        rows.append((f"step {number} of {len(steps)}", text if median else "-", *cells))
    lines = table(rows)
    said = [Line(f"step {number}: {step.what}", indent=4) for number, step in enumerate(steps, 1) if step.what]
    return lines + said


def _extra_work(one: Comparison | None) -> tuple[str, str]:
    return ("1", "") if one is None else ratio_cells(one.ratio, one.low, one.high)


def _splits(splits: Sequence[Split]) -> list[Line]:
    if not splits:
        return []
    passed = all(split.gate_passed for split in splits)
    whole = "speed-up" if passed else "serial time of the first step / concurrent time"
    heads = table([("", ""), *((split.name, _equation(split)) for split in splits)])[1:]
    lines = [Line(), Line(f"{whole} = scaling / extra work", style="bold")]
    for head, split in zip(heads, splits, strict=True):
        lines.append(Line(head.text, more=_behind(split), joint="   ", indent=2, hang=4))
    failed = [split.name for split in splits if not split.gate_passed]
    if failed:
        words = f"for {' and '.join(failed)} the left side is a ratio of times and no more: the work gate did not pass"
        lines.append(Line(words, indent=2))
    texts = [text if len(splits) == 1 else f"{split.name}: {text}" for split in splits for text in split.caveats]
    return lines + [Line(f"caveat: {text}", indent=2) for text in dict.fromkeys(texts)]


def _equation(split: Split) -> str:
    return split_text(split.speed_up.value, split.scaling.value, split.extra_work.value)


def _behind(split: Split) -> tuple[str, ...]:
    """What a split rests on."""
    named = (("speed-up", split.speed_up), ("scaling", split.scaling), ("extra work", split.extra_work))
    shown = [
        (name, ratio_cells(one.value, one.low, one.high)[1]) for name, one in named[0 if split.gate_passed else 1 :]
    ]
    left_out = f", {split.rounds_left_out} left out" if split.rounds_left_out else ""
    effort = f"{plural(split.workers, 'worker')}, {plural(split.rounds_used, 'round')}{left_out}"
    return (*(f"{name} {interval}" for name, interval in shown if interval), effort)


def _concurrency(found: Sequence[Concurrency], names: Mapping[str, str]) -> list[Line]:
    """What may be said of how each variant with workers ran."""
    several = [one for one in found if one.word != "serial"]
    if not several:
        return []
    rows = [("how they ran", "", "overlap", "CPU / wall")]
    for one in several:
        rows.append((names.get(one.variant, one.variant), one.word, _figure(one.overlap), _figure(one.cpu_per_wall)))
    caveats = [
        Line(f"{names.get(one.variant, one.variant)}: {text}", indent=4) for one in several for text in one.caveats
    ]
    return [Line(), *table(rows), *caveats]


def _claims(findings: Findings, width: int) -> list[Line]:
    if not findings.claims:
        return []
    short = bool(findings.questions)  # a study that measures shows the telling ones beside its own figures
    rows = render(findings.claims, width, short=short)
    return [Line(), *(Line(row.plain, style=str(row.style), table=True) for row in rows)]


def _figure(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.2f}"


def _machine(findings: Findings) -> list[str]:
    carry_over = f"carry-over: {findings.carry_over}" if findings.carry_over else ""
    return [text for text in (findings.machine.text if findings.rounds else "", carry_over) if text]


def _titled(title: str, texts: Sequence[str]) -> list[Line]:
    return [Line(f"{title}:", indent=2), *(Line(text, indent=4) for text in texts)] if texts else []


def _left_out(one: Skipped, names: Mapping[str, str]) -> str:
    expected = " (as expected)" if one.expected else ""
    remedy = f"; {one.remedy}" if one.remedy else ""
    return f"{names.get(one.variant, one.variant)}{expected}: {one.reason}{remedy}"
