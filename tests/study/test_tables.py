"""Published tables: look-ups, and tables that are not tables."""

import pytest

from assay.study.tables import TableError, parse_table


def test_quoted_cells_and_remarks_stay_text():
    table = parse_table("t", 'key,value,remark\na,1,"one, or so"\n')
    assert table.cell("a", "value") == 1.0
    assert table.rows[0][2] == "one, or so"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a header row"),
        ("a,b\n1,2\n3\n", "line 3: expected 2 cells, found 1"),
        ("a,b\nx,1\nx,2\n", 'two rows are called "x"'),
        ("a,b\nx,1\n\n", "line 3: expected 2 cells, found 0"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(text, words):
    with pytest.raises(TableError, match=words):
        parse_table("t", text)


def test_all_lines_that_do_not_fit_are_named():
    with pytest.raises(TableError) as caught:
        parse_table("t", "a,b\n1\nx,1\nx,2\n2\n")
    assert len(str(caught.value).splitlines()) == 3


def test_what_is_no_table_at_all_is_refused():
    with pytest.raises(TableError, match=r'^table "t": expected lines of comma-separated cells, found: '):
        parse_table("t", "a,b\n" + "x" * 200_000 + ",1\n")
