"""One comparison over several machines in a sentence: every combination of verdicts, and what is never said."""

import re
from collections.abc import Sequence
from itertools import product

import pytest

from assay.analysis.across_words import ABSENT, NO_VERDICT, TORN, Names, across_words, hull_of, kind_of, rulings_words
from assay.analysis.model import Comparison

INTERVALS = {
    "faster": (0.88, 0.82, 0.93),
    "slower": (1.20, 1.10, 1.30),
    "no_difference": (1.000, 0.995, 1.006),
    "cannot_tell": (1.01, 0.97, 1.04),
    "none": (0.9, None, None),
}
VERDICTS = (*INTERVALS, "absent")
LETTERS = "ABCDEFGH"


def made(
    verdict: str, ends: tuple[float, float | None, float | None] | None = None, **more: object
) -> Comparison | None:
    if verdict == "absent":
        return None
    ratio, low, high = ends or INTERVALS[verdict]
    values = {
        **{"family": "commands", "metric": "process_wall_ns", "better": "lower", "baseline": "b", "candidate": "c"},
        **{"role": "primary", "ratio": ratio, "low": low, "high": high, "level": 0.95, "rounds": 20},
        **{"verdict": verdict, "margin": 0.01, "bound": None, "mode": "full"},
        **{"baseline_median": 1.0, "candidate_median": ratio},
        **more,
    }
    return Comparison(**values)  # type: ignore[arg-type]


def said(*machines: Sequence[Comparison | None]) -> str:
    names = tuple(f"machine {letter}" for letter in LETTERS[: len(machines)])
    return across_words(machines, Names("threads", "serial", names))


def test_several_workers_take_where_one_takes() -> None:
    names = Names("c, 2 threads", "c, serial", ("machine A", "machine B"))
    text = across_words([[made("faster")], [made("slower")]], names)
    assert text.startswith("on 1 of 2 machines c, 2 threads take less time than c, serial (7 to 18 % less); ")
    assert "; on 1 c, 2 threads take more time (10 to 30 % more)" in text


def of_verdicts(*verdicts: str) -> str:
    return said(*[[made(verdict)] for verdict in verdicts])


def test_most_machines_come_first_and_the_range_reaches_over_all_their_intervals() -> None:
    text = said(
        [made("faster", (0.60, 0.52, 0.70))],
        [made("faster", (0.80, 0.69, 0.88))],
        [made("faster", (0.70, 0.60, 0.80))],
        [made("cannot_tell")],
    )
    assert text.startswith(
        "on 3 of 4 machines threads takes less time than serial (12 to 48 % less); "
        "on 1 serial and threads differ by less than 4.0 % either way (cannot tell)"
    )


@pytest.mark.parametrize("verdicts", list(product(VERDICTS, repeat=3)))
def test_every_machine_is_counted_once_whatever_the_verdicts(verdicts: tuple[str, ...]) -> None:
    text = of_verdicts(*verdicts)
    counts = [int(number) for number in re.findall(r"\bon (\d+)\b", text)]
    assert sum(counts) == 3, text
    assert len(counts) == len(set(verdicts))
    assert text.startswith(f"on {counts[0]} of 3 machines ")
    for wanted, words in {
        "faster": "takes less time",
        "slower": "takes more time",
        "no_difference": "no difference in time larger than 0.6 % between threads and serial",
        "cannot_tell": "differ by less than 4.0 % either way (cannot tell)",
        "none": "there is no verdict",
        "absent": "it was not measured",
    }.items():
        assert (words in text) == (wanted in verdicts), text


@pytest.mark.parametrize("verdicts", list(product(VERDICTS, repeat=2)))
def test_no_sentence_says_what_is_never_said(verdicts: tuple[str, ...]) -> None:
    text = of_verdicts(*verdicts)
    assert not re.search(r"% faster|% slower|improve|significant|the same|on average|None|nan", text), text


@pytest.mark.parametrize(
    ("verdicts", "first"),
    [
        (("faster", "slower", "slower"), "on 2 of 3 machines threads takes more time than serial (10 to 30 % more)"),
        (("cannot_tell", "cannot_tell", "faster"), "on 1 of 3 machines threads takes less time"),
        (("none", "absent", "no_difference"), "on 1 of 3 machines no difference"),
        (("absent", "absent", "none"), "on 1 of 3 machines there is no verdict on threads against serial"),
        (("absent", "absent", "absent"), "on 3 of 3 machines it was not measured"),
    ],
)
def test_what_was_told_comes_before_what_was_not(verdicts: tuple[str, ...], first: str) -> None:
    assert of_verdicts(*verdicts).startswith(first)


