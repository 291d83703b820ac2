"""Every kind of chart shows what it has to show, says it truly in words, and is silent where it has nothing to say."""

import re

import pytest
import vl_convert
from msgspec import structs

from assay.analysis.model import Comparison
from assay.charts.budget import budget
from assay.charts.catalogue import CHARTS, charts_of
from assay.charts.claims import claims
from assay.charts.draw import specification, svg
from assay.charts.kernel_threads import kernel_threads
from assay.charts.ladder import ladder
from assay.charts.machines import claims_by_machine, machines
from assay.charts.marks import quantity_axis
from assay.charts.model import Chart
from assay.charts.observations import observations
from assay.charts.ratios import ratios
from assay.charts.responses import responses
from assay.charts.scaling import scaling
from assay.charts.splits import splits
from assay.charts.theme import LIGHT
from assay.wording import cells_of, ratio_cells, split_text
from tests.charts.made_charts import BUDGET, findings_of, made, with_findings

FIRES = [
    (ratios, "faster"),
    (ratios, "several"),
    (ratios, "few_rounds"),
    (ratios, "languages"),
    (scaling, "languages"),
    (scaling, "loud_languages"),
    (ladder, "study"),
    (splits, "ruled"),
    (splits, "loud"),
    (responses, "waiting"),
    (kernel_threads, "waiting"),
    (budget, "budget"),
    (claims, "claims"),
    (machines, "machines"),
    (claims_by_machine, "loops"),
]
SILENT = [
    (ratios, "waiting", "response families compare only how long the batch took"),
    (scaling, "faster", "no workers"),
    (ladder, "faster", "no ladder"),
    (splits, "languages", "no other work"),
    (responses, "languages", "no batch"),
    (observations, "waiting", "kernel threads have their own chart"),
    (observations, "faster", "everything is compared"),
    (kernel_threads, "languages", "nothing was counted"),
    (budget, "languages", "no prices"),
    (claims, "ruled", "no published value is a ratio of speeds"),
    (machines, "faster", "one machine"),
    (claims_by_machine, "ruled", "one machine"),
    (claims_by_machine, "machines", "no claims"),
]
MINE = (ratios, scaling, ladder, splits, responses, observations, kernel_threads, budget, claims, machines)


def named(pair: tuple) -> str:
    return f"{pair[0].__name__}-{pair[1]}"


@pytest.mark.parametrize("pair", FIRES, ids=named)
def test_a_kind_shows_what_it_has_to_show(pair):
    charts = pair[0](made(pair[1]))
    assert charts
    for chart in charts:
        assert chart.data.rows > 0
        assert chart.title
        assert chart.section in ("claims", "questions", "machines")


@pytest.mark.parametrize("case", [one for one in SILENT if one[0] is not ratios], ids=named)
def test_a_kind_is_silent_where_it_has_nothing_to_say(case):
    assert case[0](made(case[1])) == []


def test_what_was_never_compared_has_no_ratios():
    assert ratios(with_findings(made("faster"), comparisons=())) == []
    unmeasured = [
        structs.replace(one, ratio=None, low=None, high=None) for one in findings_of(made("faster")).comparisons
    ]
    assert ratios(with_findings(made("faster"), comparisons=tuple(unmeasured))) == []


def test_an_observation_that_counted_no_threads_shows_its_times():
    several = with_findings(made("waiting"), threads=())
    (chart,) = observations(several)
    assert column(chart, "median") == pytest.approx([1e7 / 1000] * 3, rel=0.02)
    assert "a count" in chart.summary


@pytest.mark.parametrize("pair", FIRES, ids=named)
def test_it_is_drawn_whole_without_a_warning(pair, capfd):
    for chart in pair[0](made(pair[1])):
        text = svg(chart)
        assert not re.search(r"\$[a-z]{3}|NaN|undefined|null", text)
        shown = re.sub(r"<[^>]*>", "\n", text).replace("&amp;", "&").replace("&gt;", ">").replace("&lt;", "<")
        for name in column(chart, "name") if "name" in names_in(chart) else []:
            assert set(name.split("\n")) <= set(shown.split("\n"))
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


@pytest.mark.parametrize("pair", FIRES, ids=named)
def test_a_specification_holds_no_data_of_its_own_but_that_of_its_table(pair):
    for chart in pair[0](made(pair[1])):
        assert not {"data", "title"} & set(chart.spec)
        assert len(specification(chart, LIGHT)["data"]["values"]) == chart.data.rows
        lengths = {len(one.values) for one in chart.data.columns}
        assert len(lengths) == 1
        assert all(one.meaning for one in chart.data.columns)


def test_every_comparison_is_in_the_summary_and_in_the_data_as_it_was_found():
    several = made("several")
    (chart,) = ratios(several)
    found = [one for one in findings_of(several).comparisons if one.ratio is not None]
    assert column(chart, "ratio") == [one.ratio for one in found]
    assert column(chart, "low") == [one.low for one in found]
    for one in found:
        assert " ".join(filter(None, cells_of(one))) in chart.summary


