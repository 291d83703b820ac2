"""How far workers carry: each variant's scaling beside the machine's ceiling in the same rounds, the CPUs, and 1."""

from collections.abc import Sequence

from assay.analysis.ladder import NO_GATE
from assay.analysis.model import Findings, Scaling
from assay.analysis.several import MachineRun, Several
from assay.charts.asked import by_question
from assay.charts.axes import Spec, in_rows, rule_at, slug, table_of, wrapped
from assay.charts.marks import one_of, tick, with_interval
from assay.charts.model import Chart
from assay.charts.said import (
    corner_of,
    few_rounds_text,
    in_name,
    in_title,
    levels_text,
    listed,
    names_for,
    rounds_text,
)
from assay.units import plural
from assay.wording import about_percent_text, factor_text, ratio_cells

COLUMNS = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("name", "text", "the variant with workers", ""),
    ("variant", "text", "its name in the record", ""),
    ("workers", "integer", "how many tasks could be in flight", ""),
    ("cpus", "integer", "how many of its workers could have a CPU: the ideal", ""),
    ("scaling", "number", "serial time over time with workers, per unit of work", "ratio"),
    ("low", "number", "lower end of the interval; empty where there are too few quiet rounds", "ratio"),
    ("high", "number", "upper end of it", "ratio"),
    ("level", "number", "level of the interval", "share"),
    ("rounds", "integer", "rounds behind it", ""),
    ("ceiling", "number", "scaling of a C loop in registers in the same rounds", "ratio"),
    ("ceiling_low", "number", "lower end of its interval", "ratio"),
    ("ceiling_high", "number", "upper end of it", "ratio"),
    ("of_ceiling", "number", "scaling over ceiling, round by round", "share"),
    ("ran", "text", "what was shown of how it ran: parallel, concurrent, serial, not shown", ""),
    ("gate", "text", "the work gate: passed, failed, cannot tell, not measured", ""),
    ("drawn", "text", "what its shape stands for", ""),
    ("figures", "text", "what is written beside it", ""),
    ("said", "text", "the same in a sentence", ""),
)
SHAPES = {"work gate failed": "cross", "not parallel": "square"}
COLOURS = {"work gate failed": "$bad", "not parallel": "$second"}
FAILED = "work gate: not the same work"


def scaling(several: Several) -> list[Chart]:
    """One chart a question on scaling; nothing where no workers were held against serial."""
    asked = by_question(several, lambda findings: findings.scaling)
    return [_chart(run, findings, families, found) for run, findings, families, found in asked]


def _chart(run: MachineRun, findings: Findings, families: Sequence[str], found: Sequence[Scaling]) -> Chart:
    names = names_for(findings, {one.variant for one in found})
    rows = [_row(place, one, names.get(one.variant, one.variant)) for place, one in enumerate(found)]
    name = in_name(f"scaling-{slug(families[0])}", run)
    question = findings.questions.get(families[0], "") or "How far do workers carry?"
    return Chart(
        name=name,
        section="questions",
        title=in_title(question, run),
        summary=_summary(found, [str(row[-1]) for row in rows]),
        data=table_of(name, "a row a variant with workers", COLUMNS, rows),
        spec=_spec(found, [(str(row[1]), str(row[-2])) for row in rows]),
        families=tuple(families),
        corner=corner_of(findings),
        reading=_reading(found),
    )


def gate_of(one: Scaling) -> str:
    """Whether one worker was shown to take the serial time."""
    if one.gate_passed:
        return "passed"
    if NO_GATE in one.caveats:
        return "not measured"
    return "failed" if any(text.startswith(FAILED) for text in one.caveats) else "cannot tell"


def _drawn(one: Scaling) -> str:
    if gate_of(one) == "failed":
        return "work gate failed"
    return "parallel" if one.word in ("parallel", "") else "not parallel"


def _row(place: int, one: Scaling, name: str) -> tuple[object, ...]:
    scaled, top = one.scaling, one.ceiling
    of_ceiling = one.of_ceiling.value if one.of_ceiling else None
    ceiling = (top.value, top.low, top.high) if top else (None, None, None)
    what = (place, wrapped(name), one.variant, one.workers, one.cpus)
    numbers = (scaled.value, scaled.low, scaled.high, scaled.level, one.rounds_used, *ceiling, of_ceiling)
    return (*what, *numbers, one.word, gate_of(one), _drawn(one), _figures(one), _said(one, name))


