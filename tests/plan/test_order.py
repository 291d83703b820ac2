"""The order of a round: the same for the same seed, and every order equally likely."""

from collections import Counter
from itertools import pairwise, permutations

from assay.plan.compare import compare_plan
from assay.plan.model import Plan
from assay.plan.order import PADDINGS, memory_trials, pilot_trials, trials_of_round

ROUNDS = 2400
KNOWN_FIRSTS = ["sleep 1", "sleep 0", "sleep 0", "sleep 1", "sleep 0", "sleep 0", "sleep 0", "sleep 1"]


def plan_of(count: int, seed: int = 7, mode: str = "full") -> Plan:
    return compare_plan([f"sleep {number}" for number in range(count)], seed=seed, mode=mode)


def order_of(plan: Plan, round_number: int) -> tuple[str, ...]:
    return tuple(trial.variant for trial in trials_of_round(plan, "commands", round_number))


def test_a_round_runs_each_variant_once():
    plan = plan_of(5)
    trials = trials_of_round(plan, "commands", 3)
    assert sorted(trial.variant for trial in trials) == sorted(variant.name for variant in plan.variants)
    assert [trial.position for trial in trials] == [0, 1, 2, 3, 4]
    assert {trial.round for trial in trials} == {3}


def test_the_same_seed_gives_the_same_round_and_another_seed_another():
    first = [order_of(plan_of(4, seed=1), number) for number in range(1, 30)]
    assert first == [order_of(plan_of(4, seed=1), number) for number in range(1, 30)]
    assert first != [order_of(plan_of(4, seed=2), number) for number in range(1, 30)]


def test_a_known_draw_never_changes():
    """Resuming a run draws the rounds again: another draw in a later version would mix two plans."""
    assert [order_of(plan_of(2, seed=1), number)[0] for number in range(1, 9)] == KNOWN_FIRSTS


def test_every_order_is_equally_likely():
    """Pearson's statistic over the 6 orders of three variants; 25.7 is exceeded once in 10,000 (5 degrees)."""
    plan = plan_of(3)
    seen = Counter(order_of(plan, number) for number in range(1, ROUNDS + 1))
    expected = ROUNDS / 6
    orders = list(permutations(variant.name for variant in plan.variants))
    assert sum((seen[order] - expected) ** 2 / expected for order in orders) < 25.7


def test_the_orders_of_neighbouring_rounds_do_not_hang_together():
    """Of two variants, whether the first one changes between rounds is a fair coin too: 4 standard deviations."""
    plan = plan_of(2)
    firsts = [order_of(plan, number)[0] for number in range(1, ROUNDS + 1)]
    changes = sum(a != b for a, b in pairwise(firsts))
    assert abs(changes - ROUNDS / 2) < 4 * (ROUNDS / 4) ** 0.5


def test_padding_is_drawn_once_a_round_and_over_the_whole_page():
    plan = plan_of(3)
    rounds = [{trial.padding for trial in trials_of_round(plan, "commands", number)} for number in range(1, 400)]
    assert all(len(paddings) == 1 for paddings in rounds)
    drawn = sorted(padding for paddings in rounds for padding in paddings)
    assert 0 <= drawn[0] < 100
    assert PADDINGS - 100 < drawn[-1] < PADDINGS


def test_memory_is_measured_in_extra_trials_of_early_rounds_and_never_in_quick_mode():
    plan = plan_of(2)
    assert {trial.purpose for trial in memory_trials(plan, "commands", 1)} == {"memory"}
    assert len(memory_trials(plan, "commands", 10)) == 2
    assert memory_trials(plan, "commands", 11) == ()
    assert memory_trials(plan_of(2, mode="quick"), "commands", 1) == ()


def test_each_variant_has_one_pilot_before_the_first_round():
    trials = pilot_trials(plan_of(3), "commands")
    assert {(trial.purpose, trial.round) for trial in trials} == {("pilot", 0)}
    assert len({trial.variant for trial in trials}) == 3


def test_no_two_trials_of_a_plan_share_a_key():
    plan = plan_of(3)
    trials = [*pilot_trials(plan, "commands")]
    for number in range(1, 30):
        trials += [*trials_of_round(plan, "commands", number), *memory_trials(plan, "commands", number)]
    assert len({trial.key for trial in trials}) == len(trials)
