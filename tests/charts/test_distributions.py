"""Shapes of distributions: what is drawn of how many values, and when mean and tail speak up."""

import random

import numpy as np
import pytest
from msgspec import structs

from assay.charts.distributions import distributions
from assay.charts.draw import svg
from assay.charts.shape import shape_of
from assay.charts.theme import PAGE
from assay.charts.trial_values import Singles
from assay.stats.quantile import harrell_davis, tail_over_processes
from tests.charts.made_trials import NAMES, bursty, changed, commands, failed, load, scaled


def parts(chart, variant):
    """part -> its rows as (from, to, count, share)."""
    found = {}
    names = ("from", "to", "count", "share")
    columns = [chart.data.column(name).plain for name in ("variant", "part", *names)]
    for whose, part, *values in zip(*columns, strict=True):
        if whose == variant:
            found.setdefault(part, []).append(dict(zip(names, values, strict=True)))
    return found


def in_bundles(size, mode="full", rounds=12):
    coin = random.Random(size)
    walls = {
        name: [[ms * coin.lognormvariate(0, 0.05) for _ in range(size)] for _ in range(rounds)]
        for name, ms in zip(NAMES, (100, 90), strict=True)
    }
    return commands(rounds, mode, walls=walls), walls


def test_histogram_steps_and_quantiles_are_those_of_the_values(capfd):
    made, walls = in_bundles(10)
    (chart,) = distributions(made)
    svg(chart, PAGE)
    assert "WARN" not in "".join(capfd.readouterr())
    values = np.array([round(ms * 1e6) for ms in np.ravel(walls["old"])])
    found = parts(chart, "old")
    assert sum(one["count"] for one in found["bin"]) == values.size == 120
    assert [one["from"] for one in found["step"]] == sorted(values)
    assert found["step"][-1]["share"] == 1
    assert found["median"][0]["from"] == np.median(values)
    assert found["mean"][0]["from"] == pytest.approx(values.mean())
    assert found["p95"][0]["from"] == pytest.approx(harrell_davis(values, 0.95))
    assert "p99" not in found
    assert "(120 executions)" in chart.summary
    assert "single executions" in chart.title
    assert "not independent" in chart.reading
    assert chart.section == "distributions"


def test_p99_is_shown_from_five_hundred_values_on_and_never_in_quick_mode():
    assert "p99" not in distributions(in_bundles(41)[0])[0].summary
    assert "p99" in distributions(in_bundles(42)[0])[0].summary
    quick = distributions(in_bundles(42, "quick")[0])[0]
    assert "p99" not in quick.summary + quick.reading + str(quick.spec)
    assert "p95" in quick.summary
    assert quick.corner == "quick: 12 rounds"


def test_p95_needs_twenty_values():
    assert "p95" not in distributions(commands(19))[0].summary
    assert "p95" in distributions(commands(20))[0].summary


def test_trials_are_shown_where_each_has_one_value():
    (chart,) = distributions(commands())
    assert "(20 trials)" in chart.summary
    assert "not independent" not in chart.reading


def test_single_calls_of_the_work_leave_the_cold_one_out():
    (chart,) = distributions(scaled())
    found = parts(chart, "java/count/serial")
    assert found["median"][0]["count"] == 40  # two warm calls in each of 20 processes; the cold one takes twice as long
    assert max(one["from"] for one in found["step"]) < 1.1 * 80e6 / 1000
    assert "(40 calls)" in chart.summary


def test_too_few_values_have_no_shape():
    assert distributions(commands(9)) == []
    assert len(distributions(commands(10))) == 1


def test_a_variant_that_always_failed_is_not_drawn_and_the_other_is():
    change = {("new", number): failed() for number in range(1, 21)}
    (chart,) = distributions(changed(commands(), change))
    assert set(chart.data.column("variant").plain) == {"old"}
    everything = change | {("old", number): failed() for number in range(1, 21)}
    assert distributions(changed(commands(), everything)) == []


def test_what_lies_beyond_the_bins_is_counted_on_the_picture():
    made, _ = in_bundles(50)
    walls = list(made.runs[0].records[-1].runs.wall_ns)
    runs = structs.replace(made.runs[0].records[-1].runs, wall_ns=(*walls[:-1], 4_000_000_000))
    last = made.runs[0].records[-1]
    (chart,) = distributions(changed(made, {(last.variant, last.round): {"runs": runs}}))
    headings = [" ".join(row["hconcat"][0]["title"]["text"]) for row in chart.spec["vconcat"]]
    assert sum("1 above the bins, up to 4.000 s" in heading for heading in headings) == 1
    assert sum(one["count"] for one in parts(chart, last.variant)["bin"]) == 599


def test_many_steps_are_thinned_and_the_text_says_by_how_much():
    (chart,) = distributions(in_bundles(100)[0])
    assert len(parts(chart, "old")["step"]) <= 400
    assert "no step is moved by more than 0.5 % of the values" in chart.summary
    assert "thinned" not in distributions(in_bundles(10)[0])[0].summary


def test_mean_and_typical_run_that_disagree_are_said_to():
    (chart,) = distributions(bursty(60, bursts=0.1))
    assert "Typical run and mean" in chart.summary
    assert "deciding nothing" in chart.summary
    assert "contradict" not in chart.summary


def test_mean_and_typical_run_that_agree_are_said_to():
    (chart,) = distributions(bursty(60, bursts=0.0))
    assert "disagree" not in chart.summary
    assert "In 1 comparison neither mean nor tail contradicts the typical ratio" in chart.summary
    (few,) = distributions(bursty(20, bursts=0.0))
    assert "the mean does not contradict the typical ratio" in few.summary
    assert "too few rounds for an interval" in few.summary


def test_without_an_interval_nothing_is_compared():
    made = commands(12)
    change = {("new", number): failed() for number in range(1, 13) if number > 5}
    (chart,) = distributions(changed(made, change))
    assert "deciding nothing" not in chart.summary
    assert "contradict" not in chart.summary


def test_a_tail_is_read_in_each_process_where_each_has_values_for_it():
    coin = np.random.default_rng(1)
    processes = tuple(coin.lognormal(level, 0.1, 30) for level in (0, 0.1, 0.2, 0.1, 0, 0.3))
    together = Singles(np.concatenate(processes), "iteration", processes)
    found = shape_of(together, quick=False)
    assert found.by_process == {"p95"}
    assert found.tails["p95"] == tail_over_processes(processes, 0.95).estimate
    few = structs.replace(together, processes=processes[:5])
    assert shape_of(few, quick=False).tails["p95"] == harrell_davis(together.values, 0.95)
    assert shape_of(few, quick=False).by_process == set()


@pytest.mark.parametrize(("kind", "said"), [("scaling", True), ("comparison", False)])
def test_that_all_rounds_are_in_a_distribution_is_said_where_figures_leave_some_out(kind, said):
    (chart,) = distributions(changed(commands(kind=kind), {("old", 5): {"load": load(foreign=0.2)}}))
    assert [one["count"] for one in parts(chart, "old")["median"]] == [20]
    assert ("are in here too" in chart.reading) == said
