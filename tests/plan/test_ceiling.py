"""The machine's ceiling: which families are given one, in which rounds, and what is said where there is none."""

import pytest
from msgspec import structs

from assay.catalogue import Parameter, Workload
from assay.plan.expand import make_plan
from assay.study.reader import parse_study
from tests.study.made_catalogue import STUDY, made_catalogue

SPIN = Workload(
    name="spin",
    title="Spinning",
    summary="adds in a register",
    unit="turn",
    check="the sum",
    parameters={"total": Parameter("how often to add", 1000, minimum=1)},
)


def catalogue(spin=True):
    known = made_catalogue()
    return structs.replace(known, workloads=known.workloads | {"spin": SPIN}) if spin else known


def plan_of(text=STUDY, cpus=2, spin=True):
    known = catalogue(spin)
    return make_plan(parse_study(text, "mine", known), known, 1, "full", cpus)


def family(plan, name):
    return next(each for each in plan.families if each.name == name)


def test_a_scaling_family_runs_the_ceiling_in_its_own_rounds():
    gate = family(plan_of(), "gate 0")
    assert gate.variants[-2:] == ("c/spin/serial/O2", "c/spin/thread/O2/workers=2")
    assert gate.ceiling.baseline == "c/spin/serial/O2"
    assert (gate.ceiling.candidate, gate.ceiling.metric) == ("c/spin/thread/O2/workers=2", "unit_ns")
    assert gate.caveats == ()


def test_ladders_are_given_none():
    assert family(plan_of(), "O2").ceiling is None


def test_its_intervals_share_the_familys_error():
    gate = family(plan_of(), "gate 0")
    assert len(gate.pairs) == 3  # work gate, scaling, ceiling
    assert gate.comparisons == 4  # and the share of the ceiling


def test_it_has_as_many_threads_as_the_family_at_most():
    plan = plan_of(cpus=4)
    assert family(plan, "gate 0").ceiling.candidate == "c/spin/thread/O2/workers=4"
    assert {one.workers for one in plan.variants if one.name in plan.ceilings} == {1, 4}


def test_both_families_share_its_variants_in_the_plan():
    plan = plan_of()
    spinning = [one for one in plan.variants if one.work.workload == "spin"]
    assert [one.label for one in spinning] == ["ceiling, serial", "ceiling, 2 threads"]
    assert plan.ceilings == {one.name for one in spinning}
    assert all(one.work.arguments["total"] == "80000000" for one in spinning)


def test_where_a_pilot_finds_the_total_the_plan_says_none():
    text = STUDY.replace("total = [100]\n", "").replace("[factors]", "[scale]\nseconds = 0.1\n\n[factors]")
    spinning = [one for one in plan_of(text).variants if one.work.workload == "spin"]
    assert spinning
    assert all("total" not in one.work.arguments and one.work.scaled == "total" for one in spinning)


def test_what_is_set_from_outside_holds_for_it_too():
    text = STUDY.replace("total = [100]", "total = [100]\nnice = [10]")
    spinning = [one for one in plan_of(text).variants if one.work.workload == "spin"]
    assert all(one.work.settings == {"nice": "10"} for one in spinning)


def test_a_catalogue_without_it_leaves_a_caveat():
    gate = family(plan_of(spin=False), "gate 0")
    assert gate.ceiling is None
    assert 'workload "spin" or probe "c" is not in the catalogue' in gate.caveats[0]


def test_a_family_without_room_leaves_a_caveat():
    head = STUDY.partition("[[ladders]]")[0].replace(
        "step = [0, 1, 2]", "step = [0, 1, 2]\ngate = ['before_create', 'after_create']"
    )
    several = ", ".join(
        f'{{ step = {step}, model = "{model}", workers = "{workers}", gate = "{gate}" }}'
        for gate in ("before_create", "after_create")
        for step in (0, 1)
        for model, workers in (("serial", "1"), ("thread", "min(cpus, 4)"))
    ).replace('workers = "1"', "workers = 1")
    text = f'{head}\n[[families]]\nname = "f"\nkind = "scaling"\nquestion = "q"\nvariants = [{several}]\n'
    crowded = family(plan_of(text), "f")
    assert len(crowded.variants) == 8
    assert crowded.ceiling is None
    assert "a family has room for 8 variants, and 8 were asked for" in crowded.caveats[0]


def test_on_one_cpu_there_is_nothing_to_hold_against_it():
    gate = family(plan_of(cpus=1), "gate 0")
    assert (gate.ceiling, gate.caveats) == (None, ())


@pytest.mark.parametrize("metric", ["cpu_ns", "peak_memory_bytes"])
def test_what_is_no_time_of_the_work_has_no_ceiling(metric):
    text = STUDY.replace('kind = "scaling"', f'kind = "scaling"\nmetric = "{metric}"')
    assert family(plan_of(text), "gate 0").ceiling is None
