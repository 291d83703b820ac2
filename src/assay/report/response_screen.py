"""How long the tasks of a batch took to come back: a line a variant, and what theory says of this very batch."""

from collections.abc import Mapping, Sequence

from assay.analysis.model import Findings, Metric, Response
from assay.report.commands_screen import verdict_lines
from assay.report.comparison_table import comparison_lines
from assay.report.layout import Line, fitting_table, shortened
from assay.units import plural

NEAR = {
    "turns": "all take turns",
    "queue": "one after the other",
    "neither": "neither",
    "not told apart": "not told apart",
    "": "",
}
HEADING = ("", "mean response", "95 %", "worst", "like theory's")
UNKNOWN = "its tasks told no lengths, or the CPU time is not known: so it cannot be said who waited for whom"
MOST_SENTENCES = 3
Names = Mapping[str, str]


def response_lines(findings: Findings, families: Sequence[str], names: Names, width: int) -> list[Line]:
    """The table of these families, what theory says of the batch, and whether it took as long under each."""
    found = [one for one in findings.responses if one.family in families]
    elapsed = _elapsed(findings, families, names, width)
    if not found:
        return [*elapsed, Line(UNKNOWN, indent=2)] if elapsed else []

    def rows_with(longest: int) -> list[tuple[str, ...]]:
        return _rows(found, {name: shortened(text, longest) for name, text in names.items()})

    lines = fitting_table(rows_with, width)
    said = (*_theory(found), "response: a task's end, since the batch began, over its own length", *_doubts(found))
    return [*lines, *(Line(text, indent=2) for text in said), *elapsed]


def _elapsed(findings: Findings, families: Sequence[str], names: Names, width: int) -> list[Line]:
    """How long the whole batch took, against the first variant."""
    compared = [one for one in findings.comparisons if one.family in families and one.role == "elapsed"]
    if len(compared) > MOST_SENTENCES:
        return [Line("the whole batch:", indent=2), *comparison_lines(compared, names, width)]
    return [line for one in compared for line in verdict_lines(one, names)]


def _rows(found: Sequence[Response], names: Names) -> list[tuple[str, ...]]:
    rows = [HEADING, *(_row(one, names) for one in found)]
    kept = [place for place in range(len(HEADING)) if any(row[place] for row in rows[1:])]
    return [tuple(row[place] for place in kept) for row in rows]


def _row(one: Response, names: Names) -> tuple[str, ...]:
    mean, interval = _cells(one.mean)
    return (names.get(one.variant, one.variant), mean, interval, _cells(one.worst)[0], NEAR[one.near])


def _cells(metric: Metric) -> tuple[str, str]:
    interval = "" if metric.low is None or metric.high is None else f"[{metric.low:.2f}, {metric.high:.2f}]"
    return f"{metric.median:.2f}", interval


def _theory(found: Sequence[Response]) -> list[str]:
    """What this batch would come to at either end."""
    known = dict.fromkeys((one.turns, one.queue) for one in found if one.turns is not None and one.queue is not None)
    return [
        f"in theory: mean response {turns:.2f} if all tasks take turns on the CPUs, "
        f"{queue:.2f} one after the other (each keeps a CPU to its end)"
        for turns, queue in known
    ]


def _doubts(found: Sequence[Response]) -> list[str]:
    few = [one for one in found if one.mean.low is None]
    said = [f"{plural(len(few), 'mean')} without an interval: under 6 rounds"] if few else []
    return [f"caveat: {text}" for text in (*said, *dict.fromkeys(caveat for one in found for caveat in one.caveats))]
