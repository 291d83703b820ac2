"""One page of several machines: one sentence over all, per machine the rest."""

import pytest
from msgspec import structs

from assay.analysis.several import Several
from assay.analysis.together import put_together
from assay.page import render
from tests.page.made_pages import several_of
from tests.page.read_page import Element, read


@pytest.fixture(scope="module")
def both() -> Several:
    """The same study on another machine, which has another processor."""
    (one,) = several_of("ruled").runs
    other = structs.replace(one.header, machine={**one.header.machine, "cpu_model": "Another Processor"})
    return put_together([(header, (header, *one.records[1:]), one.findings) for header in (one.header, other)])


@pytest.fixture(scope="module")
def page(both: Several) -> Element:
    return read(render(both))


def test_it_begins_with_the_sentence_over_all(both: Several, page: Element) -> None:
    first = next(one for one in page.all("section") if one.get("id") == "first")
    assert both.sentence
    assert both.sentence in first.text
    for text in both.caveats:
        assert text in first.text


def test_each_comparison_and_each_claim_is_told_over_all_machines(both: Several, page: Element) -> None:
    told = next(one for one in page.all("section") if one.get("id") == "machines").text
    assert both.across
    for one in (*both.across, *both.claims):
        assert one.sentence in told


def test_without_claims_it_begins_with_each_comparison() -> None:
    (one,) = several_of("several").runs
    other = structs.replace(one.header, machine={**one.header.machine, "kernel": "Linux 9"})
    both = put_together([(header, (header, *one.records[1:]), one.findings) for header in (one.header, other)])
    first = next(one for one in read(render(both)).all("section") if one.get("id") == "first")
    assert both.across
    assert all(across.sentence in first.text for across in both.across)


def test_each_machine_has_its_own_part_and_no_place_is_named_twice(both: Several, page: Element) -> None:
    headings = [one.text for one in page.all("h3")]
    assert {run.machine for run in both.runs} <= set(headings)
    assert len({run.machine for run in both.runs}) == 2
    assert "Another Processor" in page.text
    ids = [one.get("id") for one in page.all() if one.get("id")]
    assert len(ids) == len(set(ids))
    inside = {one.get("href")[1:] for one in page.all("a") if one.get("href").startswith("#")}
    assert inside <= set(ids)


def test_one_machine_alone_has_no_such_part() -> None:
    alone = read(render(several_of("ruled")))
    assert "machines" not in {one.get("id") for one in alone.all("section")}
