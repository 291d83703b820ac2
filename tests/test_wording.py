"""Every ratio is worded by one function; what it prints must never contradict the numbers or the verdict."""

import math
import random
import re
from collections.abc import Iterator

import pytest
from msgspec import Struct

from assay.stats.verdict import read_verdict
from assay.wording import (
    LABELS,
    about_percent_text,
    bound_text,
    cells_of,
    evidence,
    percent_text,
    ratio_cells,
    ratio_words,
    sentence,
    small_change,
    split_text,
    what_next,
    within,
)

FORBIDDEN = re.compile(
    r"% (faster|slower|quicker)|improve|the same|because|speed-?up|significan|outperform|nan|inf\b|-0\.0|(?-i:None)",
    re.I,
)
METRICS = ("process_wall_ns", "work_wall_ns", "cpu_ns", "peak_memory_bytes")


class Seen(Struct, frozen=True):
    """A comparison as far as wording needs it."""

    ratio: float | None = 0.965
    low: float | None = 0.960
    high: float | None = 0.969
    verdict: str = "faster"
    metric: str = "process_wall_ns"
    level: float = 0.95
    rounds: int = 20
    seconds: float = 8.0
    margin: float = 0.01
    mode: str = "full"
    rounds_needed: int | None = None


def drawn_intervals(count: int) -> Iterator[tuple[float, float, float]]:
    """Ratios and intervals of every size, near 1 and far from it, narrow and wide."""
    coin = random.Random(20)
    for _ in range(count):
        centre = coin.gauss(0, 10 ** coin.uniform(-5, 1))
        below, above = (10 ** coin.uniform(-5, 0.5) for _ in range(2))
        yield math.exp(centre - below), math.exp(centre), math.exp(centre + above)


def everything_said(seen: Seen) -> str:
    return "\n".join((sentence(seen, "new", "old"), evidence(seen), what_next(seen), small_change(seen)))


@pytest.mark.parametrize(
    ("ratio", "low", "high", "text"),
    [
        (0.965, 0.960, 0.969, "takes 3.5 % less time (3.1 to 4.0)"),
        (1.12, 1.10, 1.15, "takes 12 % more time (10 to 15)"),
        (6.6, 6.3, 6.9, "takes 6.6 times as long (6.3 to 6.9)"),
        (1 / 6.6, 1 / 6.9, 1 / 6.3, "takes 1/6.6 of the time (1/6.9 to 1/6.3)"),
        (2500, 2400, 2600, "takes 2,500 times as long (2,400 to 2,600)"),
        (1.03, 0.99, 1.06, "takes 3.0 % more time (1.0 % less to 6.0 % more)"),
        (0.6, 0.3, 1.2, "takes 40 % less time (70 % less to 20 % more)"),
        (0.4, 0.3, 1.2, "takes 1/2.5 of the time (0.3 to 1.2 times)"),
        (0.9999, 0.9998, 0.99996, "takes 0.010 % less time (0.004 to 0.020)"),
        (0.965, None, None, "takes 3.5 % less time"),
        (6.6, None, None, "takes 6.6 times as long"),
    ],
)
def test_a_ratio_in_words(ratio: float, low: float | None, high: float | None, text: str) -> None:
    assert ratio_words(ratio, low, high).short() == text


@pytest.mark.parametrize(
    ("metric", "small", "large", "tiny"),
    [
        ("work_wall_ns", "takes 3.5 % less time", "takes 6.6 times as long", "takes 1/6.6 of the time"),
        ("cpu_ns", "uses 3.5 % less CPU time", "uses 6.6 times as much CPU time", "uses 1/6.6 of the CPU time"),
        ("peak_memory_bytes", "uses 3.5 % less memory", "uses 6.6 times as much memory", "uses 1/6.6 of the memory"),
    ],
)
def test_each_metric_has_its_own_noun(metric: str, small: str, large: str, tiny: str) -> None:
    assert ratio_words(0.965, 0.960, 0.969, metric).claim == small
    assert ratio_words(6.6, 6.3, 6.9, metric).claim == large
    assert ratio_words(1 / 6.6, 1 / 6.9, 1 / 6.3, metric).claim == tiny


