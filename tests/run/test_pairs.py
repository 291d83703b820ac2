"""Two CPUs at work alone and together: which pairs are tried, what counts, and that everything ends."""

import sys
import threading
from pathlib import Path

import pytest

from assay.run.pairs import WINDOW_NS, Turn, allowed_cpus, chosen, try_pairs


def test_of_a_few_cpus_every_pair_is_tried():
    assert chosen([0, 2, 3], set()) == [(0, 2), (0, 3), (2, 3)]
    assert chosen([5], set()) == []


def test_of_many_cpus_some_named_siblings_some_neighbours_and_some_far_apart_are_tried():
    named = {(number, number + 128) for number in range(128)}
    pairs = chosen(range(256), named)
    assert len(pairs) <= 12
    assert len(named & set(pairs)) == 4
    assert {(0, 1), (0, 128), (254, 255)} <= set(pairs)


def test_siblings_that_may_not_be_used_are_not_tried():
    assert all(max(pair) < 6 for pair in chosen(range(6), {(0, 8), (1, 9)}))


@pytest.mark.parametrize(
    ("turn", "disturbed"),
    [
        (Turn(100, WINDOW_NS, WINDOW_NS, 0), False),
        (Turn(100, WINDOW_NS, WINDOW_NS // 2, WINDOW_NS // 2), True),
        (Turn(100, WINDOW_NS, WINDOW_NS // 2, 0), False),  # the host took it: that is what is looked for
        (Turn(100, WINDOW_NS, WINDOW_NS // 2, -1), True),  # nobody says who took it
        (Turn(100, WINDOW_NS, WINDOW_NS, -1), False),
        (Turn(0, 0, 0, 0), True),
    ],
)
def test_a_window_counts_unless_another_program_took_part_of_it(turn, disturbed):
    assert turn.disturbed is disturbed


def test_a_pair_is_tried_and_every_repeat_is_told():
    cpus = allowed_cpus()
    if len(cpus) < 2:
        pytest.skip("needs two CPUs")
    [seen] = try_pairs([(cpus[0], cpus[1])], {(cpus[0], cpus[1])}, sys.executable)
    assert seen.named
    assert len(seen.ratios) + seen.disturbed >= 5
    assert all(ratio > 0 for ratio in seen.ratios)


def test_one_cpu_for_both_is_never_taken_for_a_core_each():
    """Two spinners on one CPU take turns: each disturbs the other, so nothing can be told."""
    cpu = allowed_cpus()[0]
    [seen] = try_pairs([(cpu, cpu)], set(), sys.executable)
    assert all(ratio < 0.85 for ratio in seen.ratios)


@pytest.mark.parametrize("python", ["/nowhere/python", "/bin/false"])
def test_without_a_python_that_answers_there_is_nothing_to_tell(python):
    assert try_pairs([(0, 1)], set(), python) == ()


def children() -> str:
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text()


def test_a_cpu_that_may_not_be_used_ends_the_trying_and_leaves_nobody_behind():
    before = children()
    assert try_pairs([(0, 100_000)], set(), sys.executable) == ()
    assert children() == before
