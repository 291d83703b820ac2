"""The plan of `assay compare`: commands, names, pairs, looks, and what is refused."""

import pytest

from assay.errors import UsageError
from assay.plan.commands import read_command
from assay.plan.compare import compare_plan
from assay.plan.model import CommandWork


@pytest.mark.parametrize(
    ("text", "argv"),
    [
        ("ls -l /tmp", ("ls", "-l", "/tmp")),
        ("grep 'a|b' file", ("grep", "a|b", "file")),
        ('python -c "print(1); print(2)"', ("python", "-c", "print(1); print(2)")),
        (r"echo a\;b", ("echo", "a;b")),
        ("awk '{ print $1 }' data", ("awk", "{ print $1 }", "data")),
        ("./a.out --level=3 a~b a#b", ("./a.out", "--level=3", "a~b", "a#b")),
    ],
)
def test_a_plain_command_gets_no_shell(text, argv):
    assert read_command(text) == CommandWork(text=text, argv=argv, shell=False)


@pytest.mark.parametrize(
    "text",
    [
        "sort a | uniq",
        "cat < a",
        "make; make test",
        "true && false",
        "ls *.c",
        'echo "$HOME"',
        "echo $HOME",
        'echo "`date`"',
        "CC=clang make",
        "cd /tmp",
        "! true",
        "ls ~/x",
        "true # nothing",
        "sleep 1\nsleep 2",
    ],
)
def test_a_text_with_something_for_a_shell_gets_one(text):
    assert read_command(text) == CommandWork(text=text, argv=("/bin/sh", "-c", text), shell=True)


@pytest.mark.parametrize(("text", "words"), [("", "found nothing"), ("   ", "found nothing"), ("echo 'a", "quote")])
def test_a_command_that_cannot_be_read_is_refused_in_words(text, words):
    with pytest.raises(UsageError, match=words):
        read_command(text)


def test_the_first_command_is_the_baseline_of_every_pair():
    plan = compare_plan(["a", "b", "c"], names=["old", "", "new"])
    (family,) = plan.families
    assert family.variants == ("old", "b", "new")
    assert {pair.baseline for pair in family.pairs} == {"old"}
    assert [(pair.candidate, pair.metric) for pair in family.pairs if pair.role == "primary"] == [
        ("b", "process_wall_ns"),
        ("new", "process_wall_ns"),
    ]
    assert {pair.metric for pair in family.pairs if pair.role == "secondary"} == {"cpu_ns", "peak_memory_bytes"}


def test_a_command_compared_with_itself_keeps_two_names():
    plan = compare_plan(["true", "true", "true"])
    assert [variant.name for variant in plan.variants] == ["true", "true (2)", "true (3)"]


def test_a_long_command_is_cut_in_tables_only():
    text = "python -m something.with.a.long.name --option"
    variant = compare_plan([text, "true"]).variants[0]
    assert variant.name == text
    assert len(variant.label) == 24


def test_full_mode_takes_planned_looks_and_a_fixed_number_of_rounds_takes_one():
    assert [look.rounds for look in compare_plan(["a", "b"]).families[0].looks] == [10, 20, 40, 80]
    assert [look.rounds for look in compare_plan(["a", "b"], mode="quick").families[0].looks] == [12]
    (look,) = compare_plan(["a", "b"], rounds=17).families[0].looks
    assert (look.rounds, look.alpha) == (17, 0.05)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"commands": ["a"]}, "at least two"),
        ({"commands": list("abcdefghi")}, "at most 8"),
        ({"commands": ["a", "b"], "rounds": 10_001}, "at most 10,000, found 10,001"),
        ({"commands": ["a", "b"], "names": ["x"]}, "one for each of the 2"),
        ({"commands": ["a", "b"], "rounds": 0}, "at least 1"),
        ({"commands": ["a", "b"], "margin": 1.0}, "between 0 and 1"),
        ({"commands": ["a", "b"], "mode": "slow"}, "full, quick"),
    ],
)
def test_what_cannot_be_a_comparison_is_refused_in_words(arguments, words):
    with pytest.raises(UsageError, match=words):
        compare_plan(**arguments)
