"""Rulings as text: what held first, in three columns, nothing wider than the screen."""

from collections import Counter
from pathlib import Path

import pytest

from assay.analysis.model import ClaimRuling
from assay.analysis.rulings import rule_all
from assay.report.claims import COUNTED, EXPLAINED, MEANINGS, counts, lines, render, ruling_words
from assay.study.claim_model import RULINGS
from assay.study.claims import claim_files

STUDIES = Path(__file__).parents[2] / "studies"
SOURCES = ("count", "workers", "keyclass", "batch", "primitives")
HOUSE = rule_all({n: t for study in SOURCES for n, t in claim_files(STUDIES / study).items()}, None)


def claim(name, ruling="holds", basis="their numbers", **other):
    values = {
        "source": "Somebody 2020",
        "title": "A study",
        "place": "Table 1",
        "claim": f"What {name} says.",
        "published": "12.5 %",
        "measured": "12.5 %",
        "why": "It follows.",
    }
    return ClaimRuling(id=name, ruling=ruling, basis=basis, **(values | other))


MADE = [claim("toy-1", "artefact"), claim("toy-2"), claim("toy-3", "artefact"), claim("toy-4", "cannot tell")]


def test_every_ruling_there_is_can_be_counted_and_ordered():
    assert tuple(COUNTED) == RULINGS
    assert set(MEANINGS) <= set(EXPLAINED) == set(RULINGS)


def test_the_counts_name_one_and_many():
    assert counts(MADE) == "4 claims: 1 holds | 2 artefacts | 1 cannot tell"
    assert counts([claim("toy-1"), claim("toy-2")]) == "2 claims: 2 hold"


def test_what_held_comes_first_whatever_the_order_of_the_file():
    heads = [line for line in lines(MADE) if "(basis:" in line]
    assert [head.split("  ")[0] for head in heads] == ["HOLDS", "ARTEFACT", "ARTEFACT", "CANNOT TELL"]


def test_published_here_and_why_stand_side_by_side():
    text = lines([claim("toy-1", published="3.82 times", measured="3.48 times", why="A digit mistyped.")])
    (head,) = [line for line in text if "PUBLISHED" in line]
    (row,) = [line for line in text if "3.82 times" in line]
    for word, cell in (("PUBLISHED", "3.82 times"), ("HERE", "3.48 times"), ("WHY", "A digit mistyped.")):
        assert head.index(word) == row.index(cell)


@pytest.mark.parametrize(
    ("ruling", "basis", "words"),
    [
        ("holds", "here", "holds here"),
        ("does not hold", "here", "does not hold here"),
        ("artefact", "here", "artefact"),
        ("cannot tell", "here", "cannot tell"),
        ("holds", "their numbers", "holds"),
        ("does not hold", "their method", "does not hold"),
    ],
)
def test_here_is_said_where_the_basis_is_this_machine(ruling, basis, words):
    assert ruling_words(claim("toy-1", ruling, basis)) == words


def test_the_short_form_shows_the_telling_ones_counts_all_and_says_how_many_more():
    text = "\n".join(lines([*MADE, claim("toy-5", "artefact", telling=2), claim("toy-6", telling=3)], short=True))
    assert "6 claims: 2 hold | 3 artefacts | 1 cannot tell" in text
    assert text.index("toy-6") < text.index("toy-5")
    assert "toy-1" not in text
    assert "4 more of this source: assay report last --claims" in text
    assert "4 more" not in "\n".join(lines(MADE))


def test_the_full_form_says_how_it_was_decided_and_the_short_one_does_not():
    one = claim(
        "toy-1",
        telling=1,
        measure="the ratio",
        if_true="2",
        if_artefact="1",
        evidence=("section 1",),
        caveats=("a doubt",),
    )
    full, short = "\n".join(lines([one])), "\n".join(lines([one], short=True))
    for words in ("decided by: the ratio", "if true: 2", "if an artefact: 1", "evidence: section 1"):
        assert words in full
        assert words not in short
    assert "caveat: a doubt" in full
    assert "caveat: a doubt" in short


def test_words_of_rulings_are_explained_once_and_only_where_they_are_said():
    text = "\n".join(lines(MADE))
    assert text.count("artefact: the published numbers") == 1
    assert "confound:" not in text


