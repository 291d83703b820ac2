"""From a study to a plan: names, pairs, looks, and what is refused before anything runs."""

import pytest

from assay.catalogue import load_catalogue
from assay.plan.expand import make_plan
from assay.plan.model import Plan
from assay.plan.order import trials_of_round
from assay.study.reader import parse_study, read_study
from tests.study.made_catalogue import STUDY, made_catalogue

HEAD = STUDY.partition("[[ladders]]")[0]


def plan_of(text: str = STUDY, cpus: int = 2, mode: str = "full", seed: int = 1, **catalogue: bool) -> Plan:
    known = made_catalogue(**catalogue)
    return make_plan(parse_study(text, "mine", known), known, seed, mode, cpus)


def family(variants: str, kind: str = "comparison", head: str = HEAD) -> str:
    return f'{head}\n[[families]]\nname = "f"\nkind = "{kind}"\nquestion = "q"\nvariants = [{variants}]\n'


def roles(plan: Plan, name: str) -> list[tuple[str, str, str]]:
    (chosen,) = [each for each in plan.families if each.name == name]
    return [(pair.role, pair.baseline, pair.candidate) for pair in chosen.pairs]


def test_the_same_study_seed_and_machine_give_the_same_plan():
    assert plan_of() == plan_of()
    assert plan_of(seed=2) != plan_of()
    first, second = plan_of(), plan_of()
    assert [trials_of_round(first, "O2", n) for n in (1, 2)] == [trials_of_round(second, "O2", n) for n in (1, 2)]


def test_a_variant_is_named_by_what_differs_in_its_study():
    names = [variant.name for variant in plan_of().variants]
    assert names[:5] == [
        "c/count/serial/O2/step=0",
        "c/count/serial/O2/step=1",
        "c/count/serial/O2/step=2",
        "c/count/thread/O2/step=0/workers=2",
        "c/count/thread/O2/step=2/workers=2",
    ]
    assert len(set(names)) == len(names)
    assert plan_of().variants[3].label == "O2 step 0, 2 threads"


def test_a_probe_is_told_everything_it_needs():
    work = plan_of(seed=5).variants[4].work
    assert (work.probe, work.workload, work.model, work.implementation, work.build) == (
        "c", "count", "thread", "posix", "O2",
    )  # fmt: skip
    assert work.arguments == {
        "workers": "2",
        "tasks": "2",
        "iterations": "1",
        "warmup": "0",
        "seed": "5",
        "step": "2",
        "total": "100",
    }


def test_a_ladder_asks_for_extra_work_at_every_step_and_scaling_where_it_is_concurrent():
    assert roles(plan_of(), "O2") == [
        ("extra_work", "c/count/serial/O2/step=0", "c/count/serial/O2/step=1"),
        ("extra_work", "c/count/serial/O2/step=0", "c/count/serial/O2/step=2"),
        ("scaling", "c/count/serial/O2/step=0", "c/count/thread/O2/step=0/workers=2"),
        ("scaling", "c/count/serial/O2/step=2", "c/count/thread/O2/step=2/workers=2"),
    ]


def test_a_scaling_family_compares_one_worker_as_the_work_gate():
    assert roles(plan_of(), "gate 2") == [
        ("work_gate", "c/count/serial/O2/step=2", "c/count/thread/O2/step=2/workers=1"),
        ("scaling", "c/count/serial/O2/step=2", "c/count/thread/O2/step=2/workers=2"),
    ]


def test_in_a_comparison_the_first_variant_is_the_baseline():
    plan = plan_of(family("{ step = 1 }, { step = 0 }, { step = 2 }"))
    assert roles(plan, "f") == [
        ("primary", "c/count/serial/O2/step=1", "c/count/serial/O2/step=0"),
        ("primary", "c/count/serial/O2/step=1", "c/count/serial/O2/step=2"),
    ]


def test_a_response_family_compares_how_long_each_batch_took_with_the_first():
    plan = plan_of(family("{ step = 1 }, { step = 0 }", "response"))
    assert roles(plan, "f") == [("elapsed", "c/count/serial/O2/step=1", "c/count/serial/O2/step=0")]
    assert {pair.metric for pair in plan.families[0].pairs} == {"work_wall_ns"}


def test_an_observation_compares_nothing_and_runs_all_the_same():
    plan = plan_of(family("{ step = 1 }, { step = 0 }", "observation"))
    (only,) = plan.families
    assert (only.pairs, len(only.variants), only.comparisons) == ((), 2, 1)
    assert only.can_be_told(only.variants[1:])
    assert not only.can_be_told(())


def test_a_family_may_take_its_own_number_of_rounds():
    text = family("{ step = 1 }, { step = 0 }", "observation").replace('question = "q"', 'question = "q"\nrounds = 3')
    for mode in ("quick", "full"):
        assert [look.rounds for look in plan_of(text, mode=mode).families[0].looks] == [3]


def test_quick_leaves_out_what_the_study_does_not_ask_quickly_and_says_so():
    text = family("{ step = 1 }, { step = 0 }").replace('question = "q"', 'question = "q"\nquick = false')
    assert [one.name for one in plan_of(text, mode="full").families] == ["f"]
    quick = plan_of(text, mode="quick")
    assert quick.families == ()
    (left_out,) = quick.refused
    assert (left_out.variant, left_out.expected, left_out.remedy) == ("f", True, "run it without --quick")


def test_only_a_pair_that_runs_on_both_sides_can_be_told():
    only = plan_of(family("{ step = 1 }, { step = 0 }")).families[0]
    assert only.can_be_told(only.variants)
    assert not only.can_be_told(only.variants[:1])


def test_the_plan_knows_what_a_unit_of_its_work_is_called():
    assert plan_of().units == {"count": "count"}


