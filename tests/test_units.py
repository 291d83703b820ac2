"""Numbers with units, worked by hand."""

import pytest

from assay.units import (
    count_text,
    duration_text,
    of_total_text,
    per_unit_texts,
    plural,
    size_text,
    sizes_text,
    time_text,
    times_text,
)


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0, "0 ns"),
        (999, "999 ns"),
        (1_000, "1.000 us"),
        (211_300_000, "211.3 ms"),
        (999_999_999, "1.000 s"),
        (1_234_567_890_123, "1,235 s"),
    ],
)
def test_a_time_is_written_in_the_unit_that_fits_it(nanoseconds: float, text: str) -> None:
    assert time_text(nanoseconds) == text


def test_times_side_by_side_share_the_unit_of_the_largest() -> None:
    assert times_text((1_500_000_000, 900_000_000)) == ("1.500 s", "0.900 s")


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (512, "512 B"), (40_055_603, "38.20 MiB"), (2**40, "1,024 GiB")]
)
def test_a_size_is_written_in_the_unit_that_fits_it(size: float, text: str) -> None:
    assert size_text(size) == text


def test_sizes_side_by_side_share_the_unit_of_the_largest() -> None:
    assert sizes_text((2**20, 2**19)) == ("1.000 MiB", "0.500 MiB")


def test_a_part_and_its_total_have_one_unit_and_as_many_decimals() -> None:
    assert of_total_text(7_130_000, 7_420_000) == ("7.1", "7.4 ms")
    assert of_total_text(-7_130_000, -7_420_000) == ("-7.1", "-7.4 ms")
    assert of_total_text(900, 61_000) == ("1", "61 us")


@pytest.mark.parametrize(("count", "text"), [(0, "0"), (1204, "1,204"), (1204.5, "1,204"), (3.5, "3.5")])
def test_a_count_has_its_thousands_separated(count: float, text: str) -> None:
    assert count_text(count) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.84, "0.8 s"), (8, "8 s"), (9.97, "10 s"), (99, "99 s"), (150, "2.5 min"), (3600, "60 min"), (10_800, "3 h")],
)
def test_a_duration_is_written_for_people(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_a_single_thing_is_not_written_in_the_plural() -> None:
    assert plural(1, "round") == "1 round"
    assert plural(1200, "round") == "1,200 rounds"


def test_a_few_nanoseconds_keep_three_digits():
    assert time_text(3.1416) == "3.14 ns"
    assert per_unit_texts((0.4244, 2.951, 51.76, 412.34), "count") == (
        "0.424 ns a count",
        "2.95 ns a count",
        "51.8 ns a count",
        "412.3 ns a count",
    )
    assert per_unit_texts((36830.0,), "operation") == ("36.83 us an operation",)
