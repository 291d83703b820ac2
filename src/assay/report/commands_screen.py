"""The screen of `assay compare`: a sentence for each comparison with the baseline, a table, and what lies around it."""

from collections.abc import Iterable, Mapping, Sequence

from assay.analysis.comparisons import TOO_LOUD
from assay.analysis.model import Comparison, Findings
from assay.analysis.names import names_of, plain
from assay.report.doubts import shared_doubts
from assay.report.goes_with import goes_with
from assay.report.layout import Line, fitting_table, on_one_row, shortened
from assay.units import plural, sizes_text, times_text
from assay.wording import LABELS, cells_of, evidence, level_text, percent_text, sentence, small_change, what_next

ROWS = {
    "process_wall_ns": "wall",
    "work_wall_ns": "work",
    "unit_ns": "a unit",
    "cpu_ns": "CPU",
    "peak_memory_bytes": "memory",
}
SCOPE = {
    "cgroup peak": "whole tree",
    "sampled PSS": "whole tree, sampled",
    "largest process": "largest process only",
}
NOT_FINISHED = "not finished: this run ended before its last planned look; --resume goes on with it"
LONGEST_RATIO_NAME = 17
LONGEST_COMMAND = 400  # characters; the record has the whole of it


def commands_screen(findings: Findings, width: int) -> list[Line]:
    """All lines, the verdict first; `width` is for the table."""
    names = names_of(findings)
    primaries = [one for one in findings.comparisons if one.role == "primary"]
    lines = [line for one in primaries for line in verdict_lines(one, names)]
    lines += _table(findings, primaries, names, width)
    lines += [Line(f"goes with: {words}", indent=2) for words in _goes_with(findings, primaries, names)]
    lines += _surroundings(findings, width)
    lines += _asked(findings, names)
    return lines + ending(findings)


def verdict_lines(one: Comparison, names: Mapping[str, str]) -> list[Line]:
    """The sentence with its label; below it what must be said with it."""
    baseline, candidate = names.get(one.baseline, one.baseline), names.get(one.candidate, one.candidate)
    said = sentence(one, candidate, baseline)
    lines = [Line(said, more=(evidence(one),), joint="   ", label=LABELS[one.verdict], style="bold")]
    return lines + [Line(text, indent=2) for text in (small_change(one), what_next(one)) if text]


def ending(findings: Findings) -> list[Line]:
    """Doubts, what is unfinished, and where to read on; the same under every screen."""
    lines = [Line(f"caveat: {text}", indent=2) for text in doubts_of(findings)]
    if not findings.finished:
        lines.append(Line(NOT_FINISHED, indent=2))
    if findings.run:
        lines.append(Line(f"more: assay report {findings.run}", more=(f"data: {findings.run}",), indent=2, hang=0))
    return lines


def doubts_of(findings: Findings) -> list[str]:
    """Of the run, of its comparisons, of its variants; each once."""
    own = [(one.variant, text) for one in findings.variants for text in one.caveats]
    texts = [*findings.caveats, *_of_pairs(findings), *(f"{variant}: {text}" for variant, text in own)]
    return list(dict.fromkeys(texts))


def _of_pairs(findings: Findings) -> list[str]:
    """Doubts about comparisons; with whose they are, where there is more than one comparison."""
    pairs = [one for one in findings.comparisons if one.role != "secondary"]
    if len(pairs) == 1:
        return [text for one in findings.comparisons for text in one.caveats]
    names = names_of(findings)
    of_families = shared_doubts(
        [(family, _too_loud(one for one in pairs if one.family == family)) for family in findings.questions], "families"
    )
    doubts = [(_against(one, names), _others(one.caveats)) for one in pairs]
    return [*of_families, *shared_doubts(doubts, "comparisons")]


def _against(one: Comparison, names: Mapping[str, str]) -> str:
    """What never ran has no label."""
    return f"{names.get(one.candidate, one.candidate)} against {names.get(one.baseline, one.baseline)}"


def _too_loud(pairs: Iterable[Comparison]) -> list[str]:
    """Too few quiet rounds are a doubt about a family, whichever of its comparisons carries it."""
    return [TOO_LOUD] if any(TOO_LOUD in one.caveats for one in pairs) else []


def _others(caveats: Iterable[str]) -> list[str]:
    return [text for text in caveats if text != TOO_LOUD]


