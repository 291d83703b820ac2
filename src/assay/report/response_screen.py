"""How long the tasks of a batch took to come back: a line a variant, and what theory says of this very batch."""

from collections.abc import Mapping, Sequence

from assay.analysis.model import Concurrency, Findings, Metric, Response
from assay.report.comparison_table import effort_text
from assay.report.layout import Line, table
from assay.units import plural
from assay.wording import ratio_cells

NEAR = {
    "turns": "like taking turns",
    "queue": "like one after the other",
    "neither": "like neither",
    "not told apart": "",
    "": "",
}
HEADING = ("", "mean response", "95 %", "worst", "elapsed", "interval", "under way", "running", "in theory")


def response_lines(findings: Findings, families: Sequence[str], names: Mapping[str, str]) -> list[Line]:
    """The table of these families, and what its columns are measured against."""
    found = [one for one in findings.responses if one.family in families]
    if not found:
        return []
    ran = {one.variant: one for one in findings.concurrency}
    rows = [HEADING, *(_row(one, ran.get(one.variant), names) for one in found)]
    kept = [place for place in range(len(HEADING)) if any(row[place] for row in rows[1:])]
    lines = table([tuple(row[place] for place in kept) for row in rows])
    lines += [Line(text, indent=2) for text in (*_theory(found), _columns(findings, found)) if text]
    return lines + [Line(f"caveat: {text}", indent=2) for text in _doubts(found)]


def _row(one: Response, ran: Concurrency | None, names: Mapping[str, str]) -> tuple[str, ...]:
    elapsed, interval = "1", ""
    if one.elapsed_ratio is not None:
        elapsed, interval = ratio_cells(one.elapsed_ratio.value, one.elapsed_ratio.low, one.elapsed_ratio.high)
    alive = "" if ran is None or ran.alive is None else f"{ran.alive:.1f}"
    running = "" if ran is None or ran.cpu_per_wall is None else f"{ran.cpu_per_wall:.2f}"
    mean, mean_interval = _cells(one.mean)
    worst = _cells(one.worst)[0]
    name = names.get(one.variant, one.variant)
    return (name, mean, mean_interval, worst, elapsed, interval, alive, running, NEAR[one.near])


def _cells(metric: Metric) -> tuple[str, str]:
    interval = "" if metric.low is None or metric.high is None else f"[{metric.low:.2f}, {metric.high:.2f}]"
    return f"{metric.median:.2f}", interval


def _theory(found: Sequence[Response]) -> list[str]:
    """What this batch would come to at either end."""
    known = dict.fromkeys((one.turns, one.queue) for one in found if one.turns is not None and one.queue is not None)
    return [
        f"in theory: mean response {turns:.2f} if all tasks take turns on the CPUs, "
        f"{queue:.2f} if each keeps a CPU to its end and the others wait"
        for turns, queue in known
    ]


def _columns(findings: Findings, found: Sequence[Response]) -> str:
    compared = [one.elapsed_ratio for one in found if one.elapsed_ratio is not None]
    said = "response: a task's end, since the batch began, over its own length"
    if not compared:
        return said
    effort = effort_text([one.level for one in compared], [one.rounds for one in compared], findings.mode)
    return f"{said}; elapsed: of the whole batch, against the first line, {effort}"


def _doubts(found: Sequence[Response]) -> list[str]:
    few = [one for one in found if one.mean.low is None]
    said = [f"{plural(len(few), 'mean')} without an interval: under 6 rounds"] if few else []
    return [*said, *dict.fromkeys(caveat for one in found for caveat in one.caveats)]
