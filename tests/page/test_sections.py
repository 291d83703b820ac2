"""The table of sections, and what each is made of."""

from pathlib import Path

from assay.page import parts
from assay.page.from_lines import FIGURE, blocks_of, named_apart
from assay.page.model import Grid, Items, Said, Sentence
from assay.page.sections import READ_ON, SECTIONS
from assay.report.layout import Line, table


def test_every_part_is_in_the_table() -> None:
    (folder,) = map(Path, parts.__path__)
    files = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    assert {make.__module__.rpartition(".")[2] for make in SECTIONS} == files
    assert len(SECTIONS) == len(files)


def test_where_the_first_screen_leads_there_is_a_section() -> None:
    names = {make.__module__.rpartition(".")[2] for make in SECTIONS}
    assert {name for name, _ in READ_ON} <= names


def test_rows_of_a_table_become_one_table_and_sentences_keep_their_word() -> None:
    rows = table([("", "time"), ("a", "1.5 ms"), ("b", "2 ms")])
    verdict = Line("a takes less time", more=("(95 %)",), label="FASTER", style="bold")
    found = blocks_of([verdict, *rows, Line("a remark", indent=2), *rows], "times")
    kinds = [type(block) for block in found]
    assert kinds == [Sentence, Grid, Items, Grid]
    assert found[0] == Sentence("a takes less time", "FASTER", "(95 %)")
    assert found[1] == Grid("times", ("", "time"), (("a", "1.5 ms"), ("b", "2 ms")), (False, True), spoken_only=True)


def test_two_tables_that_follow_each_other_stay_two() -> None:
    rows = table([("", "time"), ("a", "1.5 ms")])
    assert [type(block) for block in blocks_of([*rows, *rows])] == [Grid, Grid]


def test_a_column_without_a_word_is_left_away() -> None:
    (found,) = blocks_of(table([("", "word", "time"), ("a", "", "1 ms")]))
    assert isinstance(found, Grid)
    assert "word" in found.heading  # its heading says something
    (found,) = blocks_of(table([("", "", "time"), ("a", "", "1 ms")]))
    assert isinstance(found, Grid)
    assert found.heading == ("", "time")


def test_a_heading_of_its_own_stays_a_paragraph() -> None:
    assert blocks_of([Line("question", style="bold")]) == (Said("question"),)


def test_figures_stand_to_the_right_and_words_do_not() -> None:
    for cell in ("1.972x", "[1.969, 1.974]", "99.6 % [99.4, 99.7]", "0.425 ns a count", "-", "", "under 0.1 %"):
        assert FIGURE.fullmatch(cell), cell
    for cell in ("parallel", "1:1", "CANNOT TELL", "2 threads"):
        assert not FIGURE.fullmatch(cell), cell


def test_remarks_that_say_what_they_are_about_are_set_below_that_name() -> None:
    lines = [
        Line("old takes long", label="SLOWER"),
        Line("goes with: user CPU"),
        Line("output: same", more=("exit 0",)),
    ]
    plain, named = named_apart(lines)
    assert plain == lines[:1]
    assert named == (("goes with", ("user CPU",)), ("output", ("same", "exit 0")))
