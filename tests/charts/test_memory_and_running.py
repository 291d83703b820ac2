"""Peak memory, and how workers ran: when there is a chart, when there is none, and what each says."""

import pytest

from assay.charts.draw import svg
from assay.charts.memory import memory
from assay.charts.running import running
from assay.charts.theme import PAGE
from tests.analysis.made_records import MIB
from tests.analysis.made_scaling import SIZES
from tests.charts.made_trials import commands, scaled, with_memory


def rows(chart, *names):
    return list(zip(*(chart.data.column(name).plain for name in names), strict=True))


def test_memory_is_a_dot_a_trial_with_its_median(capfd):
    (chart,) = memory(with_memory())
    text = svg(chart, PAGE)
    assert "WARN" not in "".join(capfd.readouterr())
    expected = [(name, (size + n) * MIB) for n in (1, 2, 3) for name, size in (("old", 8), ("new", 20))]
    assert rows(chart, "variant", "value") == expected
    assert "old 10.00 MiB (9.000 to 11.00 MiB in 3 trials)" in chart.summary
    assert "as its control group counted it" in chart.summary
    assert "as its control group counted it" in chart.reading
    assert text.count("memory trial") == 6
    assert "MiB" in chart.title


def test_quick_shows_no_peak():
    assert memory(with_memory("quick")) == []


def test_without_memory_trials_there_is_no_chart():
    assert memory(commands()) == []
    assert memory(with_memory(outcome="crashed", memory=None)) == []


def test_how_workers_ran_is_held_against_what_could_be(capfd):
    (chart,) = running(scaled(overlap=0.9, cpus=1.5))
    text = svg(chart, PAGE)
    assert "WARN" not in "".join(capfd.readouterr())
    found = {
        (name, measure): (value, shown)
        for name, measure, value, shown in rows(chart, "variant", "measure", "value", "shown")
    }
    assert found["java/count/thread/workers=2", "overlap"] == (0.9, 0.9)
    assert found["java/count/thread/workers=2", "CPU time"] == pytest.approx((1.5, 0.75))
    assert "2 threads: overlap 0.90" in text
    assert "concurrent (overlap 0.90, CPU time / wall time 1.50, of 2 CPUs)" in chart.summary
    assert "parallel needs 1.6" in chart.summary
    assert not any("serial" in name for name, _ in found)


def test_unequal_tasks_are_told_by_how_many_were_under_way():
    (chart,) = running(scaled(sizes=SIZES, alive=1.8))
    measures = {measure for (measure,) in rows(chart, "measure")}
    assert measures == {"under way", "CPU time"}
    assert "1.8 tasks under way on average" in chart.summary
    shown = dict(rows(chart, "measure", "shown"))
    assert shown["under way"] == pytest.approx(0.9)


def test_more_than_could_be_stands_at_the_edge_and_is_said():
    (chart,) = running(scaled(sizes=SIZES, alive=9.0))
    assert ("under way", 9.0, 1.1) in rows(chart, "measure", "value", "shown")
    assert "At the right edge: 1.1 or more." in chart.reading
    assert "At the right edge" not in running(scaled())[0].reading


def test_commands_have_no_workers_to_tell_of():
    assert running(commands()) == []


def test_quick_is_said_on_these_too():
    assert running(scaled("quick"))[0].corner.startswith("quick")