def test_the_summary_follows_the_findings():
    several = made("faster")
    (chart,) = ratios(several)
    one = findings_of(several).comparisons[0]
    other = with_findings(several, comparisons=(structs.replace(one, ratio=0.5, low=0.4, high=0.6),))
    assert "0.500 [0.400, 0.600]" in ratios(other)[0].summary
    assert "0.500 [0.400, 0.600]" not in chart.summary


def test_a_language_s_scaling_is_said_and_drawn_beside_the_ceiling():
    several = made("languages")
    (chart,) = scaling(several)
    found = findings_of(several).scaling
    assert column(chart, "scaling") == [one.scaling.value for one in found]
    assert column(chart, "ceiling") == [one.ceiling.value for one in found]
    assert column(chart, "cpus") == [one.cpus for one in found]
    for one in found:
        said = " times as fast as serially ".join(ratio_cells(one.scaling.value, one.scaling.low, one.scaling.high))
        assert said in chart.summary
    assert "Dashed: 2 CPUs" in chart.reading


def test_a_failed_work_gate_and_what_is_not_parallel_have_shapes_of_their_own():
    several = made("languages")
    failed = "work gate: not the same work within 3 %: one worker takes 1.2 times as long as serial"
    first, *rest = findings_of(several).scaling
    doubted = structs.replace(first, gate_passed=False, caveats=(failed,))
    (chart,) = scaling(with_findings(several, scaling=(doubted, *rest)))
    drawn = column(chart, "drawn")
    assert drawn[0] == "work gate failed"
    assert {"parallel", "not parallel"} <= set(drawn[1:])
    assert "Cross: the work gate failed" in chart.reading
    assert "gate failed" in column(chart, "figures")[0]
    assert "Cross" not in scaling(several)[0].reading


def test_rounds_that_were_too_loud_leave_points_without_intervals_and_a_remark():
    (chart,) = scaling(made("loud_languages"))
    assert set(column(chart, "low")) == {None}
    assert "without an interval" in chart.reading
    assert "without an interval" in chart.summary
    assert svg(chart).count('aria-roledescription="rule mark"') == 0
    (few,) = ratios(made("few_rounds"))
    assert column(few, "low")[0] is None
    assert "without an interval" in few.summary


def test_a_ladder_shows_each_step_serially_and_its_ends_with_workers():
    (chart,) = ladder(made("study"))
    assert chart.data.rows == 2
    assert column(chart, "median") == pytest.approx([60e6, 396e6], rel=0.01)
    assert column(chart, "workers_median") == pytest.approx([30.5e6, 201e6], rel=0.01)
    extra = [one for one in findings_of(made("study")).comparisons if one.role == "extra_work"]
    assert " ".join(cells_of(extra[0])) in chart.summary
    assert "its divisor is loaded" in chart.summary
    assert "Hollow square: with 2 workers." in chart.reading


def test_a_split_is_told_as_its_equation():
    several = made("ruled")
    (chart,) = splits(several)
    one = findings_of(several).splits[1]
    assert split_text(one.speed_up.value, one.scaling.value, one.extra_work.value) in chart.summary
    assert column(chart, "alone") == [1 / one.extra_work.value]
    assert "Speed-up" in chart.title
    (doubted,) = splits(made("study"))
    assert "peed-up" not in doubted.title
    assert "work gate not passed" in doubted.summary


def test_responses_stand_beside_both_theories_and_quick_shows_no_worst():
    several = made("waiting")
    (chart,) = responses(several)
    found = findings_of(several).responses
    assert column(chart, "turns") == [one.turns for one in found]
    assert column(chart, "queue") == [one.queue for one in found]
    assert f"mean response {found[0].mean.median:.2f}" in chart.summary
    assert column(chart, "worst") == [one.worst.median for one in found]
    (quick,) = responses(with_findings(several, mode="quick"))
    assert set(column(quick, "worst")) == {None}
    assert "worst" not in quick.summary
    assert quick.corner.startswith("quick: ")


def test_kernel_threads_are_told_as_counted():
    several = made("waiting")
    (chart,) = kernel_threads(several)
    assert column(chart, "most") == [one.most for one in findings_of(several).threads]
    assert "16 workers on 1 kernel thread," in chart.summary
    assert "N:1" in chart.summary


def test_a_budget_says_price_times_and_share():
    (chart,) = budget(made("budget"))
    assert column(chart, "share") == [line.share for line in BUDGET.lines]
    assert "creation: 39.00 us a time, 6 times, 0.1 % of its CPU time" in chart.summary


