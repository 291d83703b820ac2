"""Formulas: what they can say, what they cannot, and that nothing of Python comes through."""

import pytest

from assay.study.formula import FUNCTIONS, LONGEST, FormulaError, work_out
from assay.study.tables import parse_table

TABLES = {
    "serial": parse_table("serial", "language,run_1,run_2,average,remark\nC,2,4,3,fast\nJava,30,31,30.5,slow\n"),
    "four": parse_table("four", "language,time\nC,1\nJava,10\n"),
}
NAMES = {"n": 3.0, "three": (1.0, 2.0, 4.0)}


def value(text):
    return work_out(text, TABLES, NAMES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3 - 4 / 8", 6.5),
        ("-2 ** 2", -4.0),
        ("n * 2", 6.0),
        ("[1, n, 3] * 2", (2.0, 6.0, 6.0)),
        ("three + three", (2.0, 4.0, 8.0)),
        ("three - 1", (0.0, 1.0, 3.0)),
        ("three > 1.5", (0.0, 1.0, 1.0)),
        ("n == 3 and n > 1", 1.0),
        ("n > 3 or n < 1", 0.0),
        ("not n > 3", 1.0),
        ('cell("serial", "Java", "run_2")', 31.0),
        ('row("serial", "C", "run_")', (2.0, 4.0)),
        ('column("four", "time")', (1.0, 10.0)),
        ('column("serial", "average") / column("four", "time")', (3.0, 3.05)),
        ("mean([1, 2, 6])", 3.0),
        ("median([1, 2, 6])", 2.0),
        ("sum(three)", 7.0),
        ("geometric_mean([1, 4])", 2.0),
        ("minimum(three)", 1.0),
        ("maximum(three)", 4.0),
        ("count(three)", 3.0),
        ("first(three)", 1.0),
        ("last(three)", 4.0),
        ("all(three > 0)", 1.0),
        ("any(three > 4)", 0.0),
        ("absolute([-1, 2])", (1.0, 2.0)),
        ("logarithm(1)", 0.0),
        ("harmonic(4)", 1 + 1 / 2 + 1 / 3 + 1 / 4),
        ("smaller(three, 2)", (1.0, 2.0, 2.0)),
        ("larger(three, 2)", (2.0, 2.0, 4.0)),
        ("nearest_multiple(7, 5)", 5.0),
        ("worst_miss([9, 12], [10, 10])", 0.2),
        ("steps(three)", (2.0, 2.0)),
        ("where(three, three > 1)", (2.0, 4.0)),
        ("join(three, n)", (1.0, 2.0, 4.0, 3.0)),
    ],
)
def test_a_formula_has_this_value(text, expected):
    assert value(text) == pytest.approx(expected)


def test_every_function_is_tried_above():
    tried = test_a_formula_has_this_value.pytestmark[0].args[1]
    assert [name for name in FUNCTIONS if not any(f"{name}(" in text for text, _ in tried)] == []


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "().__class__",
        "three[0]",
        "(lambda: 1)()",
        "[x for x in three]",
        "n if n else 1",
        "n := 4",
        "mean(three, key=1)",
        "mean(*three)",
        "f'{n}'",
        "'text'",
        "True",
        "1 < n < 4",
        "{1: 2}",
        "n @ n",
        "n // 2",
        "n % 2",
        "n << 2",
        "1j",
        "print(1)",
        "open('x')",
        "eval('1')",
    ],
)
def test_nothing_but_arithmetic_is_part_of_the_language(text):
    with pytest.raises(FormulaError):
        value(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("n + ", "cannot be read"),
        ("m + 1", 'unknown name "m"'),
        ("thre + 1", 'did you mean "three"?'),
        ("meen(three)", 'unknown function "meen"; did you mean "mean"?'),
        ("mean()", "mean does not take 0 values"),
        ("1 / 0", "divides by zero"),
        ("three / [1, 0, 1]", "divides by zero"),
        ("three + [1, 2]", "one length, found 3 and 2"),
        ("where(three, [1])", "one length, found 3 and 1"),
        ("not three", "expected one number, found a series of 3"),
        ("10 ** 1000", "between -64 and 64"),
        ("1e300 * 1e300", "finite"),
        ("(-8) ** 0.5", "cannot be worked out"),
        ("harmonic(2.5)", "whole number"),
        ("harmonic(0)", "at least 1"),
        ("mean([])", "cannot be worked out"),
        ("first([])", "cannot be worked out"),
        ('cell("serail", "C", "run_1")', 'no table "serail"; did you mean "serial"?'),
        ('cell("serial", "Jav", "run_1")', 'no row "Jav"; did you mean "Java"?'),
        ('cell("serial", "C", "run1")', 'no column "run1"; did you mean "run_1"?'),
        ('cell("serial", "C")', "cell does not take 2 names"),
        ('column("serial", "C", "run_1")', "column does not take 3 names"),
        ('row("serial", "C", "lap_")', 'no column that starts with "lap_"'),
        ('column("serial", "remark")', 'row "C", column "remark": expected a number, found "fast"'),
        ("cell(n, n, n)", "all in quotes"),
        ("1" + " + 1" * LONGEST, f"at most {LONGEST} characters"),
        ("-" * 1500 + "1", "cannot be worked out"),
    ],
)
def test_a_formula_that_fails_says_what_was_expected(text, words):
    with pytest.raises(FormulaError) as caught:
        value(text)
    assert words in str(caught.value)


def test_half_a_character_in_a_name_is_told_as_it_was_written():
    with pytest.raises(FormulaError, match=r'no table "\\ud800"') as refusal:
        work_out("cell('\\ud800', 'a', 'b')", {}, {})
    str(refusal.value).encode("utf-8")
