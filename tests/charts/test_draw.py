"""A chart drawn: the same bytes each time, its marks on the picture itself, nothing cut, nothing left to fill in."""

import re
import sys
from xml.etree import ElementTree

import pytest
from msgspec import structs

from assay.charts.axes import in_rows, ratio_axis, round_values, table_of, ticks, wrapped
from assay.charts.catalogue import charts_of
from assay.charts.draw import pdf, png, specification, svg, svgs
from assay.charts.marks import quantity_axis, with_interval
from assay.charts.model import Chart
from assay.charts.ratios import ratios
from assay.charts.theme import DARK, LIGHT, PAGE
from assay.errors import AssayError
from tests.charts.made_charts import made

COLUMNS = tuple((name, "text", "", "") for name in ("place", "name", "figures", "said", "ratio", "low", "high"))


def chart_of(names: list[str], corner: str = "", high: float | None = 1.2, ratio: float = 1.1) -> Chart:
    rows = [
        (place, wrapped(name), f"1.1 of {place}", f"said {name}", ratio, 1.0, high) for place, name in enumerate(names)
    ]
    marks = with_interval(ratio_axis("less | more", [1.0, 1.2]), ("ratio", "low", "high"), color={"value": "$accent"})
    spec = in_rows([(row[1], row[2]) for row in rows], marks, figures="ratio")
    table = table_of("made", "a row a name", COLUMNS, rows)
    return Chart(
        "made", "questions", "What is made?", "A summary.", table, spec, corner=corner, reading="Left is less."
    )


def words(text: str) -> list[str]:
    """What is written in a picture."""
    root = ElementTree.fromstring(text)
    return [part for one in root.iter("{http://www.w3.org/2000/svg}text") for part in one.itertext()]


def test_the_same_chart_gives_the_same_picture():
    chart = ratios(made("several"))[0]
    assert svg(chart) == svg(chart)
    assert png(chart) == png(chart)


def test_pictures_drawn_side_by_side_are_those_drawn_alone():
    charts = charts_of(made("quick"))[:4]
    assert svgs(charts, PAGE) == [svg(chart, PAGE) for chart in charts]


def test_every_format_begins_as_its_readers_expect():
    chart = ratios(made("faster"))[0]
    assert svg(chart).startswith("<svg")
    assert png(chart).startswith(b"\x89PNG")
    assert pdf(chart).startswith(b"%PDF")
    assert len(png(chart, 3)) > len(png(chart, 1))


@pytest.mark.parametrize("theme", [LIGHT, DARK, PAGE], ids=lambda theme: theme.name)
def test_no_name_of_a_colour_is_left_in_a_picture(theme):
    text = svg(chart_of(["one"]), theme)
    assert not re.search(r"\$[a-z]", text)
    assert theme.colours["accent"] in text
    others = {colour for other in (LIGHT, DARK, PAGE) if other is not theme for colour in other.colours.values()}
    assert [colour for colour in others if colour in text] == []


def test_a_command_that_looks_like_a_colour_or_a_program_stays_what_it_is():
    text = svg(chart_of(["echo $ink", "<script>alert(1)</script>", "clip0"]))
    assert {"echo $ink", "<script>alert(1)</script>", "clip0"} <= set(words(text))
    assert "<script" not in text


def test_the_corner_stands_on_the_picture_itself():
    assert "quick: 12 rounds" in words(svg(chart_of(["one"], "quick: 12 rounds"), titled=False))
    assert "quick: 12 rounds" not in words(svg(chart_of(["one"])))
    assert svg(ratios(made("quick"))[0]).count(">quick: 12 rounds<") == 1
    assert "simulated: nothing was measured" in words(svg(ratios(made("simulated"))[0]))


def test_title_and_reading_are_on_the_picture_unless_a_page_says_them():
    chart = chart_of(["one"])
    assert {"What is made?", "Left is less."} <= set(words(svg(chart)))
    assert not {"What is made?", "Left is less."} & set(words(svg(chart, titled=False)))