def _figures(one: Scaling) -> str:
    value, interval = ratio_cells(one.scaling.value, one.scaling.low, one.scaling.high)
    marks = [one.word] if one.word not in ("parallel", "") else []
    marks += ["gate failed"] if gate_of(one) == "failed" else []
    return "  ".join(filter(None, (f"{value}x", interval, ", ".join(marks))))


def _said(one: Scaling, name: str) -> str:
    value, interval = ratio_cells(one.scaling.value, one.scaling.low, one.scaling.high)
    said = f"{name}: {value} times as fast as serially {interval}".rstrip()
    if one.of_ceiling and one.ceiling:
        top = factor_text(one.ceiling.value)
        said += f", {about_percent_text(one.of_ceiling.value)} of the ceiling of {top}"
    said += f"; ran {one.word}" if one.word not in ("parallel", "") else ""
    return said + ("; work gate failed" if gate_of(one) == "failed" else "")


def _summary(found: Sequence[Scaling], said: Sequence[str]) -> str:
    levels = [one.scaling.level for one in found if one.scaling.low is not None]
    effort = f"With {levels_text(levels)}; {rounds_text([one.rounds_used for one in found])}"
    return listed([*said, effort, few_rounds_text(len(found) - len(levels))])


def _reading(found: Sequence[Scaling]) -> str:
    """What each mark stands for, as far as it is there."""
    cpus = sorted({one.cpus for one in found})
    ideal = (
        f"Dashed: {plural(cpus[0], 'CPU')}, the ideal." if len(cpus) == 1 else "Upright stroke: its CPUs, the ideal."
    )
    drawn = {_drawn(one) for one in found}
    said = {
        ideal: True,
        "Grey stripe: what a C loop in registers reached in the same rounds.": any(one.ceiling for one in found),
        "Square: not shown to be parallel.": "not parallel" in drawn,
        "Cross: the work gate failed, one worker does not take the serial time.": "work gate failed" in drawn,
    }
    without = few_rounds_text(sum(one.scaling.low is None for one in found))
    return " ".join([*(text for text, there in said.items() if there), *filter(None, [without])])


def _spec(found: Sequence[Scaling], rows: Sequence[tuple[str, str]]) -> Spec:
    x = _axis(found)
    colour, shape = one_of("drawn", COLOURS, "$accent"), one_of("drawn", SHAPES, "circle")
    cpus = {one.cpus for one in found}
    ideal = [rule_at(next(iter(cpus)), "$muted", (5, 4))] if len(cpus) == 1 else []
    ticks = [] if len(cpus) == 1 else [tick(x, "cpus", "$muted")]
    marks = [_ceiling(x), *ticks, *with_interval(x, ("scaling", "low", "high"), color=colour, shape=shape)]
    return in_rows(rows, marks, [rule_at(1), *ideal], "scaling, interval")


def _ceiling(x: Spec) -> Spec:
    """A stripe from end to end of the ceiling's interval, the height of its row."""
    mark = {"type": "bar", "color": "$muted", "opacity": 0.3, "height": {"band": 0.7}, "aria": False, "minBandSize": 2}
    ends = {"x": {**x, "field": "from"}, "x2": {"field": "to"}}
    edges = [
        {"calculate": "isValid(datum.ceiling_low) ? datum.ceiling_low : datum.ceiling * 0.998", "as": "from"},
        {"calculate": "isValid(datum.ceiling_high) ? datum.ceiling_high : datum.ceiling * 1.002", "as": "to"},
    ]
    return {"transform": [{"filter": "isValid(datum.ceiling)"}, *edges], "mark": mark, "encoding": ends}


def _axis(found: Sequence[Scaling]) -> Spec:
    """From just below 1, or what is lower, to just above the CPUs, or what is higher."""
    known = [1.0, *(float(one.cpus) for one in found)]
    for one in found:
        known += [end for end in (one.scaling.value, one.scaling.low, one.scaling.high) if end is not None]
        known += [end for end in (one.ceiling.low, one.ceiling.high) if end is not None] if one.ceiling else []
    air = (max(known) - min(known)) * 0.06 or 0.1
    domain = [min(known) - air, max(known) + air]
    title = (
        "\u2190 slower with workers than serially\u00a0\u00a0\u00a0|\u00a0\u00a0\u00a0times as fast with workers \u2192"
    )
    axis = {"title": title, "tickCount": 8, "format": "~r"}
    return {"type": "quantitative", "axis": axis, "scale": {"domain": domain, "zero": False, "nice": False}}