@pytest.mark.parametrize(
    ("ends", "verdict", "words"),
    [
        ([(2.0, 1.9, 2.1), (3.3, 3.0, 3.6)], "slower", "takes more time than serial (1.9 to 3.6 times as long)"),
        ([(0.3, 0.29, 0.31), (0.2, 0.19, 0.21)], "faster", "takes less time than serial (1/5.3 to 1/3.2 of it)"),
    ],
)
def test_beyond_one_and_a_half_times_it_speaks_of_times(
    ends: list[tuple[float, float, float]], verdict: str, words: str
) -> None:
    assert words in said(*[[made(verdict, one)] for one in ends])


def test_what_is_no_time_is_more_or_less_of_it() -> None:
    memory = made("higher", INTERVALS["slower"], metric="peak_memory_bytes")
    assert said([memory]).startswith("on 1 machine (1 run) threads uses more memory than serial (10 to 30 % more)")


def test_quick_runs_say_so() -> None:
    assert said([made("faster", mode="quick")], [made("faster", mode="quick")]).startswith("quick: on 2 of 2 machines ")
    assert "quick" not in of_verdicts("faster", "faster")


def test_an_interval_that_excludes_no_change_still_does_so_in_words() -> None:
    text = said([made("faster", (0.99, 0.985, 0.99999))], [made("faster", (0.98, 0.97, 0.99))])
    assert "(0.001 to 3.000 % less)" in text


def test_two_runs_of_one_machine_count_once() -> None:
    text = said([made("faster"), made("faster")], [made("slower")])
    assert text.startswith("on 1 of 2 machines threads takes less time")
    assert "on 1 threads takes more time" in text


@pytest.mark.parametrize("pair", [("faster", "slower"), ("faster", "cannot_tell"), ("no_difference", "slower")])
def test_a_machine_whose_runs_do_not_agree_counts_for_neither(pair: tuple[str, str]) -> None:
    text = said([made(pair[0]), made(pair[1])], [made("faster")])
    assert text.startswith("on 1 of 2 machines threads takes less time")
    words = ", ".join(one.replace("_", " ") for one in pair)
    assert f"on 1 its own runs do not agree ({words})" in text


@pytest.mark.parametrize(
    ("verdicts", "kind"),
    [
        (("faster", "absent"), "less"),
        (("none", "slower"), "more"),
        (("none", "absent"), NO_VERDICT),
        (("absent", "absent"), ABSENT),
        (("faster", "slower"), TORN),
        (("faster", "faster"), "less"),
    ],
)
def test_a_run_without_a_verdict_leaves_it_to_the_others_of_its_machine(verdicts: tuple[str, str], kind: str) -> None:
    assert kind_of([made(one) for one in verdicts]) == kind


def test_machines_whose_intervals_do_not_meet_are_said_to_differ() -> None:
    far, near = made("faster", (0.5, 0.48, 0.52)), made("faster", (0.9, 0.88, 0.92))
    assert said([far], [near]).endswith("machine A and machine B differ from each other: their intervals do not meet")
    assert said([far], [near], [near]).endswith(
        "2 of 3 pairs of machines differ from each other: their intervals do not meet"
    )
    assert said([far], [near], [made("slower")]).endswith(
        "all machines differ from each other: their intervals do not meet"
    )
    assert "differ from each other" not in said([far], [made("faster", (0.6, 0.51, 0.7))])
    assert "differ from each other" not in said([far], [made("none")])


def test_machines_differ_only_where_all_of_their_runs_do() -> None:
    far, near, between = (made("faster", ends) for ends in ((0.5, 0.48, 0.52), (0.9, 0.88, 0.92), (0.7, 0.5, 0.9)))
    assert "machine A and machine B differ" in said([far, far], [near])
    assert "machine A and machine B differ" not in said([far, between], [near])


def test_runs_of_one_machine_that_lie_apart_are_named() -> None:
    text = said([made("faster", (0.5, 0.48, 0.52)), made("faster", (0.9, 0.88, 0.92))], [made("faster")])
    assert "runs of machine A differ by more than their intervals" in text


def test_the_range_of_several_is_nobodys_estimate_but_holds_all_their_intervals() -> None:
    hull = hull_of([one for one in (made("faster"), made("slower")) if one])
    assert (hull.low, hull.high) == (0.82, 1.30)


@pytest.mark.parametrize(
    ("rulings", "text"),
    [
        ([["holds"], ["holds"], ["holds"], ["cannot tell"]], "holds on 3 of 4 machines; cannot tell on 1"),
        ([["artefact"], ["artefact"]], "artefact on 2 of 2 machines"),
        ([["holds", "holds"]], "holds on 1 machine (2 runs)"),
        (
            [["holds", "cannot tell"], ["holds"]],
            "holds on 1 of 2 machines; its own runs do not agree (holds, cannot tell) on 1",
        ),
    ],
)
def test_rulings_over_machines(rulings: list[list[str]], text: str) -> None:
    assert rulings_words(rulings) == text