def test_faster_is_said_with_both_names_and_its_evidence() -> None:
    seen = Seen()
    assert sentence(seen, "new", "old") == "new takes 3.5 % less time than old"
    assert evidence(seen) == "(95 %: 3.1 to 4.0 % less; 20 rounds, 8 s)"


def test_beyond_one_and_a_half_times_the_sentence_counts_times() -> None:
    assert sentence(Seen(6.6, 6.3, 6.9, "slower"), "new", "old") == "new takes 6.6 times as long as old"
    assert sentence(Seen(1 / 6.6, 1 / 6.9, 1 / 6.3), "new", "old") == "new takes 1/6.6 of the time of old"


def test_no_difference_names_the_largest_that_can_be() -> None:
    seen = Seen(1.0012, 0.9968, 1.0052, "no_difference")
    assert sentence(seen, "new", "old") == "no difference in time larger than 0.6 % between new and old"
    assert small_change(seen) == ""


def test_a_real_but_small_change_is_said_beside_no_difference() -> None:
    seen = Seen(1.0042, 1.0012, 1.0072, "no_difference")
    assert small_change(seen) == "(a real but small change: takes 0.4 % more time (0.1 to 0.7))"


def test_cannot_tell_leads_with_what_is_known_and_says_what_it_would_take() -> None:
    seen = Seen(1.008, 0.995, 1.021, "cannot_tell", rounds=80, seconds=34.0, rounds_needed=347)
    assert sentence(seen, "new", "old") == "old and new differ by less than 2.1 % either way"
    assert what_next(seen) == "to tell a difference of 1 % would need about 350 rounds (2.5 min)"


def test_cannot_tell_with_a_wide_interval_names_its_two_ends() -> None:
    seen = Seen(1.6, 0.9, 2.8, "cannot_tell")
    assert sentence(seen, "new", "old") == "new takes between 0.9 and 2.8 times as long as old"


def test_too_few_rounds_are_said_to_be_too_few() -> None:
    seen = Seen(0.965, None, None, "none", rounds=4, seconds=1.0)
    assert sentence(seen, "new", "old") == "by the medians alone, new takes 3.5 % less time than old"
    assert evidence(seen) == "(no interval under 6 rounds; 4 rounds, 1 s)"


def test_an_estimate_before_the_first_look_is_one_so_far() -> None:
    assert sentence(Seen(verdict="none"), "new", "old") == "so far, new takes 3.5 % less time than old"


def test_quick_says_quick_and_full_does_not() -> None:
    assert evidence(Seen(mode="quick", rounds=12)) == "(95 %: 3.1 to 4.0 % less; quick: 12 rounds, 8 s)"
    assert "quick" not in evidence(Seen())


def test_a_told_comparison_asks_for_no_more_rounds() -> None:
    assert what_next(Seen(rounds_needed=347)) == ""


def test_a_bound_is_rounded_up_but_not_over_the_margin_it_lies_within() -> None:
    assert bound_text(Seen(1.0, 0.991, 1.00961, "no_difference")) == "1.0 %"
    assert bound_text(Seen(1.0, 0.9977, 1.0043, "no_difference", margin=0.0045)) == "0.43 %"
    assert bound_text(Seen(1.0, 0.99, 1.0201, "cannot_tell")) == "2.1 %"


def test_ratio_cells_keep_three_decimals_and_more_where_one_would_be_hidden() -> None:
    assert ratio_cells(0.9651, 0.9604, 0.9688) == ("0.965", "[0.960, 0.969]")
    assert ratio_cells(0.9995, 0.9992, 0.9998) == ("0.9995", "[0.9992, 0.9998]")
    assert ratio_cells(1.0, 1.0, 1.0) == ("1.000", "[1.000, 1.000]")
    assert ratio_cells(None, None, None) == ("-", "")


