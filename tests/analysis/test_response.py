"""How long the tasks of a batch took to come back, and which theory that is near to."""

import pytest

from assay.analysis.analyse import analyse
from assay.plan.model import Family, Look, Pair
from tests.analysis.made_scaling import SIZES, Planted, made_plan, made_run

NAMES = ("c/batch/thread/workers=17", "c/batch/pool/workers=2", "go/batch/coroutine/workers=17")
FAMILY = Family(
    "discipline",
    "Who waits?",
    NAMES,
    tuple(Pair(NAMES[0], name, "work_wall_ns", "elapsed") for name in NAMES[1:]),
    (Look(20, 0.05),),
    0.05,
    "response",
)
FOUND = {"thread": 6.8, "pool": 13.7, "coroutine": 9.5}


def found_in(sizes=SIZES, spread=0.002, cpus="2", elapsed=None, foreign_ns=0, **arguments):
    def plant(variant):
        ms = 400.0 * (elapsed or {}).get(variant.work.model, 1.0)
        return Planted(ms, response=FOUND[variant.work.model], alive=8.0, cpus=1.98, overlap=0.02)

    return analyse(
        made_run(made_plan((FAMILY,), **arguments), plant, spread, sizes=sizes, cpus=cpus, foreign_ns=foreign_ns)
    )


def test_each_variant_is_near_to_what_theory_says_of_this_batch():
    threads, pool, coroutines = found_in().responses
    assert (threads.near, pool.near, coroutines.near) == ("turns", "queue", "neither")
    assert (round(threads.turns, 2), round(threads.queue, 2)) == (6.50, 13.71)


def test_mean_and_worst_are_medians_over_rounds_with_their_intervals():
    threads = found_in().responses[0]
    assert threads.mean.low < threads.mean.median < threads.mean.high
    assert threads.mean.median == pytest.approx(6.8, rel=0.002)
    assert threads.worst.median == pytest.approx(2.5 * 6.8, rel=0.002)
    assert threads.mean.trials == 20


def test_elapsed_time_is_held_against_the_first_variant():
    found = found_in(elapsed={"pool": 1.02})
    threads, pool, _ = found.responses
    assert threads.elapsed_ratio is None
    assert pool.elapsed_ratio.value == pytest.approx(1.02, rel=0.002)
    assert pool.elapsed_ratio.low < 1.02 < pool.elapsed_ratio.high
    verdicts = {one.candidate: one.verdict for one in found.comparisons}
    assert verdicts[NAMES[1]] == "no_difference"
    assert found.finished


def test_an_interval_that_reaches_beyond_a_theory_is_near_to_neither():
    assert found_in(spread=0.6).responses[0].near == "neither"


def test_beside_other_programs_there_is_no_interval_and_nothing_is_near_to_a_theory():
    for one in found_in(foreign_ns=500_000_000).responses:
        assert (one.mean.low, one.mean.high, one.near) == (None, None, "")
        assert one.mean.trials == 20


def test_on_one_cpu_theory_is_another():
    threads = found_in(cpus="1").responses[0]
    assert (round(threads.turns, 2), round(threads.queue, 2)) == (13.00, 26.96)


def test_equal_tasks_or_tasks_that_sleep_have_no_theory():
    for found in (found_in(sizes=()), found_in(cpu_percent="50")):
        assert {(one.near, one.turns) for one in found.responses} == {("", None)}


def test_with_a_cpu_for_each_task_nobody_waits_and_nothing_is_told_apart():
    one = found_in(sizes=(2, 3)).responses[0]
    assert (one.near, one.turns, one.queue) == ("not told apart", 1.0, 1.0)


def test_unequal_tasks_are_judged_by_how_many_were_under_way():
    seen = {one.variant: one for one in found_in().concurrency}
    assert {one.word for one in seen.values()} == {"parallel"}
    assert seen[NAMES[0]].alive == 8.0
