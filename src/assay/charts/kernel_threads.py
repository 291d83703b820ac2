"""On how many kernel threads workers lay, as counted while all of them were there."""

from collections.abc import Sequence

from assay.analysis.model import Findings, ThreadMapping
from assay.analysis.several import MachineRun, Several
from assay.charts.asked import by_question
from assay.charts.axes import Spec, in_rows, slug, table_of, wrapped
from assay.charts.marks import hollow, point, quantity_axis, tick
from assay.charts.model import Chart
from assay.charts.said import corner_of, in_name, in_title, listed, names_for
from assay.units import plural

COLUMNS = (
    ("place", "integer", "its row in the picture, from 0", ""),
    ("name", "text", "the variant", ""),
    ("variant", "text", "its name in the record", ""),
    ("workers", "integer", "how many were in flight at once", ""),
    ("fewest", "integer", "fewest distinct kernel threads that did the work, over all trials", ""),
    ("most", "integer", "most of them", ""),
    ("whole", "integer", "kernel threads of the whole process, the runtime's own among them; empty = not known", ""),
    ("mapping", "text", "1:1, N:1, N:M, a process each, or not told apart", ""),
    ("figures", "text", "what is written beside it", ""),
    ("said", "text", "the same in a sentence", ""),
)


def kernel_threads(several: Several) -> list[Chart]:
    """One chart a question for which kernel threads were counted."""
    asked = by_question(several, lambda findings: findings.threads)
    return [_chart(run, findings, families, found) for run, findings, families, found in asked]


def _chart(run: MachineRun, findings: Findings, families: Sequence[str], found: Sequence[ThreadMapping]) -> Chart:
    names = names_for(findings, {one.variant for one in found})
    rows = [_row(place, one, names.get(one.variant, one.variant)) for place, one in enumerate(found)]
    name = in_name(f"kernel-threads-{slug(families[0])}", run)
    return Chart(
        name=name,
        section="questions",
        title=in_title(findings.questions.get(families[0], families[0]), run),
        summary=listed(str(row[-1]) for row in rows),
        data=table_of(name, "a row a variant", COLUMNS, rows),
        spec=_spec(rows),
        families=tuple(families),
        corner=corner_of(findings),
        reading=(
            "Dot: distinct kernel threads that did the work (a line where trials differ). Stroke: the workers. Hollow "
            "circle: all kernel threads of the process, the runtime's own among them."
        ),
    )


def _row(place: int, one: ThreadMapping, name: str) -> tuple[object, ...]:
    on = f"{one.most}" if one.fewest == one.most else f"{one.fewest} to {one.most}"
    whole = "" if one.process_threads is None else f", {one.process_threads} in the whole process"
    why = f" ({one.why})" if one.why else ""
    threads = "kernel thread" if on == "1" else "kernel threads"
    said = f"{name}: {plural(one.workers, 'worker')} on {on} {threads}{whole}: {one.word}{why}"
    what = (place, wrapped(name), one.variant, one.workers, one.fewest, one.most, one.process_threads, one.word)
    return (*what, f"{on}  {one.word}", said)


def _spec(rows: Sequence[tuple[object, ...]]) -> Spec:
    values = [float(value) for row in rows for value in row[3:7] if isinstance(value, int) and value > 0]
    x = quantity_axis("kernel threads", values)
    span = {"mark": {"type": "rule", "color": "$accent", "strokeWidth": 3, "aria": False}}
    ends = {"encoding": {"x": {**x, "field": "fewest"}, "x2": {"field": "most"}}}
    marks = [
        tick(x, "workers", "$muted"),
        hollow(x, "whole", "circle", "$second", 60),
        {**span, **ends},
        point(x, "most", color={"value": "$accent"}),
    ]
    return in_rows([(str(row[1]), str(row[-2])) for row in rows], marks, (), "counted, mapping")