def test_a_split_is_an_equation() -> None:
    assert split_text(0.3, 1.98, 6.6) == "0.30x = 1.98 / 6.6"


def test_shares_in_words() -> None:
    assert percent_text(0.01) == "1 %"
    assert percent_text(0.025) == "2.5 %"
    assert about_percent_text(0.0063) == "0.6 %"
    assert about_percent_text(0.0001) == "under 0.1 %"
    assert about_percent_text(0.0) == "0 %"


def test_a_printed_interval_is_rounded_to_the_nearest_contains_the_estimate_and_keeps_its_side_of_one() -> None:
    for low, ratio, high in drawn_intervals(3000):
        cell, interval = ratio_cells(ratio, low, high)
        first, last = number_in(interval.split()[0]), number_in(interval.split()[1])
        assert first <= number_in(cell) <= last
        assert abs(first - low) <= half_a_digit(interval.split()[0])
        assert abs(last - high) <= half_a_digit(interval.split()[1])
        assert (low <= 1 <= high) == (first <= 1 <= last), f"{interval} hides where [{low}, {high}] lies"


def number_in(text: str) -> float:
    return float(text.strip("[](),").replace(",", ""))


def half_a_digit(text: str) -> float:
    """Half of the last digit that is printed, and the last bit of a float."""
    _, _, decimals = text.strip("[](),").partition(".")
    return 0.5 * 10 ** -len(decimals) * (1 + 1e-6) + 1e-12 * abs(number_in(text))


def ratios_in(words: str) -> list[tuple[float, float]]:
    """The ratios that a sentence states, each as the range of numbers that would be printed so."""
    found = []
    for text, unit in re.findall(r"((?:1/)?\d[\d,]*(?:\.\d+)?)( % less| % more)?", words):
        half = half_a_digit(text.removeprefix("1/"))
        value = number_in(text.removeprefix("1/"))
        ends = (value - half, value + half)
        if text.startswith("1/"):
            ends = (1 / ends[1], 1 / ends[0])
        elif unit:
            ends = tuple(1 + (-end if unit == " % less" else end) / 100 for end in ends)
        found.append((min(ends), max(ends)))
    return found


def test_a_sentence_and_a_table_never_contradict_each_other() -> None:
    """Both state the estimate and both ends; some number must be printed so by the one and by the other."""
    for low, ratio, high in drawn_intervals(5000):
        for margin in (0.01, 0.2):
            verdict = read_verdict(low, high, margin)
            seen = Seen(ratio, low, high, verdict, margin=margin)
            words = ratio_words(ratio, low, high, margin=within(seen))
            way = next((f" % {way}" for way in ("less", "more") if f" % {way} " in words.claim), "")
            ends = words.interval if " to " in words.interval and words.interval.count("%") != 1 else ""
            short = ends or " to ".join(f"{end}{way}" for end in words.short_interval.split(" to "))
            said = ratios_in(f"{words.claim}; {short}")
            cell, interval = cells_of(seen)
            shown = [ratios_in(text)[0] for text in (cell, *interval.split())]
            assert len(said) == 3
            assert agree(said[0], shown[0]), (words.claim, cell)
            for one, other in zip(sorted(said[1:]), sorted(shown[1:]), strict=True):
                assert agree(one, other), (words.interval, interval)


def agree(one: tuple[float, float], other: tuple[float, float]) -> bool:
    slack = 1e-9 * max(abs(one[1]), 1)
    return one[0] <= other[1] + slack and other[0] <= one[1] + slack


def test_the_check_for_contradictions_finds_one() -> None:
    assert not agree(ratios_in("4.68")[0], ratios_in("4.671")[0])
    assert agree(ratios_in("4.67")[0], ratios_in("4.671")[0])
    assert agree(ratios_in("3.58 % less")[0], ratios_in("0.9642")[0])
    assert not agree(ratios_in("3.6 % more")[0], ratios_in("0.964")[0])


