"""What holds of every page, whatever run it is of: it can be read without eyes, without a mouse, without a network."""

import re
from itertools import pairwise

import pytest

from tests.page.made_pages import FEW, page_of
from tests.page.read_page import Element, read

LOADING = {"src", "srcset", "data", "poster", "action", "formaction", "ping", "background"}
FOCUSABLE = ("a", "button", "summary")


@pytest.fixture(params=FEW)
def case(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(case: str) -> Element:
    return read(page_of(case))


def test_it_has_one_title_one_language_and_its_landmarks(page: Element) -> None:
    assert page.one("html").get("lang") == "en"
    assert page.one("title").text == page.one("h1").text
    assert len(list(page.all("main"))) == len(list(page.all("nav"))) == 1
    assert list(page.all("header"))
    assert list(page.all("footer"))


def test_headings_go_down_one_level_at_a_time(page: Element) -> None:
    levels = [int(one.name[1]) for one in page.all("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels)), levels


def test_every_name_of_a_place_is_given_once_and_every_link_leads_somewhere(page: Element) -> None:
    ids = [one.get("id") for one in page.all() if one.get("id")]
    assert len(ids) == len(set(ids))
    inside = [one.get("href")[1:] for one in page.all("a") if one.get("href").startswith("#")]
    assert len(inside) > 5
    assert set(inside) <= set(ids)
    named = [word for one in page.all() for word in one.get("aria-labelledby").split()]
    assert set(named) <= set(ids)


def test_every_drawing_has_its_words_and_its_data(page: Element) -> None:
    figures = list(page.all("figure"))
    drawings = list(page.all("svg"))
    assert len(figures) == len(drawings) > 0
    for figure, drawing in zip(figures, drawings, strict=True):
        assert drawing.get("role") == "img"
        assert len(drawing.get("aria-label")) > 20
        assert figure.one("figcaption").text
        assert figure.one("table")


def test_every_table_has_a_caption_and_says_what_its_rows_and_columns_are(page: Element) -> None:
    tables = list(page.all("table"))
    assert tables
    for table in tables:
        assert table.one("caption").text
        assert {one.get("scope") for one in table.one("thead").all("th")} == {"col"}
        rows = list(table.one("tbody").all("tr"))
        assert all([one.get("scope") for one in row.all("th")] == ["row"] for row in rows)
        assert len({len(list(row.all("th", "td"))) for row in table.all("tr")}) == 1


def test_nothing_is_asked_of_anybody(page: Element, case: str) -> None:
    assert not [one for one in page.all() if LOADING & one.attributes.keys()]
    assert not list(page.all("link", "iframe", "object", "embed", "img"))
    addresses = {one.get("href") for one in page.all() if one.get("href")}
    assert not [address for address in addresses if re.match(r"[a-z]+:|//", address)]
    style = "".join(one.text for one in page.all("style"))
    assert "@import" not in style
    assert not re.findall(r"url\((?!#)", style)
    policy = next(one.get("content") for one in page.all("meta") if one.get("http-equiv"))
    assert "default-src 'none'" in policy
    assert "script-src 'sha256-" in policy


def test_its_only_program_is_its_own(page: Element) -> None:
    assert len(list(page.all("script"))) == 1
    assert not [name for one in page.all() for name in one.attributes if name.startswith("on")]


def test_what_scrolls_by_itself_can_be_reached_and_is_called_by_name(page: Element) -> None:
    regions = [one for one in page.all("div") if {"wide", "drawing"} & set(one.get("class").split())]
    assert regions
    assert all(one.get("tabindex") == "0" and one.get("aria-label") for one in regions)


def test_the_first_thing_reached_by_key_leads_past_the_contents(page: Element) -> None:
    first = next(page.one("body").all(*FOCUSABLE))
    assert first.get("class") == "skip"
    assert first.get("href") == "#first"


def test_a_colour_never_stands_without_its_word(page: Element) -> None:
    toned = [one for one in page.all() if {"good", "bad", "doubt", "calm"} & set(one.get("class").split())]
    assert all(one.text for one in toned)


def test_a_page_is_small(case: str) -> None:
    assert len(page_of(case)) < 2_500_000
