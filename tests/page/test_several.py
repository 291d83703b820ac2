"""One page of several machines: one sentence over all, per machine the rest."""

import pytest
from msgspec import structs

from assay.analysis.across import is_answer
from assay.analysis.several import Several
from assay.analysis.together import put_together
from assay.export.markdown import bands
from assay.page import render
from assay.page.rendering import page_of
from tests.page.made_pages import several_of
from tests.page.read_page import Element, read
from tests.workbook.opened import Opened


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
    assert all((across.sentence in first.text) == is_answer(across) for across in both.across)


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


def test_what_holds_of_one_run_alone_is_not_said_of_all(both: Several) -> None:
    """The second run is a day older, was not finished, and has fewer rounds than the first."""
    (one,) = several_of("ruled").runs
    early = structs.replace(one.findings, rounds=7, finished=False)
    facts = {**one.header.machine, "cpus_allowed": "4"}
    other = structs.replace(one.header, created="2026-01-01T03:04:05Z", machine=facts)
    runs = [(one.header, one.records, one.findings), (other, (other, *one.records[1:]), early)]
    said = page_of(put_together(runs))
    assert said.above.endswith("7 to 20 rounds, 2 runs, 2026-01-01 to 2026-01-02")
    assert said.bands[0].startswith("NOT FINISHED: machine B ended before")
    assert not any(text.startswith("measured here:") for text in said.heading)
    assert bands(put_together(runs)) == ["not finished: machine B"]
    assert "not finished: machine B ended early" in Opened(put_together(runs)).text("summary")
    alone = page_of(several_of("ruled"))
    assert alone.above.endswith("20 rounds, 2026-01-02")
    assert not any(text.startswith("measured here:") for text in alone.heading)
    assert alone.bands == ()