def test_the_range_beside_a_bound_never_exceeds_it() -> None:
    for low, ratio, high in drawn_intervals(5000):
        for margin in (0.0045, 0.01, 0.2):
            seen = Seen(ratio, low, high, read_verdict(low, high, margin), margin=margin)
            if f"{bound_text(seen)}" in sentence(seen, "new", "old"):
                bound = float(bound_text(seen).split()[0]) / 100
                _, interval = cells_of(seen)
                ends = [number_in(text) for text in interval.split()]
                percents = [float(text) for text in re.findall(r"([\d.]+) %", evidence(seen))[1:]]
                assert max(abs(end - 1) for end in ends) <= bound + 1e-9
                assert all(percent <= bound * 100 + 1e-9 for percent in percents), evidence(seen)


def test_the_numbers_in_a_short_sentence_are_in_order_and_exclude_zero_when_the_interval_does() -> None:
    for low, ratio, high in drawn_intervals(3000):
        words = ratio_words(ratio, low, high)
        if low <= 1 <= high:
            continue
        estimate, first, last = (
            1 / float(text[2:].replace(",", "")) if text.startswith("1/") else float(text.replace(",", ""))
            for text in re.findall(r"(?:1/)?[\d,.]+", words.short())
        )
        assert first <= estimate <= last, words.short()
        assert first > 0, words.short()


def test_sentence_and_verdict_never_point_in_different_directions() -> None:
    for low, ratio, high in drawn_intervals(3000):
        verdict = read_verdict(low, high, 0.01)
        said = sentence(Seen(ratio, low, high, verdict), "new", "old")
        if verdict == "faster":
            assert " less time than old" in said or " of the time of old" in said
        elif verdict == "slower":
            assert " more time than old" in said or " times as long as old" in said
        else:
            assert not re.search(r"less time than|more time than|of the time", said)


def test_a_printed_bound_is_never_below_the_bound_nor_above_the_margin() -> None:
    for low, ratio, high in drawn_intervals(3000):
        verdict = read_verdict(low, high, 0.05)
        if verdict in ("no_difference", "cannot_tell"):
            printed = float(bound_text(Seen(ratio, low, high, verdict, margin=0.05)).split()[0])
            assert printed >= max(abs(low - 1), abs(high - 1)) * 100 - 1e-6
            assert verdict != "no_difference" or printed <= 5 + 1e-6


def test_wording_never_uses_a_forbidden_word() -> None:
    for low, ratio, high in drawn_intervals(1000):
        for metric in METRICS:
            for margin in (0.01, 0.5):
                verdict = read_verdict(low, high, margin)
                seen = Seen(ratio, low, high, verdict, metric, margin=margin, rounds_needed=120)
                assert not FORBIDDEN.search(everything_said(seen)), everything_said(seen)
    assert not any(FORBIDDEN.search(label) for label in LABELS.values())


def test_the_scan_for_forbidden_words_finds_them() -> None:
    for text in ("3 % faster", "an improvement of 3 %", "they are the same", "nan %"):
        assert FORBIDDEN.search(text)


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("2 threads", "take"),
        ("step 2 of 2, 2 pool workers", "take"),
        ("17 coroutines (tokio)", "take"),
        ("1,024 processes", "take"),
        ("1 thread", "takes"),
        ("step 2 of 2, serial", "takes"),
        ("threads", "takes"),
        ("2 threads, serial", "takes"),
        ("./build/2 threads", "takes"),
    ],
)
def test_the_verb_agrees_with_the_name(name: str, verb: str) -> None:
    assert sentence(Seen(), name, "old") == f"{name} {verb} 3.5 % less time than old"


def test_the_verb_agrees_also_where_nothing_can_be_told() -> None:
    unknown = Seen(1.0, 0.4, 2.0, "cannot_tell")
    assert sentence(unknown, "2 threads", "old") == "2 threads take between 0.4 and 2.0 times as long as old"