def test_claims_share_an_axis_with_what_was_published_measured_and_recomputed():
    (chart,) = claims(made("claims"))
    assert chart.section == "claims"
    assert column(chart, "published") == [0.3, 3.82]
    assert column(chart, "measured") == [0.29, None]
    assert column(chart, "recomputed") == [None, 3.48]
    assert (column(chart, "low")[0], column(chart, "high")[0]) == (0.27, 0.31)
    assert column(chart, "their_cpus") == [4, 4]
    assert "published 0.30 times as fast, measured here 0.290 [0.270, 0.310]; artefact" in chart.summary
    assert "published 3.82 times as fast, by its own numbers 3.480; holds" in chart.summary
    assert "Dashed: 2 CPUs" in chart.reading


def test_a_margin_wider_than_all_that_was_seen_lies_within_the_picture():
    several = made("faster")
    one = structs.replace(findings_of(several).comparisons[0], ratio=1.0, low=0.999, high=1.001, margin=0.2)
    (chart,) = ratios(with_findings(several, comparisons=(one,)))
    low, high = chart.spec["layer"][2]["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert low < 0.8 < 1.2 < high


def test_machines_stand_side_by_side_with_one_sentence_over_all():
    several = made("machines")
    (chart,) = machines(several)
    (across,) = [one for one in several.across if one.metric == "process_wall_ns"]
    assert across.sentence in chart.summary
    wanted = [one.ratio for one in across.comparisons if isinstance(one, Comparison)]
    assert column(chart, "ratio") == wanted
    assert [name.rpartition(": ")[2] for name in column(chart, "name")] == ["machine A", "machine B", "machine C"]


def test_machines_side_by_side_name_what_each_is_held_against_where_that_differs():
    found = [chart for chart in machines(made("loops")) if len(set(column(chart, "baseline"))) > 1]
    assert found
    for chart in found:
        rows = zip(*(column(chart, name) for name in ("name", "candidate", "baseline")), strict=True)
        assert all(" ".join(name.split()).startswith(f"{one} against {other}: ") for name, one, other in rows)


def test_each_measured_claim_has_a_cell_a_machine():
    several = made("loops")
    (chart,) = claims_by_machine(several)
    assert sorted(set(column(chart, "machine"))) == ["machine A", "machine B"]
    assert chart.data.rows == 2 * len(set(column(chart, "claim")))
    assert chart.corner == "quick: 12 rounds"


@pytest.mark.parametrize("case", ["quick", "loud"])
def test_quick_stands_in_the_corner_of_every_chart(case):
    charts = charts_of(made(case))
    assert charts
    assert [chart.name for chart in charts if "quick: 12 rounds" not in chart.corner] == []


def test_simulated_stands_in_the_corner_of_every_chart():
    charts = charts_of(made("simulated"))
    assert charts
    assert [chart.name for chart in charts if "simulated" not in chart.corner] == []


def test_full_and_measured_has_an_empty_corner():
    assert {chart.corner for chart in charts_of(made("faster"))} == {""}


@pytest.mark.parametrize("case", ["languages", "waiting", "study", "machines", "loops"])
def test_names_of_charts_are_unique_and_fit_for_files(case):
    names = [chart.name for chart in charts_of(made(case))]
    assert len(names) == len(set(names))
    assert [name for name in names if not re.fullmatch(r"[a-z0-9-]+", name)] == []


def test_two_families_of_nearly_one_name_have_a_chart_each():
    several = made("faster")
    found = findings_of(several)
    other = structs.replace(found.comparisons[0], family="COMMANDS!")
    asked = {"commands": "First?", "COMMANDS!": "Second?"}
    both = with_findings(several, comparisons=(*found.comparisons, other), questions=asked)
    names = [chart.name for chart in charts_of(both)]
    assert {"ratios-commands", "ratios-commands-2"} <= set(names)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("case", ["languages", "waiting", "study"])
def test_a_chart_belongs_to_families_of_its_run(case):
    families = {family.name for family in made(case).runs[0].header.plan.families}
    for chart in charts_of(made(case)):
        assert set(chart.families) <= families


def test_the_catalogue_lists_every_kind_once():
    assert len(set(CHARTS)) == len(CHARTS)
    assert set(MINE) <= set(CHARTS)


def column(chart: Chart, name: str) -> list:
    return list(next(one.values for one in chart.data.columns if one.name == name))


def names_in(chart: Chart) -> set[str]:
    return {one.name for one in chart.data.columns}


@pytest.mark.parametrize("times", [[29.9, 105.0, 213.5], [0.0004, 0.0011], [12_000.0, 231_000.0]])
def test_an_axis_of_quantities_has_plain_numbers(times):
    x = quantity_axis("time", times)
    spec = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": [{"time": one} for one in times]},
        "mark": "point",
        "encoding": {"x": {"field": "time", "type": "quantitative", **x}},
        "width": 200,
    }
    drawn = vl_convert.vegalite_to_svg(spec)
    assert re.findall(r">[\d.,]+</text>", drawn)
    assert not re.findall(r">[^<>]*\de[+-]?\d[^<>]*</text>", drawn)
