"""Every trial is a dot: none is lost, and what failed, lies far out or is left out is drawn as such."""

import re
from statistics import median
from xml.etree import ElementTree

import pytest

from assay.charts.distributions import distributions
from assay.charts.draw import svg
from assay.charts.theme import PAGE
from assay.charts.trials import MOST_DESCRIBED, trials
from tests.charts.made_charts import several_of
from tests.charts.made_trials import changed, commands, failed, load, many, scaled, several
from tests.tables.made_several import ladder


def column(chart, name):
    return chart.data.column(name).plain


def written(chart, **how):
    root = ElementTree.fromstring(svg(chart, **how))
    texts = root.iter("{http://www.w3.org/2000/svg}text")
    return " ".join("".join(one.itertext()) for one in texts)


def drawn(chart, capfd):
    """The picture, drawn without a complaint."""
    text = svg(chart, PAGE)
    assert "WARN" not in "".join(capfd.readouterr())
    return text


def test_every_trial_is_a_dot_that_says_what_it_is(capfd):
    (chart,) = trials(commands())
    text = drawn(chart, capfd)
    assert chart.data.rows == 40
    assert set(column(chart, "how")) == {"used"}
    dots = [label for label in re.findall('aria-label="([^"]*)"', text) if label.startswith("round ")]
    assert sorted(dots) == sorted(column(chart, "said"))
    first = dots[0]
    assert re.fullmatch(r"round \d+, (old|new): [\d.]+ ms, steal 0 %, foreign CPU 0.2 %", first)
    assert "40 trials of 2 variants in 20 rounds; none failed" in chart.summary
    assert "steal at most 0 % and foreign CPU at most 0.2 %" in chart.summary
    assert "the kernel's tick makes each uncertain by about 2.9 %" in chart.summary
    assert (chart.section, chart.families, chart.corner) == ("trials", ("commands",), "")


def test_dots_stand_in_the_order_in_which_they_ran():
    (chart,) = trials(commands(3))
    assert column(chart, "x") == [0.75, 1.25, 1.75, 2.25, 2.75, 3.25]
    assert column(chart, "round") == [1, 1, 2, 2, 3, 3]


def test_one_trial_has_no_order():
    made = commands(1)
    assert len(trials(made)) == 1
    assert trials(several(made.runs[0].records[:2])) == []


def test_a_trial_that_failed_is_a_cross_with_its_outcome(capfd):
    (chart,) = trials(changed(commands(), {("new", 7): failed(), ("new", 9): failed("timed out", "after 60 s")}))
    text = drawn(chart, capfd)
    assert column(chart, "how").count("failed") == 2
    assert "round 7, new: crashed ended by signal 11, steal 0 %" in text
    assert "2 trials failed: 1 crashed, 1 timed out" in chart.summary
    assert "2 trials failed: 1 crashed, 1 timed out" in written(chart)
    assert "A cross: failed." in chart.reading
    assert "failed" not in trials(commands())[0].reading


def test_a_variant_that_always_failed_keeps_its_row(capfd):
    change = {("new", number): failed() for number in range(1, 21)}
    (chart,) = trials(changed(commands(), change))
    drawn(chart, capfd)
    assert "new:  20 trials failed: 20 crashed" in written(chart)


def test_where_everything_failed_the_crosses_are_still_drawn(capfd):
    change = {(name, number): failed() for name in ("old", "new") for number in range(1, 21)}
    (chart,) = trials(changed(commands(), change))
    assert drawn(chart, capfd).count("crashed ended by signal 11") == 40
    assert "40 trials failed: 40 crashed" in chart.summary
    assert "From the first third" not in chart.summary


def test_an_unknown_load_is_said_and_not_drawn(capfd):
    (chart,) = trials(commands(load=None))
    drawn(chart, capfd)
    assert "steal unknown and foreign CPU unknown" in chart.summary
    assert written(chart).count("this machine does not say") == 2
    assert "load unknown" in column(chart, "said")[0]


def test_a_load_of_which_only_half_is_reported_says_so(capfd):
    (chart,) = trials(commands(load=load(steal=-1)))
    drawn(chart, capfd)
    assert "steal unknown and foreign CPU at most 0.2 %" in chart.summary
    assert written(chart).count("this machine does not say") == 1


def test_a_load_that_some_trials_lack_is_counted(capfd):
    (chart,) = trials(changed(commands(), {("old", 3): {"load": None}, ("new", 4): {"load": None}}))
    drawn(chart, capfd)
    assert written(chart).count("unknown of 2 trials") == 2


def test_rounds_that_were_not_quiet_are_shaded_where_they_are_left_out(capfd):
    loud = {("old", 5): {"load": load(foreign=0.2)}}
    (chart,) = trials(changed(commands(kind="scaling"), loud))
    text = drawn(chart, capfd)
    assert {
        number for number, how in zip(column(chart, "round"), column(chart, "how"), strict=True) if how == "left out"
    } == {5}
    assert "1 round left out of the figures" in chart.summary
    assert "Hollow, in a shaded round" in chart.reading
    assert "left out from 1 % on (dashed)" in chart.reading
    assert 'stroke-dasharray="5,3"' in text


