"""Doubts that are shared are said once."""

import pytest

from assay.report.doubts import shared_doubts


@pytest.mark.parametrize(("count", "whose"), [(1, "a"), (2, "both"), (4, "all four"), (11, "all 11")])
def test_a_doubt_that_everyone_has_names_nobody(count: int, whose: str) -> None:
    assert shared_doubts((name, ["too loud"]) for name in "abcdefghijk"[:count]) == [f"{whose}: too loud"]


def test_a_doubt_that_many_have_is_counted_and_not_named() -> None:
    found = shared_doubts(((name, ["x"] if name < "f" else []) for name in "abcdefg"), "comparisons")
    assert found == ["5 of 7 comparisons: x"]


def test_a_doubt_that_some_have_names_them() -> None:
    found = shared_doubts([("a", ["x", "y"]), ("b", []), ("c", ["x"])])
    assert found == ["a; c: x", "a: y"]