def test_the_text_alternative_holds_title_and_summary():
    root = ElementTree.fromstring(svg(chart_of(["one"])))
    assert root.get("aria-label") == "What is made?. A summary."
    assert root.get("role") == "img"
    assert 'aria-label="said one"' in svg(chart_of(["one"]))


def test_coordinates_are_short():
    places = re.findall(r'\b(?:d|transform|x|y|x2|y2)="([^"]*)"', svg(ratios(made("several"))[0]))
    assert places
    assert [text for text in places if re.search(r"\.\d{3}", text)] == []


def test_names_within_a_picture_are_its_own():
    spec = {"mark": {"type": "point", "clip": True}, "encoding": {"x": {"field": "ratio", "type": "quantitative"}}}
    chart = structs.replace(chart_of(["one"]), spec=spec)
    text = svg(chart)
    names = re.findall(r'\bid="([^"]*)"', text)
    assert names
    assert all(name.startswith("made-") for name in names)
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= set(names)


def test_long_names_are_written_in_full_and_rows_make_room_for_them():
    long = "a variant of many words that say how it was built, linked, started and stopped"
    names = ["short", long, "x" * 90]
    text = svg(chart_of(names))
    assert "".join(words(text)).replace(" ", "").count(long.replace(" ", "")) == 1
    assert "x" * 90 in "".join(words(text))
    assert height(text) > height(svg(chart_of(["short", "shorter", "x"])))


def test_forty_rows_are_as_legible_as_four():
    few, many = (height(svg(chart_of([f"name {n}" for n in range(count)]))) for count in (4, 40))
    assert many - few == pytest.approx(36 * 24, abs=2)


def test_a_point_without_an_interval_is_drawn_without_one():
    assert svg(chart_of(["one"])).count('aria-label="said one"') == 2
    assert svg(chart_of(["one"], high=None)).count('aria-label="said one"') == 1


def test_what_a_log_axis_has_no_place_for_is_not_drawn():
    text = svg(chart_of(["one"], high=float("inf"), ratio=0.0))
    assert "said one" not in text
    assert "NaN" not in text
    assert "one" in words(text)


def test_rows_of_one_name_stay_apart():
    assert words(svg(chart_of(["same", "same"]))).count("same") == 2


def test_a_wider_font_has_room():
    padding = specification(chart_of(["a name of thirty letters or so"]), LIGHT)["padding"]
    assert padding["left"] > 30
    assert padding["top"] < specification(chart_of(["one"], "quick: 12 rounds"), LIGHT)["padding"]["top"]


def test_where_the_drawing_package_is_missing_it_is_said_with_the_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(AssayError, match=r"charts: expected the Python package .*make setup"):
        svg(chart_of(["one"]))


@pytest.mark.parametrize(
    ("low", "high"), [(0.97, 1.03), (0.9, 1.2), (0.5, 2.0), (0.1, 7.0), (0.01, 400.0), (1e-4, 1e4)]
)
def test_an_axis_of_ratios_has_1_and_a_few_ticks_between_its_ends(low, high):
    found = ticks(low, high)
    assert 1 in found
    assert 3 <= len(found) <= 14
    assert low <= min(found)
    assert max(found) <= high
    assert found == sorted(found)


def test_round_values_are_fewer_the_wider_the_axis():
    assert round_values(1, 10) == [1, 2, 5, 10]
    assert round_values(0.01, 100) == [0.01, 0.1, 1, 10, 100]


def test_amounts_far_apart_get_a_log_axis_and_say_so():
    assert quantity_axis("time", [1, 100])["scale"]["type"] == "log"
    assert quantity_axis("time", [1, 100])["axis"]["title"] == "time (log axis)"
    assert quantity_axis("time", [1, 2, None])["scale"]["domain"][0] == 0


def height(text: str) -> float:
    return float(re.search(r'\bheight="([\d.]+)"', text)[1])
