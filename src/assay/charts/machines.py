"""Machines side by side: each comparison of a question with a row a machine, and each measured claim's rulings."""

from collections.abc import Sequence

from assay.analysis.across import is_answer, measured_at_all
from assay.analysis.asked_together import asked_together
from assay.analysis.model import Findings
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import Across, Several
from assay.charts.axes import Spec, slug, table_of, wrapped
from assay.charts.marks import one_of
from assay.charts.model import Chart
from assay.charts.ratio_rows import RatioRow, called_of, ratio_reading, ratio_spec, ratio_summary, ratio_table
from assay.charts.said import corner_of, listed, names_for
from assay.wording import quantity

CLAIM_COLUMNS = (
    ("claim", "text", "its id", ""),
    ("machine", "text", "where it was ruled on", ""),
    ("ruling", "text", "what was ruled there", ""),
    ("kind", "text", "holds, open, or otherwise", ""),
    ("said", "text", "the same in a sentence", ""),
)
OPEN = ("cannot tell", "unsupported", "not testable here")
CELL_HEIGHT, CELL_WIDTH = 26, 150


def machines(several: Several) -> list[Chart]:
    """One chart a question that several machines answered."""
    if len(several.runs) < 2:
        return []
    findings = in_screen_words(several.runs[0].findings)
    groups = asked_together(findings) or [tuple(dict.fromkeys(one.family for one in several.across))]
    mine = [(group, [one for one in several.across if one.family in group and is_answer(one)]) for group in groups]
    charts = [_chart(several, findings, group, found) for group, found in mine]
    return [chart for chart in charts if chart is not None]


def _chart(several: Several, findings: Findings, families: Sequence[str], found: Sequence[Across]) -> Chart | None:
    names = names_for(findings, {variant for one in found for variant in (one.baseline, one.candidate)})
    called = called_of(found, names)
    rows = [row for one, name in zip(found, called, strict=True) for row in _rows(several, one, names, name)]
    if not rows:
        return None
    name = f"machines-{slug(families[0])}"
    question = findings.questions.get(families[0], "") or findings.question
    nouns = " and ".join(dict.fromkeys(quantity(one.metric).noun for one in found))
    return Chart(
        name=name,
        section="machines",
        title=f"{question} Ratio of {nouns}, machine by machine".strip(),
        summary=listed([*(one.sentence for one in found), ratio_summary(rows)]),
        data=ratio_table(name, rows),
        spec=ratio_spec(rows),
        families=tuple(families),
        corner=corner_over_all(several),
        reading=ratio_reading(rows),
    )


def _rows(several: Several, one: Across, names: dict[str, str], called: str) -> list[RatioRow]:
    baseline, candidate = names.get(one.baseline, one.baseline), names.get(one.candidate, one.candidate)
    pairs = zip(several.runs, one.comparisons, strict=True)
    return [
        RatioRow(seen, wrapped(f"{called}: {run.machine}"), baseline, candidate, run.machine)
        for run, seen in pairs
        if seen is not None and seen.ratio is not None
    ]


def corner_over_all(several: Several) -> str:
    """Every mark that any of the runs has."""
    return "; ".join(dict.fromkeys(filter(None, (corner_of(run.findings) for run in several.runs))))


def claims_by_machine(several: Several) -> list[Chart]:
    """One chart of all claims that were measured, a column a machine; nothing for a single one."""
    ids = {one.id for run in several.runs for one in run.findings.claims if one.basis == "here"}
    measured = [one for one in several.claims if one.id in ids and measured_at_all(one)]
    if len(several.runs) < 2 or not measured:
        return []
    names = [run.machine for run in several.runs]
    rows = [
        (one.id, machine, ruling, _kind(ruling), f"{one.id} on {machine}: {ruling}")
        for one in measured
        for machine, ruling in zip(names, one.rulings, strict=True)
    ]
    return [
        Chart(
            name="claims-by-machine",
            section="machines",
            title="What was ruled on each machine",
            summary=listed(f"{one.id}: {one.sentence}" for one in measured),
            data=table_of("claims-by-machine", "a row a claim and machine", CLAIM_COLUMNS, rows),
            spec=_matrix(names, [one.id for one in measured]),
            corner=corner_over_all(several),
        )
    ]


def _kind(ruling: str) -> str:
    return "holds" if ruling.startswith("holds") else "open" if ruling in OPEN else "otherwise"


def _matrix(names: Sequence[str], ids: Sequence[str]) -> Spec:
    colour = one_of("kind", {"holds": "$good", "open": "$doubt"}, "$bad")
    axis = {"title": None, "orient": "top", "labelAngle": 0, "domain": False, "ticks": False}
    places = {
        "x": {"field": "machine", "type": "nominal", "sort": list(names), "axis": axis},
        "y": {"field": "claim", "type": "nominal", "sort": list(ids), "axis": {"title": None}},
        "description": {"field": "said"},
    }
    cell = {
        "mark": {"type": "rect", "opacity": 0.14, "stroke": "$paper", "strokeWidth": 3},
        "encoding": {"color": colour},
    }
    text = {"mark": {"type": "text", "fontWeight": 600, "aria": False}}
    said = {"encoding": {"text": {"field": "ruling"}, "color": colour}}
    return {
        "width": CELL_WIDTH * len(names),
        "height": CELL_HEIGHT * len(ids),
        "encoding": places,
        "layer": [cell, {**text, **said}],
    }
