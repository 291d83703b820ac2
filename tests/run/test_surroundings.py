"""What is set around a process: words become values, or a sentence why not here."""

import os

import pytest

from assay.run.surroundings import NotHere, Surroundings, surroundings


def test_nothing_asked_is_nothing_set():
    assert surroundings({}) == Surroundings()


def test_words_become_values():
    found = surroundings({"nice": "-5", "policy": "batch", "cpus": "2"}, [3, 5, 7])
    assert found == Surroundings(nice=-5, policy="batch", cpus=(3, 5))


def test_without_others_the_cpus_are_those_of_this_process():
    assert surroundings({"cpus": "1"}).cpus == (min(os.sched_getaffinity(0)),)


def test_more_cpus_than_are_allowed_are_not_here():
    with pytest.raises(NotHere, match="cpus: expected at most the 2 CPUs allowed here, found 3; allow more of them"):
        surroundings({"cpus": "3"}, [0, 1])
