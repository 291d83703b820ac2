"""Published tables and figures redrawn as text, theirs and ours side by side.

Ours are times per unit of work, scaled to as many units as the published programs did, and marked so. What is shown is
computed from the record; what was not measured stays empty.
"""

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct

from assay.analysis.model import Findings, Metric, VariantSummary
from assay.report.layout import Line, table
from assay.study.model import Published, PublishedRow
from assay.study.tables import Table, parse_table
from assay.units import plural

BAR = "#"
BAR_WIDTH = 44
EMPTY = "-"


class Side(Struct, frozen=True):
    """One program of one language, there and here."""

    runs: tuple[float, ...]  # theirs, seconds
    here: Metric | None  # seconds, scaled
    units: int  # that one call of the work here did


class Row(Struct, frozen=True):
    """One language."""

    name: str
    serial: Side
    concurrent: Side
    printed: float  # their ratio as printed


SideOf = Callable[[Row], Side]
"""Which of the two programs a table or figure is of."""


def published_lines(findings: Findings) -> list[Line]:
    """Three tables and two figures; nothing where the study names none, or measured nothing for them."""
    published = findings.published
    if published is None or not findings.rounds or not _there(findings, published):
        return []
    rows = [_row(findings, published, row) for row in published.rows]
    source = findings.claims[0].source if findings.claims else "published"
    counts = f"{published.units:,}"
    return [
        Line(),
        Line(f"{source}, and the same measured here", style="bold"),
        *_ratios(rows, published),
        *_times(f"alone (their Table 2), seconds for {counts}", rows, lambda row: row.serial),
        *_times(f"{published.ways} (their Table 3), seconds for {counts}", rows, lambda row: row.concurrent),
        *_figure("Figure 1: alone, seconds", rows, lambda row: row.serial),
        *_figure(f"Figure 2: {published.ways}, seconds", rows, lambda row: row.concurrent),
        *_how(findings, published, rows),
    ]


def _there(findings: Findings, published: Published) -> bool:
    """Whether the record holds the tables: it does where the study rules on the claims of their source."""
    places = (published.serial, published.concurrent, published.ratios)
    return all(_file_of(place) in findings.tables for place in places)


def _file_of(place: str) -> str:
    study, _, name = place.partition("/")
    return f"{study}/published/{name}.csv"


def _row(findings: Findings, published: Published, row: PublishedRow) -> Row:
    files = findings.tables
    return Row(
        name=row.name,
        serial=_side(findings, published, row.serial, _runs(files, published.serial, row.name)),
        concurrent=_side(findings, published, row.concurrent, _runs(files, published.concurrent, row.name)),
        printed=_table(files, published.ratios).cell(row.name, published.ratio_column) / 100,
    )


def _runs(files: Mapping[str, str], place: str, name: str) -> tuple[float, ...]:
    return _table(files, place).row(name, "run_")


def _table(files: Mapping[str, str], place: str) -> Table:
    return parse_table(place.rpartition("/")[2], files[_file_of(place)])


def _side(findings: Findings, published: Published, pattern: str, runs: tuple[float, ...]) -> Side:
    found = next((one for one in findings.variants if fnmatchcase(one.variant, pattern)), None)
    metric = found.metrics.get("unit_ns") if found else None
    if found is None or metric is None:
        return Side(runs, None, 0)
    return Side(runs, _scaled(metric, published.units / 1e9), _units(findings, found))


def _scaled(metric: Metric, factor: float) -> Metric:
    """Nanoseconds a unit as seconds for all the units of the published programs."""
    low, high = (None if end is None else end * factor for end in (metric.low, metric.high))
    return Metric(metric.median * factor, low, high, metric.trials)


def _units(findings: Findings, found: VariantSummary) -> int:
    return next((one.units for one in findings.concurrency if one.variant == found.variant), 0)


def _ratios(rows: Sequence[Row], published: Published) -> list[Line]:
    """Table 1: what is told of each language, as printed, as their runs give it, and here."""
    heading = ("", "alone", published.ways, "printed", "by their runs", "here: alone", "with workers", "alone / with")
    cells = [heading]
    for row in rows:
        ratio = _mean(row.serial.runs) / _mean(row.concurrent.runs)
        here = _here_ratio(row)
        cells.append(
            (
                row.name,
                _seconds(_mean(row.serial.runs)),
                _seconds(_mean(row.concurrent.runs)),
                f"{row.printed:.2f}x",
                f"{ratio:.2f}x",
                _median(row.serial),
                _median(row.concurrent),
                EMPTY if here is None else f"{here:.2f}x",
            )
        )
    title = "their Table 1: time alone over time with workers, each program with its own loop as published"
    return [Line(title, indent=2), *table(cells, indent=4), Line()]


def _times(title: str, rows: Sequence[Row], side: SideOf) -> list[Line]:
    most = max(len(side(row).runs) for row in rows)
    cells = [("", *(f"run {number}" for number in range(1, most + 1)), "mean", "here, median", "from", "to")]
    for row in rows:
        chosen = side(row)
        runs = [_seconds(run) for run in chosen.runs] + [EMPTY] * (most - len(chosen.runs))
        here = chosen.here
        ends = [EMPTY if end is None else _seconds(end) for end in (here.low, here.high)] if here else [EMPTY, EMPTY]
        cells.append((row.name, *runs, _seconds(_mean(chosen.runs)), _median(chosen), *ends))
    return [Line(title, indent=2), *table(cells, indent=4), Line()]


def _figure(title: str, rows: Sequence[Row], side: SideOf) -> list[Line]:
    """Bars, theirs above ours, all of one figure to one scale."""
    values = [(row.name, _mean(side(row).runs), side(row).here) for row in rows]
    longest = max([theirs for _, theirs, _ in values] + [here.median for _, _, here in values if here])
    room = max(len(name) for name, _, _ in values)
    lines = [Line(title, indent=2)]
    for name, theirs, here in values:
        lines.append(_bar(f"{name:<{room}} there", theirs, longest))
        lines.append(_bar(f"{'':<{room}} here ", here.median if here else None, longest))
    return [*lines, Line()]


def _bar(label: str, value: float | None, longest: float) -> Line:
    if value is None:
        return Line(f"{label} not measured", indent=4, table=True)
    length = max(1, round(value / longest * BAR_WIDTH))
    return Line(f"{label} {BAR * length} {_seconds(value)}", indent=4, table=True)


def _how(findings: Findings, published: Published, rows: Sequence[Row]) -> list[Line]:
    """What ours are, and from how many units they were scaled."""
    scaled = [
        f"{row.name} {row.serial.units:,} and {row.concurrent.units:,}"
        for row in rows
        if row.serial.units or row.concurrent.units
    ]
    said = f"here: medians over processes, scaled to {published.units:,}"
    lines = [Line(f"{said} from so many alone and with workers: {'; '.join(scaled)}" if scaled else said, indent=2)]
    workers = sorted({split.workers for split in findings.splits if split.workers > 1})
    if workers:
        many = plural(workers[-1], "worker")
        lines.append(Line(f"with workers: {many} here; another machine, so compare ratios", indent=2))
    if findings.mode == "quick":
        lines.append(Line("quick: fewer rounds", indent=2))
    return lines


def _here_ratio(row: Row) -> float | None:
    serial, concurrent = row.serial.here, row.concurrent.here
    return serial.median / concurrent.median if serial and concurrent else None


def _median(side: Side) -> str:
    return EMPTY if side.here is None else _seconds(side.here.median)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _seconds(value: float) -> str:
    """Three decimals where that tells something."""
    return f"{value:,.3f}" if value < 100 else f"{value:,.1f}"