def test_the_short_form_explains_every_ruling_that_it_counts_though_it_shows_few():
    text = "\n".join(lines([claim("toy-1", telling=1), claim("toy-2", "confound", "their method")], short=True))
    assert "toy-2" not in text
    assert text.count("\nholds: what the claim says follows") == 1
    assert text.count("\nconfound: something else differs") == 1
    assert "artefact:" not in text
    assert "basis, their method" not in text


HOUSE_WORDS = ("row average", "undone", "idle row ", "MiB", "formulas above", "four-way")


@pytest.mark.parametrize("word", HOUSE_WORDS)
def test_what_is_said_of_a_claim_needs_no_word_of_the_house(word):
    """Words that only somebody who knows the tables and our names for them understands."""
    assert [one.id for one in HOUSE if word in " ".join((one.claim, one.measured, one.why, one.measure))] == []


@pytest.mark.parametrize(("name", "what"), [("PR-U2-W", "PageRank variant"), ("AUTH-W", "HITS variant")])
def test_the_names_of_the_two_rankings_are_explained_wherever_a_claim_says_them(name, what):
    saying = [one for one in HOUSE if name in one.claim + one.measured + one.why]
    assert len(saying) > 5
    assert [one.id for one in saying if what not in one.claim + one.measured + one.why] == []


def test_each_source_has_its_own_heading_and_counts():
    text = lines([claim("a-1"), claim("b-1", source="Nobody 2021")])
    assert [line for line in text if line.startswith(("Somebody", "Nobody"))] == [
        "Somebody 2020: A study",
        "Nobody 2021: A study",
    ]
    assert text.count("1 claim: 1 holds") == 2


def test_a_number_and_its_unit_stay_on_one_line():
    text = lines([claim("toy-1", why="x " * 15 + "and then it is 84.25 % of 7,816 MiB in 3 s " * 3)], width=80)
    for number, unit in (("84.25", "%"), ("7,816", "MiB"), ("3", "s")):
        assert not any(line.rstrip().endswith(f" {number}") for line in text), (number, unit)


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("short", [False, True])
def test_no_line_is_wider_than_the_screen(width, short):
    assert max(len(line) for line in lines(HOUSE, width, short)) <= width


@pytest.mark.parametrize("short", [False, True])
def test_no_word_is_cut_to_fit_a_column(short):
    words = Counter(" ".join(lines(HOUSE, 120, short)).split())
    for width in (80, 100):
        found = Counter(" ".join(lines(HOUSE, width, short)).split())
        cut = {word for word in found - words if not set(word) <= set("-")}
        too_long = [word for word in words if len(word) > 18]  # for the narrowest column: these end at a hyphen
        assert {word for word in cut if not any(word in longer for longer in too_long)} == set()


@pytest.mark.parametrize("width", [80, 100, 120])
def test_a_count_and_its_ruling_stay_on_one_line(width):
    text = lines(HOUSE, width, short=True)
    places = [place for place, line in enumerate(text) if " claims: " in line]
    for line in (line for place in places for line in text[place : place + 2]):
        assert not line.rstrip(" |").endswith(tuple("0123456789")), line


def test_sources_are_set_apart_by_a_blank_line_and_underlined():
    text = lines([claim("a-1"), claim("b-1", source="Nobody 2021")])
    place = text.index("Nobody 2021: A study")
    assert text[place - 1] == ""
    assert text[place + 1] == "-" * len(text[place])


def test_what_a_ruling_rests_on_is_explained_once_for_each_basis_that_is_shown():
    text = "\n".join(lines([claim("a-1"), claim("b-1"), claim("c-1", "cannot tell", "here")]))
    assert text.count("basis, their numbers: recomputed") == 1
    assert text.count("basis, here: measured") == 1
    assert "basis, their method" not in text


@pytest.mark.parametrize("short", [False, True])
def test_the_console_lines_are_the_plain_ones(short):
    assert [text.plain for text in render(HOUSE, 100, short)] == lines(HOUSE, 100, short)


def test_square_brackets_of_an_interval_are_not_taken_for_markup():
    (found,) = [text.plain for text in render([claim("toy-1", measured="[1.96, 2.00]")]) if "1.96" in text.plain]
    assert "[1.96, 2.00]" in found


def test_every_claim_of_the_house_is_in_the_full_form():
    text = "\n".join(lines(HOUSE))
    assert [one.id for one in HOUSE if f"  {one.id}  " not in text] == []


def test_a_percentage_is_never_faster():
    """Only a source's own quoted words may say it."""
    for one in HOUSE:
        assert "% faster" not in one.measured
        assert "% faster" not in one.why
