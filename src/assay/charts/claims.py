"""Claims on one shared axis: the published ratio, what their own numbers come to or what was measured here, and 1.

Everything is turned so that right is faster: 2 means that with what is claimed the same work takes half the time.
"""

from collections.abc import Sequence

from assay.analysis.model import ClaimedRatio, ClaimRuling, Findings
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import MachineRun, Several
from assay.charts.axes import Spec, both_ways, in_rows, known_interval, ratio_axis, rule_at, table_of, wrapped
from assay.charts.marks import hollow, point, tick
from assay.charts.model import Chart
from assay.charts.said import corner_of, in_name, in_title, listed
from assay.units import plural
from assay.wording import factor_text, ratio_cells

COLUMNS = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("name", "text", "the claim and what it holds against what", ""),
    ("claim", "text", "its id", ""),
    ("published", "number", "how many times as fast, as published", "ratio"),
    ("their_cpus", "integer", "CPUs of the source's machine; empty = not told", ""),
    (
        "recomputed",
        "number",
        "the same from the document's own numbers; empty where that is not what it rests on",
        "ratio",
    ),
    ("measured", "number", "the same measured here; empty where nothing was measured for it", "ratio"),
    ("low", "number", "lower end of the interval of what was measured", "ratio"),
    ("high", "number", "upper end of it", "ratio"),
    ("ruling", "text", "what was ruled", ""),
    ("basis", "text", "what that rests on", ""),
    ("figures", "text", "published, ours and the ruling as written beside it", ""),
    ("said", "text", "the same in a sentence", ""),
)
NAME_LETTERS = 42
READING = (
    "Hollow diamond: as published (upright stroke: as many CPUs as it had). Square: from the document's own numbers. "
    "Dot and line: measured here, with its interval."
)


def claims(several: Several) -> list[Chart]:
    """One chart a run with claims whose published value is a ratio of speeds."""
    found = [(run, in_screen_words(run.findings)) for run in several.runs]
    return [_chart(run, findings, mine) for run, findings in found if (mine := _with_ratio(findings))]


def _with_ratio(findings: Findings) -> list[tuple[ClaimRuling, ClaimedRatio]]:
    """What was measured here first."""
    mine = [(one, one.ratio) for one in findings.claims if one.ratio is not None]
    return sorted(mine, key=lambda pair: pair[0].basis != "here")


def _chart(run: MachineRun, findings: Findings, mine: Sequence[tuple[ClaimRuling, ClaimedRatio]]) -> Chart:
    rows = [_row(place, one, ratio) for place, (one, ratio) in enumerate(mine)]
    name = in_name("claims", run)
    cpus = findings.machine.cpus if any(row[6] is not None for row in rows) else 0
    here = f" Dashed: {plural(cpus, 'CPU')}, as many as there are here." if cpus > 1 else ""
    return Chart(
        name=name,
        section="claims",
        title=in_title("Published ratios and ours on one axis: how many times as fast?", run),
        summary=listed(str(row[-1]) for row in rows),
        data=table_of(name, "a row a claim whose published value is a ratio of speeds", COLUMNS, rows),
        spec=_spec(rows, cpus),
        corner=corner_of(findings),
        reading=READING + here,
    )


def _row(place: int, one: ClaimRuling, ratio: ClaimedRatio) -> tuple[object, ...]:
    here = one.basis == "here"
    recomputed, measured = (None, ratio.value) if here else (ratio.value, None)
    ruling = f"{one.ruling} here" if here and one.ruling in ("holds", "does not hold") else one.ruling
    name = wrapped(f"{one.id}: {ratio.what}", NAME_LETTERS)
    numbers = (ratio.published, ratio.cpus or None, recomputed, measured, ratio.low, ratio.high)
    both = " \u2192 ".join(_times(value) for value in (ratio.published, ratio.value) if value is not None)
    return (place, name, one.id, *numbers, ruling, one.basis, f"{both}  {ruling}", _said(one, ratio, ruling))


def _times(value: float) -> str:
    """With the digits that percentages are published with: 3.82 for 382 %."""
    return f"{value:.2f}" if value < 9.995 else factor_text(value)


def _said(one: ClaimRuling, ratio: ClaimedRatio, ruling: str) -> str:
    said = f"{one.id}, {ratio.what}: published {_times(ratio.published)} times as fast"
    if ratio.value is not None:
        value = " ".join(filter(None, ratio_cells(ratio.value, ratio.low, ratio.high)))
        said += f", {'measured here' if one.basis == 'here' else 'by its own numbers'} {value}"
    return f"{said}; {ruling}"


def _spec(rows: Sequence[tuple[object, ...]], cpus: int) -> Spec:
    values = [value for row in rows for value in (row[3], *row[5:9]) if isinstance(value, float)]
    values += [float(value) for row in rows for value in (row[4], cpus) if isinstance(value, int) and value]
    x = ratio_axis(both_ways("takes longer", "times as fast"), values)
    line = {"type": "rule", "strokeWidth": 2, "color": "$accent"}
    ends = {"x": {**x, "field": "low"}, "x2": {"field": "high"}, "description": {"field": "said"}}
    marks: list[Spec] = [
        _link(x, "recomputed"),
        _link(x, "measured"),
        tick(x, "their_cpus", "$muted"),
        {"transform": [known_interval()], "mark": line, "encoding": ends},
        point(x, "measured", color={"value": "$accent"}),
        point(x, "recomputed", 60, color={"value": "$third"}, shape={"value": "square"}),
        hollow(x, "published", "diamond", "$second", 110),
    ]
    ideal = [rule_at(cpus, "$accent", (5, 4))] if cpus > 1 else []
    return in_rows(
        [(str(row[1]), str(row[-2])) for row in rows], marks, [rule_at(1), *ideal], "published \u2192 ours, ruling"
    )


def _link(x: Spec, to: str) -> Spec:
    """A faint line from the published point to ours."""
    mark = {"type": "rule", "color": "$muted", "strokeDash": [2, 3], "aria": False}
    ends = {"x": {**x, "field": "published"}, "x2": {"field": to}}
    return {"transform": [{"filter": f"isValid(datum.{to})"}], "mark": mark, "encoding": ends}
