"""Who of a batch comes back when: each variant's mean response, beside the two ends that theory knows."""

from collections.abc import Sequence

from assay.analysis.model import Findings, Response
from assay.analysis.several import MachineRun, Several
from assay.charts.asked import by_question
from assay.charts.axes import Spec, in_rows, slug, table_of, wrapped
from assay.charts.marks import hollow, one_of, quantity_axis, tick, with_interval
from assay.charts.model import Chart
from assay.charts.said import corner_of, few_rounds_text, in_name, in_title, listed, names_for, rounds_text
from assay.units import time_text

COLUMNS = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("name", "text", "the variant", ""),
    ("variant", "text", "its name in the record", ""),
    (
        "mean",
        "number",
        "mean response over the tasks: end, since the batch began, over own length; median of rounds",
        "",
    ),
    ("low", "number", "lower end of its interval; empty where there are too few rounds", ""),
    ("high", "number", "upper end of it", ""),
    ("worst", "number", "response of the task that waited longest; empty in a quick run, which shows no extremes", ""),
    ("turns", "number", "mean response in theory, if all tasks take turns on the CPUs", ""),
    ("queue", "number", "mean response in theory, if each keeps a CPU to its end and the others wait", ""),
    ("elapsed", "number", "time of the whole batch, median of rounds", "ns"),
    ("near", "text", "which theory all of the interval is near to", ""),
    ("rounds", "integer", "rounds behind it", ""),
    ("figures", "text", "what is written beside it", ""),
    ("said", "text", "the same in a sentence", ""),
)
NEAR = {
    "turns": "all take turns",
    "queue": "one after the other",
    "neither": "neither",
    "not told apart": "not told apart",
    "": "",
}
SHAPES = {"turns": "circle", "queue": "square", "neither": "triangle-up"}
READING = (
    "Response: a task's end, since the batch began, over its own length; left is sooner. Thick stroke: in theory, if "
    "all take turns; thin stroke: if each keeps a CPU to its end."
)
LINE, WORST = "Line: 95 % interval.", "Hollow diamond: the task that waited longest."


def responses(several: Several) -> list[Chart]:
    """One chart a question; nothing where no batch told its tasks' lengths."""
    asked = by_question(several, lambda findings: findings.responses)
    return [_chart(run, findings, families, found) for run, findings, families, found in asked]


def _chart(run: MachineRun, findings: Findings, families: Sequence[str], found: Sequence[Response]) -> Chart:
    names = names_for(findings, {one.variant for one in found})
    full = findings.mode != "quick"
    rows = [_row(place, one, names.get(one.variant, one.variant), full) for place, one in enumerate(found)]
    name = in_name(f"responses-{slug(families[0])}", run)
    without = sum(one.mean.low is None for one in found)
    rounds = rounds_text([one.mean.trials for one in found])
    return Chart(
        name=name,
        section="questions",
        title=in_title(f"{findings.questions.get(families[0], 'Who comes back when?')} Mean response", run),
        summary=listed([*(str(row[-1]) for row in rows), rounds, few_rounds_text(without)]),
        data=table_of(name, "a row a variant", COLUMNS, rows),
        spec=_spec(rows),
        families=tuple(families),
        corner=corner_of(findings),
        reading=_reading(without, len(found), full),
    )


def _reading(without: int, many: int, full: bool) -> str:
    pieces = (READING, LINE if without < many else "", WORST if full else "", few_rounds_text(without))
    return " ".join(filter(None, pieces))


def _row(place: int, one: Response, name: str, full: bool) -> tuple[object, ...]:
    figures = "  ".join(filter(None, (_mean(one), NEAR[one.near])))
    worst = one.worst.median if full else None
    what = (place, wrapped(name), one.variant, one.mean.median, one.mean.low, one.mean.high, worst)
    theory = (one.turns, one.queue, one.elapsed.median, one.near or "unknown", one.mean.trials)
    return (*what, *theory, figures, _said(one, name, worst))


def _mean(one: Response) -> str:
    interval = "" if one.mean.low is None or one.mean.high is None else f" [{one.mean.low:.2f}, {one.mean.high:.2f}]"
    return f"{one.mean.median:.2f}{interval}"


def _said(one: Response, name: str, worst: float | None) -> str:
    said = f"{name}: mean response {_mean(one)}"
    said += f", worst {worst:.2f}" if worst is not None else ""
    if one.turns is not None and one.queue is not None:
        said += f"; in theory {one.turns:.2f} taking turns, {one.queue:.2f} one after the other"
        said += f"; like theory's: {NEAR[one.near]}" if NEAR[one.near] else ""
    return f"{said}; the whole batch took {time_text(one.elapsed.median)}"


def _spec(rows: Sequence[tuple[object, ...]]) -> Spec:
    values = [value for row in rows for value in row[3:9] if isinstance(value, float)]
    x = quantity_axis("response in lengths of the tasks; \u2190 back sooner | waits longer \u2192", values)
    marks = [
        tick(x, "turns", "$good", 5),
        tick(x, "queue", "$third", 2),
        hollow(x, "worst", "diamond", "$muted", 50),
        *with_interval(x, ("mean", "low", "high"), color={"value": "$accent"}, shape=one_of("near", SHAPES, "circle")),
    ]
    return in_rows([(str(row[1]), str(row[-2])) for row in rows], marks, (), "mean response, 95 %")
