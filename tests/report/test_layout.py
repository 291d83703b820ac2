"""Wrapping, labels and tables."""

from assay.report.layout import Line, fitting_table, shortened, table, to_text


def test_a_label_stands_at_the_right_edge_of_the_first_row() -> None:
    rows = to_text([Line("word " * 30, label="FASTER")], 80, color=False).splitlines()
    assert len(rows[0]) == 80
    assert rows[0].endswith(" FASTER")
    assert "FASTER" not in rows[1]


def test_an_interval_and_a_number_with_its_unit_stay_on_one_row() -> None:
    for padding in range(60, 80):
        rows = to_text([Line("x" * padding + " [1.964, 1.975] and 12 MiB, 3 %")], 80, color=False).splitlines()
        assert any("[1.964, 1.975]" in row for row in rows)
        assert any("12 MiB," in row for row in rows)
        assert any("3 %" in row for row in rows)


def test_pieces_stay_whole_and_move_to_a_row_of_their_own() -> None:
    text = to_text([Line("a" * 50, more=("b" * 20, "c" * 30), indent=2)], 80, color=False)
    assert text.splitlines() == ["  " + "a" * 50 + " | " + "b" * 20, "    " + "c" * 30]


def test_numbers_stand_to_the_right_and_words_to_the_left() -> None:
    rows = table([("", "wall", "how"), ("old", "10.0 ms", "parallel"), ("newer", "9.0 ms", "no")])
    assert [row.text for row in rows] == [
        "           wall   how",
        "old     10.0 ms   parallel",
        "newer    9.0 ms   no",
    ]


def test_a_table_shortens_names_only_where_it_must() -> None:
    def rows(longest: int) -> list[tuple[str, str]]:
        return [("", "wall"), (shortened("n" * 30, longest), "1 ms"), ("x" * 45, "2 ms")]

    assert "n" * 30 in fitting_table(rows, 80)[1].text
    wide = fitting_table(lambda longest: [("", "wall"), (shortened("n" * 90, longest), "1 ms")], 80)
    assert "\N{HORIZONTAL ELLIPSIS}" in wide[1].text


def test_a_shortened_name_keeps_both_ends() -> None:
    assert shortened("python3 solve_fast.py", 12) == "pytho\N{HORIZONTAL ELLIPSIS}ast.py"
    assert len(shortened("python3 solve_fast.py", 12)) == 12
    assert shortened("short", 12) == "short"