def _table(findings: Findings, primaries: Sequence[Comparison], names: Mapping[str, str], width: int) -> list[Line]:
    if not any(one.ratio for one in primaries):
        return []
    rows_of = _row_a_metric if len(primaries) == 1 else _row_a_command

    def rows_with(longest: int) -> Sequence[Sequence[str]]:
        return rows_of(findings, primaries, {key: shortened(name, longest) for key, name in names.items()})

    return fitting_table(rows_with, width)


def _row_a_metric(
    findings: Findings, primaries: Sequence[Comparison], names: Mapping[str, str]
) -> list[tuple[str, ...]]:
    baseline, candidate = names[primaries[0].baseline], names[primaries[0].candidate]
    short = f"{candidate}/{baseline}"
    ratio = short if len(short) <= LONGEST_RATIO_NAME else "ratio"
    level = level_text(primaries[0].level) if primaries[0].low is not None else ""
    rows: list[tuple[str, ...]] = [("", baseline, candidate, ratio, level, "")]
    for one in findings.comparisons:
        if one.baseline_median is not None and one.candidate_median is not None:
            first, second = _texts(one.metric, (one.baseline_median, one.candidate_median))
            cells = cells_of(one)
            rows.append((ROWS.get(one.metric, one.metric), first, second, *cells, _scope(findings, one)))
    return rows


def _row_a_command(
    findings: Findings, primaries: Sequence[Comparison], names: Mapping[str, str]
) -> list[tuple[str, ...]]:
    metrics = [metric for metric in ROWS if any(metric in one.metrics for one in findings.variants)]
    texts = {metric: _column(findings, metric) for metric in metrics}
    ratios = {one.candidate: cells_of(one) for one in primaries}
    rows: list[tuple[str, ...]] = [("", *(ROWS[metric] for metric in metrics), "ratio", level_text(primaries[0].level))]
    for one in findings.variants:
        cells = (texts[metric].get(one.variant, "-") for metric in metrics)
        rows.append((names[one.variant], *cells, *ratios.get(one.variant, ("1", ""))))
    return rows


def _column(findings: Findings, metric: str) -> dict[str, str]:
    having = [one for one in findings.variants if metric in one.metrics]
    texts = _texts(metric, [one.metrics[metric].median for one in having])
    return {one.variant: text for one, text in zip(having, texts, strict=True)}


def _texts(metric: str, values: Sequence[float]) -> tuple[str, ...]:
    return sizes_text(values) if metric.endswith("_bytes") else times_text(values)


def _scope(findings: Findings, one: Comparison) -> str:
    if one.metric != "peak_memory_bytes":
        return ""
    scope = SCOPE.get(findings.memory_method, findings.memory_method)
    return scope if one.low is not None else f"{scope}; {plural(one.rounds, 'round')}"


def _goes_with(findings: Findings, primaries: Sequence[Comparison], names: Mapping[str, str]) -> list[str]:
    words = {one.candidate: goes_with(findings.parts.get(one.candidate, ())) for one in primaries}
    if len(primaries) == 1:
        return [text for text in words.values() if text]
    return [f"{names[candidate]}: {text}" for candidate, text in words.items() if text]


def _surroundings(findings: Findings, width: int) -> list[Line]:
    """What the pilots printed and what the machine did: on one line where there is room, else a line each."""
    output = findings.output.text.split(" | ") if findings.output else []
    facts = [*output, findings.machine.text]
    together = Line(facts[0], more=tuple(facts[1:]), indent=2)
    apart = [Line(output[0], more=tuple(output[1:]), indent=2)] if output else []
    apart.append(Line(findings.machine.text, indent=2))
    carry_over = [Line(f"carry-over: {findings.carry_over}", indent=2)] if findings.carry_over else []
    return [*([together] if on_one_row(together, width) else apart), *carry_over]


def _asked(findings: Findings, names: Mapping[str, str]) -> list[Line]:
    """The question, and how far the answer reaches."""
    margin = next((one.margin for one in findings.comparisons if one.role == "primary"), None)
    words = f"asked: {findings.question}"
    if margin is not None:
        words += f" Differences of less than {percent_text(margin)} count as none."
    lines = [
        Line(f"{words} The answer holds for these programs as they are, on this machine under this load.", indent=2)
    ]
    whole = [(names[name], plain(text)) for name, text in findings.commands.items() if names[name] != text]
    told = [f"{name}: {shortened(text, LONGEST_COMMAND)}" for name, text in whole]
    return lines + [Line(text, indent=4) for text in told]
