"""What a combination of levels becomes: words for the probe, settings around it, a name, a label, or a refusal."""

from assay.plan.expand import make_plan
from assay.plan.model import Plan, Variant
from assay.study.reader import parse_study
from tests.study.made_catalogue import STUDY, made_catalogue

HEAD = STUDY.partition("[[ladders]]")[0]
MORE = """
runtime = ["", "newest", "nightly"]
nice = ["", 0, 10]
policy = ["", "batch", "idle"]
cpus = ["", 1, 2]
hold = ["", 1]
"""


def plan_of(variants: str, kind: str = "comparison", cpus: int = 2, head: str = HEAD) -> Plan:
    text = head.replace("total = [100]", "total = [100]" + MORE).replace('probe = ["c"]', 'probe = ["c", "python"]')
    text = text.replace('build = ["O2", "O0"]', 'build = ["", "O2", "O0"]')
    known = made_catalogue()
    family = f'\n[[families]]\nname = "f"\nkind = "{kind}"\nquestion = "q"\nvariants = [{variants}]\n'
    return make_plan(parse_study(text + family, "mine", known), known, 1, "quick", cpus)


def only(variants: str, **more) -> Variant:
    return plan_of('{ model = "serial", step = 2 }, ' + variants, **more).variants[-1]


def test_settings_go_around_the_probe_and_knobs_into_it():
    work = only('{ model = "thread", nice = 10, policy = "idle", hold = 1 }').work
    assert work.settings == {"nice": "10", "policy": "idle"}
    assert work.arguments["hold"] == "1"
    assert not {"nice", "policy", "cpus", "observer"} & work.arguments.keys()


def test_a_setting_that_changes_nothing_is_left_out_though_it_is_named():
    variant = only('{ model = "thread", nice = 0 }')
    assert variant.work.settings == {}
    assert "nice=0" in variant.name


def test_what_is_not_said_is_no_word_and_no_factor():
    variant = only('{ model = "thread" }')
    assert "hold" not in variant.work.arguments
    assert not [factor for factor, level in variant.factors.items() if not level]


def test_the_runtime_is_the_first_one_that_needs_not_be_asked_for():
    variant = only('{ probe = "python" }')
    assert variant.work.runtime == "own"
    assert variant.name == "python/count/serial/own/step=0"
    assert variant.factors["runtime"] == "own"


def test_a_runtime_that_is_not_official_has_to_be_named_and_is_told_in_the_label():
    variant = only('{ probe = "python", runtime = "nightly" }')
    assert variant.work.runtime == "nightly"
    assert variant.label == "python nightly step 0, serial"


def test_a_factor_with_one_level_that_says_something_is_not_part_of_names():
    assert only('{ model = "thread", hold = 1 }').name == "c/count/thread/O2/step=0/workers=1"


def test_tasks_follow_workers_unless_they_are_a_factor():
    assert only('{ model = "thread", workers = "min(cpus, 4)" }').work.arguments["tasks"] == "2"
    head = HEAD.replace("[trial_seconds]", "tasks = [17]\n\n[trial_seconds]")
    assert only('{ model = "thread", workers = "min(cpus, 4)" }', head=head).work.arguments["tasks"] == "17"


def test_each_probe_may_call_its_work_as_often_as_it_needs():
    head = HEAD.replace("[factors]", "[inside_of.python]\nwarmup = 2\n\n[factors]")
    plan = plan_of('{ model = "serial" }, { probe = "python" }', head=head)
    assert [(one.work.arguments["iterations"], one.work.arguments["warmup"]) for one in plan.variants] == [
        ("1", "0"),
        ("1", "2"),
    ]


def test_more_cpus_than_there_are_are_refused_as_what_this_machine_lacks():
    variants = '{ model = "serial" }, { model = "thread" }, { model = "thread", cpus = 2 }'
    plan = plan_of(variants, cpus=1)
    (refusal,) = plan.refused
    assert "it is to run on 2 CPUs, found 1 allowed" in refusal.reason
    assert refusal.machine_lacks
    assert plan_of(variants, cpus=2).refused == ()


def test_what_takes_turns_is_refused_where_scaling_is_asked_for_and_nowhere_else():
    head = HEAD.replace('"thread"]', '"thread", "coroutine"]')
    variants = '{ model = "serial" }, { model = "coroutine", workers = "min(cpus, 4)" }, { model = "thread" }'
    (refusal,) = plan_of(variants, "scaling", head=head).refused
    assert "coroutines take turns on one thread" in refusal.reason
    for kind in ("comparison", "observation", "response"):
        assert plan_of(variants, kind, head=head).refused == ()
