"""How much work a trial does where a pilot finds it: one total for all variants that do the same work."""

import pytest

from assay.plan.cost import expected_seconds, scaling_seconds, whole_seconds
from assay.plan.expand import make_plan
from assay.plan.model import ProbeWork
from assay.plan.scale import next_total, pilot_of, total_for, work_name, works_of
from assay.study.reader import parse_study
from tests.study.made_catalogue import STUDY, made_catalogue

SCALED = (
    STUDY.replace("total = [100]\n", "nice = [0, 10]\n")
    .replace("[factors]", "[scale]\nseconds = 0.2\n\n[inside_of.c]\niterations = 3\nwarmup = 2\n\n[factors]")
    .replace('[trial_seconds]\n"*" = 0.2\n"*/O0/*" = 0.5\n', '[start_seconds]\n"*" = 0.05\n')
)


def study_and_plan(text: str = SCALED, mode: str = "full", cpus: int = 2):
    known = made_catalogue()
    study = parse_study(text, "mine", known)
    return study, make_plan(study, known, 1, mode, cpus)


def test_what_a_pilot_is_to_find_is_not_among_the_words_and_is_named():
    _, plan = study_and_plan()
    works = [variant.work for variant in plan.variants if isinstance(variant.work, ProbeWork)]
    assert works
    assert {work.scaled for work in works if work.workload == "count"} == {"total"}
    assert all("total" not in work.arguments for work in works if work.workload == "count")


def test_what_the_study_says_itself_is_left_alone():
    _, plan = study_and_plan(STUDY)
    assert {variant.work.scaled for variant in plan.variants} == {""}
    assert works_of(plan) == {}


def test_serial_and_concurrent_variants_of_a_loop_are_one_work_whatever_is_set_around_them():
    stepping_back = SCALED.replace(
        '{ model = "thread", workers = 1 },', '{ model = "thread", workers = 1, nice = 10 },'
    )
    _, plan = study_and_plan(stepping_back)
    works = works_of(plan)
    assert list(works) == [f"c/count/{build}/step={step}" for build in ("O2", "O0") for step in (0, 1, 2)]
    models = {name.split("/")[2] for name in works["c/count/O2/step=0"]}
    assert models == {"serial", "thread"}
    assert any("nice=10" in name for name in works["c/count/O2/step=0"])


def test_a_pilot_is_serial_and_warm_and_without_knobs_and_settings():
    text = SCALED.replace("nice = [0, 10]", "nice = [10]\nsteps = [2]").replace("warmup = 2", "warmup = 0")
    _, plan = study_and_plan(text)
    threads = next(variant for variant in plan.variants if variant.workers == 2)
    pilot = pilot_of("c/count/O2/step=0", threads, made_catalogue())
    work = pilot.variant.work
    assert (work.model, work.implementation, work.settings, work.scaled) == ("serial", "posix", {}, "total")
    assert "steps" not in work.arguments
    assert (work.arguments["iterations"], work.arguments["warmup"], work.arguments["workers"]) == ("3", "1", "1")
    assert pilot.calls == 3
    assert work_name(work) == work_name(threads.work)


@pytest.mark.parametrize(("seconds", "total"), [(1e-7, 100_000), (0.001, 30_000), (0.0199, 2_000), (0.0, 100_000)])
def test_the_next_pilot_is_larger_but_not_by_too_much(seconds, total):
    assert next_total(1000, seconds) == total


def test_the_total_is_rounded_to_two_digits_and_never_nothing():
    assert total_for(0.2, 2e-8) == 10_000_000
    assert total_for(0.2, 2.6e-8) == 7_700_000
    assert total_for(0.2, 50.0) == 1


def test_a_trial_is_expected_to_take_its_start_and_its_share_of_the_work():
    study, plan = study_and_plan()
    seconds = expected_seconds(plan, study, cpus=2)
    named = {variant.name: seconds[variant.name] for variant in plan.variants}
    assert named["c/count/serial/O2/step=0/nice=0"] == pytest.approx(0.25)
    assert named["c/count/thread/O2/step=0/nice=0/workers=2"] == pytest.approx(0.15)


def test_finding_the_totals_is_priced_too():
    study, plan = study_and_plan()
    assert scaling_seconds(plan, study) > 6 * 0.05
    fixed, fixed_plan = study_and_plan(STUDY)
    assert scaling_seconds(fixed_plan, fixed) == 0.0
    assert whole_seconds(plan, study, 2) > scaling_seconds(plan, study)