@pytest.mark.parametrize(("mode", "rounds"), [("quick", 12), ("full", 20)])
def test_a_study_takes_one_look_after_the_rounds_of_its_mode(mode, rounds):
    for each in plan_of(mode=mode).families:
        (look,) = each.looks
        assert (look.rounds, look.alpha) == (rounds, 0.05)


def test_the_rule_for_quiet_rounds_travels_with_the_plan():
    plan = plan_of(STUDY.replace("[factors]", "[quiet]\nshare = 0.02\nrounds = 8\n\n[factors]"))
    assert {(each.quiet_share, each.quiet_rounds) for each in plan.families} == {(0.02, 8)}


def test_a_sweep_becomes_a_variant_for_each_number_of_workers():
    head = HEAD.replace('"min(cpus, 4)"]', '"min(cpus, 4)", "1..cpus"]')
    plan = plan_of(family('{ model = "serial" }, { model = "thread", workers = "1..cpus" }', "scaling", head), cpus=3)
    assert [variant.workers for variant in plan.variants] == [1, 1, 2, 3]


def test_on_one_cpu_scaling_is_refused_with_its_reason_and_the_rest_still_runs():
    plan = plan_of(cpus=1)
    assert {refusal.variant for refusal in plan.refused} >= {"c/count/thread/O2/step=0/workers=min(cpus, 4)"}
    assert all("scaling needs at least 2 workers" in refusal.reason for refusal in plan.refused)
    assert all(refusal.remedy for refusal in plan.refused)
    assert {pair.role for each in plan.families for pair in each.pairs} == {"extra_work", "work_gate"}


def test_two_cpus_are_enough_for_nothing_to_be_refused():
    assert plan_of(cpus=2).refused == ()


@pytest.mark.parametrize(
    ("head", "variants", "kind", "reason"),
    [
        (
            HEAD,
            '{ step = 1 }, { workers = "min(cpus, 4)" }, { step = 2 }',
            "comparison",
            "expected 1 worker",
        ),
        (
            HEAD.replace('"thread"]', '"thread", "fibre"]'),
            '{ model = "serial" }, { model = "fibre" }, { step = 1 }',
            "comparison",
            'unknown model of probe c "fibre"',
        ),
        (
            HEAD.replace("total = [100]", 'total = [100]\nimplementation = ["posix", "own"]'),
            '{ model = "serial" }, { model = "thread", implementation = "own" }, { step = 1 }',
            "comparison",
            'unknown implementation of c thread "own"',
        ),
        (
            HEAD.replace('["c"]', '["c", "python"]'),
            '{ model = "serial" }, { probe = "python", build = "O0" }, { step = 1 }',
            "comparison",
            'unknown build of probe python "O0"',
        ),
        (
            HEAD.replace('"thread"]', '"thread", "coroutine"]'),
            '{ model = "serial" }, { model = "coroutine", workers = "min(cpus, 4)" }, { model = "thread" }',
            "scaling",
            "coroutines take turns on one thread",
        ),
    ],
)
def test_a_variant_that_cannot_be_is_refused_with_its_reason_before_anything_runs(head, variants, kind, reason):
    plan = plan_of(family(variants, kind, head))
    (refusal,) = plan.refused
    assert reason in refusal.reason
    assert refusal.variant not in {variant.name for variant in plan.variants}
    assert plan.families


def test_coroutines_may_be_compared_where_nobody_speaks_of_scaling():
    head = HEAD.replace('"thread"]', '"thread", "coroutine"]')
    plan = plan_of(family('{ model = "serial" }, { model = "coroutine", workers = "min(cpus, 4)" }', head=head))
    assert plan.refused == ()


def test_work_that_needs_all_its_tasks_at_once_is_refused_serially():
    head = HEAD.replace("total = [100]", "total = [100]\ntasks = [2]")
    text = family(
        '{ model = "serial" }, { model = "thread", workers = "min(cpus, 4)" }, '
        '{ model = "pool", workers = "min(cpus, 4)" }',
        head=head.replace('"thread"]', '"thread", "pool"]'),
    )
    plan = plan_of(text, needs_all_running=True)
    (refusal,) = plan.refused
    assert "needs all 2 tasks running at once, but serial runs at most 1" in refusal.reason
    assert plan_of(text).refused == ()


def test_a_family_shares_its_error_among_all_the_intervals_it_prints():
    sizes = {each.name: (len(each.pairs), each.comparisons) for each in plan_of().families}
    assert sizes["O2"] == (4, 5)  # extra work twice, scaling twice; the last step's speed-up besides
    assert sizes["gate 0"] == (2, 2)
    (alone,) = plan_of(family('{ model = "serial" }, { model = "thread" }')).families
    assert (len(alone.pairs), alone.comparisons) == (1, 1)


def test_a_family_with_nothing_left_to_compare_does_not_run():
    head = HEAD.replace('"thread"]', '"thread", "fibre"]')
    plan = plan_of(family('{ model = "serial" }, { model = "fibre" }', head=head))
    assert plan.families == ()
    assert plan.variants == ()


@pytest.mark.parametrize("name", ["count", "tour"])
@pytest.mark.parametrize("cpus", [1, 2, 4, 128])
def test_the_shipped_studies_fit_any_machine(name, cpus):
    catalogue = load_catalogue()
    plan = make_plan(read_study(name, catalogue), catalogue, 1, "quick", cpus)
    assert plan.families
    assert all(1 + (each.kind != "observation") <= len(each.variants) <= 8 for each in plan.families)
    scaled = {pair.candidate for each in plan.families for pair in each.pairs if pair.role in ("scaling", "ceiling")}
    assert max((one.workers for one in plan.variants if one.name in scaled), default=1) == min(cpus, 4)
