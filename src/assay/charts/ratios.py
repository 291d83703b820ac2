"""Every comparison of a question: its ratio and interval, 1, and the band of differences that count as none."""

from collections.abc import Mapping, Sequence

from assay.analysis.asked_together import asked_together
from assay.analysis.model import Comparison, Findings
from assay.analysis.names import names_of
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import MachineRun, Several
from assay.analysis.short_names import short_names
from assay.charts.axes import (
    Spec,
    band,
    both_ways,
    in_rows,
    known_interval,
    ratio_axis,
    rule_at,
    slug,
    table_of,
    wrapped,
)
from assay.charts.model import Chart
from assay.charts.said import corner_of, few_rounds_text, in_name, in_title, levels_text, listed, rounds_text
from assay.wording import LABELS, cells_of, percent_text, quantity, sentence

Names = Mapping[str, str]
COLUMNS = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("name", "text", "who is compared with whom", ""),
    ("baseline", "text", "what it is held against", ""),
    ("candidate", "text", "what is held against it", ""),
    ("metric", "text", "what was compared", ""),
    ("ratio", "number", "candidate / baseline", "ratio"),
    ("low", "number", "lower end of the interval; empty where there are too few rounds", "ratio"),
    ("high", "number", "upper end of it", "ratio"),
    ("level", "number", "level of the interval", "share"),
    ("rounds", "integer", "rounds behind it", ""),
    ("verdict", "text", "read off the interval and the margin", ""),
    ("margin", "number", "differences below it count as none", "share"),
    ("figures", "text", "ratio, interval and verdict as written beside it", ""),
    ("said", "text", "the comparison in a sentence", ""),
)
COLOURS = {"faster": "$good", "lower": "$good", "slower": "$bad", "higher": "$bad", "no_difference": "$accent"}
SHAPES = {"faster": "triangle-left", "lower": "triangle-left", "slower": "triangle-right", "higher": "triangle-right"}


def ratios(several: Several) -> list[Chart]:
    """One chart a question of every run that compares; nothing where nothing was compared."""
    return [chart for run in several.runs for chart in _of_run(run)]


def _of_run(run: MachineRun) -> list[Chart]:
    findings = in_screen_words(run.findings)
    groups = asked_together(findings) or [tuple(dict.fromkeys(one.family for one in findings.comparisons))]
    charts = []
    for families in groups:
        mine = [one for one in findings.comparisons if one.family in families and _is_asked(findings, one)]
        for metric in dict.fromkeys(one.metric for one in mine):
            of_metric = [one for one in mine if one.metric == metric and one.ratio is not None]
            if of_metric:
                charts.append(_chart(run, findings, families, of_metric))
    return charts


def _is_asked(findings: Findings, one: Comparison) -> bool:
    """What the question itself compares; of commands also what goes with it."""
    return one.role in ("primary", "elapsed") or (bool(findings.commands) and one.role == "secondary")


def _chart(run: MachineRun, findings: Findings, families: Sequence[str], mine: Sequence[Comparison]) -> Chart:
    names = {
        **names_of(findings),
        **short_names(findings, {x for one in mine for x in (one.baseline, one.candidate)}).names,
    }
    metric = mine[0].metric
    name = f"ratios-{slug(families[0])}" + (f"-{slug(metric)}" if _is_second(findings, families, metric) else "")
    what = quantity(metric).noun
    asked = findings.questions.get(families[0], "") or findings.question
    return Chart(
        name=in_name(name, run),
        section="questions",
        title=in_title(f"{asked} Ratio of {what}".strip(), run),
        summary=_summary(mine, names),
        data=table_of(name, "a row a comparison", COLUMNS, _rows(mine, names)),
        spec=_spec(mine, names, what),
        families=tuple(families),
        corner=corner_of(findings),
        reading=_reading(mine),
    )


def _is_second(findings: Findings, families: Sequence[str], metric: str) -> bool:
    """Whether another metric of this question has a chart before it."""
    mine = [one for one in findings.comparisons if one.family in families and _is_asked(findings, one)]
    return next(one.metric for one in mine if one.ratio is not None) != metric


def _rows(mine: Sequence[Comparison], names: Names) -> list[tuple[object, ...]]:
    return [
        (
            place,
            _name(one, mine, names),
            names.get(one.baseline, one.baseline),
            names.get(one.candidate, one.candidate),
            one.metric,
            one.ratio,
            one.low,
            one.high,
            one.level,
            one.rounds,
            one.verdict,
            one.margin,
            _figures(one),
            _said(one, names),
        )
        for place, one in enumerate(mine)
    ]


def _name(one: Comparison, mine: Sequence[Comparison], names: Names) -> str:
    """The candidate; with its baseline where not all have the same one."""
    candidate, baseline = names.get(one.candidate, one.candidate), names.get(one.baseline, one.baseline)
    alone = len({other.baseline for other in mine}) == 1
    return wrapped(candidate if alone else f"{candidate} against {baseline}")


def _figures(one: Comparison) -> str:
    return "  ".join(filter(None, (*cells_of(one), LABELS[one.verdict].lower())))


def _said(one: Comparison, names: Names) -> str:
    return sentence(one, names.get(one.candidate, one.candidate), names.get(one.baseline, one.baseline))


def _summary(mine: Sequence[Comparison], names: Names) -> str:
    """Every comparison with its figures."""
    said = [f"{_said(one, names)} ({' '.join(filter(None, cells_of(one)))})" for one in mine]
    levels, rounds = levels_text(one.level for one in mine), rounds_text([one.rounds for one in mine])
    return listed([*said, f"Ratios with {levels}; {rounds}", few_rounds_text(sum(one.low is None for one in mine))])


def _reading(mine: Sequence[Comparison]) -> str:
    margins = sorted({one.margin for one in mine})
    within = " or ".join(percent_text(margin) for margin in margins)
    return (
        f"Left of 1 takes less. A line is the interval ({levels_text(one.level for one in mine)}); "
        f"all of it inside the grey band: no difference larger than {within}."
    )


def _spec(mine: Sequence[Comparison], names: Names, what: str) -> Spec:
    baselines = {one.baseline for one in mine}
    against = names.get(mine[0].baseline, mine[0].baseline) if len(baselines) == 1 else "its baseline"
    title = both_ways(f"less {what} than {against}", f"more {what}")
    values = [value for one in mine for value in (one.ratio, one.low, one.high)]
    x = ratio_axis("low", title, values)
    margin = max(one.margin for one in mine)
    ends = {"x": x, "x2": {"field": "high"}, "description": {"field": "said"}}
    colour = _by_verdict(COLOURS, "$doubt")
    marks: list[Spec] = [
        {
            "transform": [known_interval()],
            "mark": {"type": "rule", "strokeWidth": 2},
            "encoding": {**ends, "color": colour},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 80, "opacity": 1},
            "encoding": {
                "x": {**x, "field": "ratio"},
                "color": colour,
                "shape": _by_verdict(SHAPES, "circle"),
                "description": {"field": "said"},
            },
        },
    ]
    rows = [(_name(one, mine, names), _figures(one)) for one in mine]
    return in_rows(rows, marks, [band(1 - margin, 1 + margin), rule_at(1)], figures="ratio, interval")


def _by_verdict(values: dict[str, str], otherwise: str) -> Spec:
    tests = [{"test": f"datum.verdict == '{verdict}'", "value": value} for verdict, value in values.items()]
    return {"condition": tests, "value": otherwise}
