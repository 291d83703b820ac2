"""How workers lie on kernel threads, as counted."""

import pytest

from assay.analysis.analyse import analyse
from assay.plan.model import Family, Look
from tests.analysis.made_scaling import Planted, made_plan, made_run


def counted(model="thread", seen=16, workers=16, threads=18, hold="1", cpus="2", kind="observation"):
    name = f"go/count/{model}/workers={workers}"
    family = Family("threads", "On how many kernel threads?", (name,), (), (Look(3, 0.05),), kind=kind)
    plan = made_plan((family,), hold=hold)
    return analyse(made_run(plan, lambda _: Planted(10.0, workers=seen, threads=threads), cpus=cpus)).threads


@pytest.mark.parametrize(
    ("model", "seen", "word"),
    [
        ("thread", 16, "1:1"),
        ("coroutine", 2, "N:M"),
        ("coroutine", 15, "N:M"),
        ("coroutine", 1, "N:1"),
        ("process", 16, "a process each"),
        ("process", 3, "not told apart"),
        ("thread", 0, "not told apart"),
    ],
)
def test_a_mapping_is_what_was_counted(model, seen, word):
    (found,) = counted(model, seen)
    assert (found.word, found.workers, found.most, found.process_threads) == (word, 16, seen, 18)
    assert bool(found.why) == (word == "not told apart")


@pytest.mark.parametrize(
    ("workers", "cpus", "word"), [(4, "2", "1:1"), (3, "2", "not told apart"), (7, "4", "not told apart")]
)
def test_it_takes_two_workers_a_cpu(workers, cpus, word):
    (found,) = counted(seen=workers, workers=workers, cpus=cpus)
    assert found.word == word


def test_workers_that_may_leave_are_not_counted():
    assert counted(hold="0") == ()


def test_workers_of_a_pool_stay_by_themselves():
    (found,) = counted("pool", hold="0")
    assert found.word == "1:1"


def test_a_family_that_compares_says_nothing_of_mappings():
    assert counted(kind="comparison") == ()


def test_threads_of_the_process_may_be_unknown():
    (found,) = counted(threads=-1)
    assert found.process_threads is None


def test_an_observation_is_finished_when_its_rounds_are_done():
    family = Family("threads", "q", ("go/count/thread/workers=4",), (), (Look(3, 0.05),), kind="observation")
    records = made_run(made_plan((family,), hold="1"), lambda _: Planted(10.0))
    assert analyse(records).finished
    assert not analyse(records[:-1]).finished
