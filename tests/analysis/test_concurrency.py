"""What may be said of how a variant ran: each word where it fires, and where it must not."""

import pytest
from msgspec import structs

from assay.analysis.concurrency import concurrency, cpus_for
from assay.analysis.model import Concurrency
from assay.plan.model import CommandWork, Plan, ProbeWork, Variant
from tests.analysis.made_ladder import made_header, made_report, made_trial, probe_variant


def judged(workers: int = 2, cpus: str = "2", model: str = "thread", outcome: str = "ok", **seen: float) -> Concurrency:
    plan = Plan("mine", 1, "full", (probe_variant("v", workers, model),), ())
    report = made_report(10.0, workers, **seen)
    trials = [made_trial("f", number, "v", report, outcome=outcome) for number in range(1, 4)]
    (found,) = concurrency([made_header(plan, cpus), *trials], plan)
    return found


def test_overlap_and_cpu_time_on_all_cpus_make_it_parallel():
    found = judged(overlap=0.97, cpu_per_wall=1.96)
    assert (found.word, found.overlap, found.kernel_threads, found.units) == ("parallel", 0.97, 2, 100)
    assert found.cpu_per_wall == pytest.approx(1.96)
    assert found.caveats == ()


@pytest.mark.parametrize(("share", "word"), [(1.61, "parallel"), (1.59, "concurrent")])
def test_parallel_needs_four_fifths_of_the_cpus(share, word):
    assert judged(cpu_per_wall=share).word == word


def test_threads_that_take_turns_on_one_lock_are_concurrent_and_not_parallel():
    found = judged(overlap=0.95, cpu_per_wall=1.0)
    assert found.word == "concurrent"
    assert found.caveats == ("they take turns: CPU time is 1.00 of wall time; parallel needs 1.6",)


@pytest.mark.parametrize(("cpus", "turns"), [(0.5, False), (1.1, True), (1.4, False)])
def test_taking_turns_is_said_only_where_they_have_about_one_cpu(cpus, turns):
    assert judged(cpu_per_wall=cpus).caveats[0].startswith("they take turns") == turns


@pytest.mark.parametrize(
    ("alive", "cpus", "word"), [(8.0, 1.98, "parallel"), (8.0, 1.0, "concurrent"), (1.5, 1.98, "not shown")]
)
def test_unequal_tasks_are_judged_by_how_many_were_under_way(alive, cpus, word):
    found = judged(overlap=0.01, alive=alive, cpu_per_wall=cpus, sizes=(3, 2, 1))
    assert (found.word, found.alive) == (word, alive)


def test_equal_tasks_have_no_figure_for_how_many_were_under_way():
    assert judged(alive=2.0).alive is None


def test_a_variant_that_was_given_fewer_cpus_needs_only_fill_those():
    plan = Plan("mine", 1, "full", (probe_variant("v", 2),), ())
    work = structs.replace(plan.variants[0].work, settings={"cpus": "1"})
    plan = structs.replace(plan, variants=(structs.replace(plan.variants[0], work=work),))
    (found,) = concurrency([made_header(plan), made_trial("f", 1, "v", made_report(10.0, 2, cpu_per_wall=1.0))], plan)
    assert "one CPU is allowed" in found.caveats[0]


@pytest.mark.parametrize(("overlap", "word"), [(0.80, "parallel"), (0.79, "not shown")])
def test_concurrent_needs_an_overlap_of_four_fifths(overlap, word):
    assert judged(overlap=overlap).word == word


def test_workers_one_after_the_other_are_not_called_concurrent():
    found = judged(overlap=0.1, cpu_per_wall=1.0)
    assert found.word == "not shown"
    assert "overlapped for 0.10 of the time" in found.caveats[0]


def test_without_stamps_nothing_is_said():
    found = judged(overlap=-1.0)
    assert (found.word, found.overlap) == ("not shown", None)
    assert "not stamped" in found.caveats[0]


def test_without_cpu_time_nothing_is_called_parallel():
    found = judged(cpu_per_wall=-1.0)
    assert (found.word, found.cpu_per_wall) == ("concurrent", None)


def test_on_one_cpu_nothing_is_parallel():
    found = judged(cpus="1", cpu_per_wall=1.0)
    assert found.word == "concurrent"
    assert "one CPU is allowed" in found.caveats[0]


def test_more_workers_than_cpus_need_only_fill_the_cpus():
    assert judged(workers=4, cpus="2", cpu_per_wall=1.9).word == "parallel"
    assert judged(workers=4, cpus="4", cpu_per_wall=1.9).word == "concurrent"


@pytest.mark.parametrize("model", ["serial", "thread"])
def test_one_worker_is_serial(model):
    assert judged(workers=1, model=model).word == "serial"


def test_a_worker_that_did_nothing_is_missed():
    assert "2 workers were asked for, 1 did the work" in judged(workers_seen=1).caveats
    assert judged(workers_seen=2).caveats == ()


def test_warm_up_and_failed_trials_do_not_count():
    plan = Plan("mine", 1, "full", (probe_variant("v", 2),), ())
    good, bad = made_report(10.0, 2, overlap=0.9), made_report(10.0, 2, overlap=0.1)
    trials = [made_trial("f", 1, "v", good), made_trial("f", 2, "v", bad, outcome="wrong answer")]
    (found,) = concurrency([made_header(plan), *trials], plan)
    assert found.overlap == 0.9


def test_a_command_without_a_probe_is_not_judged():
    plan = Plan("compare", 1, "full", (Variant("a", "a", CommandWork("a", ("a",))),), ())
    assert concurrency([made_header(plan)], plan) == ()


def test_fairness_is_the_median_over_trials_and_absent_where_it_is_not_known():
    assert judged(fairness=0.8).fairness == 0.8
    assert judged().fairness is None


@pytest.mark.parametrize(
    ("settings", "cpus"),
    [
        ({}, 4),
        ({"cpus": "2"}, 2),
        ({"policy": "fifo"}, 3),
        ({"policy": "fifo", "cpus": "1"}, 1),
        ({"policy": "idle"}, 4),
    ],
)
def test_a_variant_has_the_cpus_that_it_was_left_from_outside(settings, cpus):
    variant = Variant("one", "one", ProbeWork("c", "count", "thread", "posix", "O2", {}, settings=settings), workers=4)
    assert cpus_for(variant, 4) == cpus


def test_fifo_has_a_cpu_left_where_there_is_only_one():
    work = ProbeWork("c", "count", "thread", "posix", "O2", {}, settings={"policy": "fifo"})
    assert cpus_for(Variant("one", "one", work, workers=4), 1) == 1
