"""Published tables beside our own: scaled and marked so, and empty where nothing was measured."""

from msgspec import structs

from assay.analysis.model import Concurrency, Findings, Metric, VariantSummary
from assay.report.layout import to_text
from assay.report.published import published_lines
from assay.study.model import Published, PublishedRow
from tests.report.made_findings import faster

TABLES = {
    "toy/published/serial.csv": "language,run_1_s,run_2_s,average_s\nC,2.0,4.0,3.0\nPython,80,90,85\n",
    "toy/published/threads.csv": "language,run_1_s,run_2_s,average_s\nC,4.0,4.0,4.0\nPython,40,45,42.5\n",
    "toy/published/ratios.csv": "language,percent\nC,75\nPython,200\n",
}
PUBLISHED = Published(
    serial="toy/serial",
    concurrent="toy/threads",
    ratios="toy/ratios",
    ratio_column="percent",
    units=1_000_000_000,
    ways="4-way",
    rows=(
        PublishedRow("C", "c/count/serial*", "c/count/thread*/workers=*"),
        PublishedRow("Python", "python/count/serial*", "python/count/process*"),
    ),
)


def summary(name: str, unit_ns: float) -> VariantSummary:
    return VariantSummary(name, name, "ok", 20, 0, {"unit_ns": Metric(unit_ns, 0.9 * unit_ns, 1.1 * unit_ns, 20)})


def made(**other: object) -> Findings:
    ran = [
        Concurrency(name, None, None, "serial", 1, units)
        for name, units in (("c/count/serial/O0", 80_000_000), ("c/count/thread/O0/workers=2", 30_000_000))
    ]
    values = {
        "published": PUBLISHED,
        "tables": TABLES,
        "variants": (summary("c/count/serial/O0", 2.5), summary("c/count/thread/O0/workers=2", 1.25)),
        "concurrency": tuple(ran),
    } | other
    return structs.replace(faster(), **values)


def shown(findings: Findings) -> str:
    return to_text(published_lines(findings), 120, color=False)


def test_theirs_and_ours_stand_side_by_side():
    text = shown(made())
    (line,) = [line for line in text.splitlines() if "0.75x" in line]
    assert line.split() == ["C", "3.000", "4.000", "0.75x", "0.75x", "2.500", "1.250", "2.00x"]


def test_ours_are_marked_as_scaled_with_the_units_they_come_from():
    text = shown(made())
    assert "medians over processes, scaled to 1,000,000,000 from so many alone and with workers" in text
    assert "C 80,000,000 and 30,000,000" in text


def test_every_run_of_theirs_is_shown_with_the_interval_of_ours():
    lines = [line.split() for line in shown(made()).splitlines()]
    assert ["C", "2.000", "4.000", "3.000", "2.500", "2.250", "2.750"] in lines


def test_what_was_not_measured_stays_empty():
    text = shown(made())
    (line,) = [line for line in text.splitlines() if "2.00x" in line and "Python" in line]
    assert line.split()[-3:] == ["-", "-", "-"]
    assert "not measured" in text


def test_bars_of_one_figure_are_to_one_scale():
    lines = shown(made()).splitlines()
    bars = {line.split()[0]: line.count("#") for line in lines if "there #" in line}
    lengths = [line.count("#") for line in lines if "#" in line]
    assert max(lengths) == 44
    assert bars["Python"] == 44


def test_it_fits_the_screen_and_quick_says_quick():
    text = shown(made(mode="quick"))
    assert max(map(len, text.splitlines())) <= 120
    assert "quick: fewer rounds" in text


def test_a_study_without_published_tables_shows_none():
    assert published_lines(made(published=None)) == []
    assert published_lines(made(rounds=0)) == []