def test_where_too_few_rounds_were_quiet_none_is_left_out_and_the_text_says_so(capfd):
    loud = {("old", number): {"load": load(foreign=0.2)} for number in range(1, 12)}
    (chart,) = trials(changed(commands(kind="scaling"), loud))
    drawn(chart, capfd)
    assert set(column(chart, "how")) == {"used"}
    assert "11 of 20 rounds not quiet" in chart.summary
    assert "figures use all" in chart.summary
    assert "Shaded rounds: the machine was not quiet." in chart.reading
    assert "not quiet from 1 % on (dashed)" in chart.reading


def test_a_comparison_leaves_no_round_out(capfd):
    (chart,) = trials(changed(commands(), {("old", 5): {"load": load(foreign=0.2)}}))
    drawn(chart, capfd)
    assert set(column(chart, "how")) == {"used"}
    assert "left out" not in chart.summary + chart.reading + written(chart)


def test_what_lies_far_out_stands_at_the_edge_and_does_not_flatten_the_rest():
    walls = {"old": [100.0 + n % 3 for n in range(20)], "new": [90.0 + n % 3 for n in range(19)] + [900.0]}
    (chart,) = trials(commands(walls=walls))
    assert column(chart, "how").count("far out") == 1
    shown = dict(zip(column(chart, "value"), column(chart, "shown"), strict=True))
    assert shown[900.0e6] < 110
    assert column(chart, "value").count(900.0e6) == 1
    assert "1 beyond the axis" in written(chart)
    assert "hollow triangle" in chart.reading


def test_rows_near_each_other_share_an_axis_and_others_do_not():
    (near,), (far,) = trials(commands()), trials(commands(walls={"old": [100.0, 101] * 10, "new": [10.0, 11] * 10}))
    assert "Each row has its own axis." not in near.reading
    assert "Each row has its own axis." in far.reading


def test_differences_below_the_margin_look_small():
    (chart,) = trials(commands(walls={"old": [100.0, 100.001] * 10, "new": [100.0, 100.002] * 10}))
    low, high = chart.spec["vconcat"][0]["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    assert low < 98.1
    assert high > 101.9


def test_a_drift_is_put_into_numbers():
    walls = {"old": [100.0 + n for n in range(21)], "new": [90.0] * 21}
    (chart,) = trials(commands(21, walls=walls))
    change = median(range(114, 121)) / median(range(100, 107)) - 1
    assert f"{change * 100:.0f} % more, old" in chart.summary
    (steady,) = trials(commands(21, walls={"old": [100.0] * 21, "new": [90.0] * 21}))
    assert "no median moved" in steady.summary
    assert "From the first third" not in trials(commands(6))[0].summary


def test_quick_and_simulated_are_said_on_the_picture():
    assert trials(commands(12, "quick"))[0].corner == "quick: 12 rounds"
    assert "simulated" in trials(commands(simulated=True))[0].corner


def test_charts_of_two_machines_have_names_of_their_own():
    records = commands().runs[0].records
    charts = trials(several(records, records))
    assert [chart.name for chart in charts] == ["trials-commands-machine-a", "trials-commands-machine-b"]
    assert charts[1].title.startswith("machine B: ")
    assert charts[0].data.rows == 40


def test_values_are_those_of_the_family_s_metric(capfd):
    (chart,) = trials(scaled())
    drawn(chart, capfd)
    assert "time per unit of work" in chart.title
    serial = [
        value for name, value in zip(column(chart, "variant"), column(chart, "value"), strict=True) if "serial" in name
    ]
    assert median(serial) == pytest.approx(80e6 / 1000, rel=0.01)  # 80 ms for 1000 units


def test_ten_thousand_trials_are_ten_thousand_dots_and_a_small_picture(capfd):
    (chart,) = trials(many())
    text = drawn(chart, capfd)
    assert chart.data.rows == 10_000 > MOST_DESCRIBED
    paths = re.findall(r'<path[^>]*\bd="([^"]*Z)"[^>]*stroke-linecap="round"', text)
    paths += re.findall(r'<path[^>]*stroke-linecap="round"[^>]*\bd="([^"]*Z)"', text)
    assert sum(path.count("M") for path in paths) == 10_000
    assert len(text.encode()) < 2_500_000
    assert set(column(chart, "said")) == {""}
    assert "red dot" in chart.reading


def test_steps_are_called_by_their_places_as_on_every_screen():
    charts = trials(ladder())
    named = {name for chart in charts for name in column(chart, "name")}
    assert any("step 1 of 3" in name for name in named)
    assert not any("step 0" in name for name in named)


def test_times_of_different_languages_that_nobody_compared_are_not_put_side_by_side():
    """Of workers on kernel threads in C, Go and Python each row stands beside its own median, without a time."""
    several_runs = several_of("waiting")
    (chart,) = [one for one in trials(several_runs) if one.families == ("threads",)]
    (batch,) = [one for one in trials(several_runs) if one.families == ("batch",)]
    words = [chart.title, *(row["title"]["text"][0] for row in chart.spec["vconcat"][:3])]
    assert not any(re.search(r"\d (ns|us|ms|s)\b", text) for text in words)
    assert all("times its median" in text for text in words[1:])
    assert all("times its median" in said for said in chart.data.column("said").values)
    assert "different languages" in chart.reading
    assert re.search(r"\d ms", batch.spec["vconcat"][0]["title"]["text"][0])
    assert not [one for one in distributions(several_runs) if one.families == ("threads",)]
