"""A plan on screen: everything that runs is named, with its rounds and its minutes."""

from assay.plan.compare import compare_plan
from assay.plan.cost import Forecast, cost_of
from assay.plan.expand import make_plan
from assay.plan.order import trials_of_round
from assay.report.plan_text import plan_document, plan_text
from assay.study.reader import parse_study
from tests.study.made_catalogue import STUDY, made_catalogue


def made_plan(cpus: int = 2, mode: str = "full", text: str = STUDY):
    known = made_catalogue()
    return make_plan(parse_study(text, "mine", known), known, 1, mode, cpus)


def seconds(plan, each: float = 0.2) -> Forecast:
    return Forecast({variant.name: each for variant in plan.variants})


UNKNOWN = Forecast({})


def test_every_variant_family_and_ratio_is_named():
    plan = made_plan()
    text = plan_text(plan, seconds(plan), 120)
    assert all(variant.label in text for variant in plan.variants)
    assert all(f"{family.name}: {family.question}" in text for family in plan.families)
    for word in ("extra work", "scaling", "work gate", "baseline", "20 rounds, one look", "margin 3 %"):
        assert word in text


def test_a_round_of_which_nobody_knows_how_long_it_takes_is_not_said_to_take_no_time():
    text = plan_text(made_plan(), UNKNOWN, 120)
    assert "one look, time of a round unknown; margin" in text
    assert "a round;" not in text
    assert "time of a round unknown" not in plan_text(made_plan(), seconds(made_plan()), 120)


def test_the_minutes_are_those_of_the_cost():
    """16 places in the families, 0.2 s each and 2 ms between: 21 rounds with the pilots are 68 s."""
    plan = made_plan()
    assert sum(len(family.variants) for family in plan.families) == 16
    cost = cost_of(plan, seconds(plan).trials)
    assert plan_document(plan, seconds(plan))["seconds"] == cost.last_seconds
    assert abs(cost.last_seconds - 16 * 21 * 0.202) < 1e-6
    assert "about 68 s" in plan_text(plan, seconds(plan), 100)


def test_the_first_round_is_shown_in_the_order_in_which_it_will_run():
    plan = made_plan()
    labels = {variant.name: variant.label for variant in plan.variants}
    first = "; ".join(labels[trial.variant] for trial in trials_of_round(plan, "gate 0", 1))
    assert f"first round: {first}" in plan_text(plan, UNKNOWN, 120)


def test_without_knowing_the_length_of_a_trial_no_time_is_promised():
    assert "time unknown" in plan_text(made_plan(), UNKNOWN, 100)


def test_quick_says_quick():
    assert "(quick)" in plan_text(made_plan(mode="quick"), UNKNOWN, 100)
    assert "(quick)" not in plan_text(made_plan(), UNKNOWN, 100)


def test_what_cannot_run_is_said_with_its_reason_once_and_all_its_variants():
    plan = made_plan(cpus=1)
    text = plan_text(plan, UNKNOWN, 100)
    assert text.count("scaling needs at least 2 workers") == 1
    assert all(refusal.variant in text for refusal in plan.refused)
    assert "cannot run here" not in plan_text(made_plan(), UNKNOWN, 100)


def test_planned_looks_are_all_shown():
    assert "looks after 10, 20, 40, 80 rounds" in plan_text(compare_plan(["a", "b"]), UNKNOWN, 100)


def test_a_study_that_measures_nothing_says_so():
    text = 'title = "t"\nsource = "s"\nquestion = "q"\nclaims_of = ["count"]'
    assert "nothing to measure" in plan_text(made_plan(text=text), UNKNOWN, 100)


def test_no_line_is_wider_than_the_screen():
    plan = made_plan(cpus=1)
    assert max(map(len, plan_text(plan, seconds(plan), 80).splitlines())) <= 80


def test_the_document_names_what_the_plan_holds():
    plan = made_plan(cpus=1)
    document = plan_document(plan, UNKNOWN)
    assert document["schema"] == "assay/1"
    assert [family["name"] for family in document["families"]] == [family.name for family in plan.families]
    assert len(document["skipped"]) == len(plan.refused) > 0


def test_the_minutes_of_both_modes_and_of_finding_the_totals_are_told():
    plan = made_plan()
    expected = Forecast(seconds(plan).trials, before_s=32.0, by_mode={"quick": 360.0, "full": 660.0})
    text = plan_text(plan, expected, 120)
    assert "in all: quick about 6 min, full about 11 min" in text
    assert "with pilots, about 1.7 min" in text  # 68 s of trials and 32 s before them
    assert plan_document(plan, expected)["seconds"] == 32.0 + cost_of(plan, expected.trials).last_seconds
