"""The noise laws have the size, the memory and the share of time they are described with."""

import numpy as np
import pytest

from assay.stats.noise import BLOCK, NOISE, bursts, quantised, seen_through_clock, switched, wandering
from assay.stats.session import SCENARIOS, Design, log_ratios


@pytest.mark.parametrize("name", NOISE)
@pytest.mark.parametrize("slots", [1, 24, 700])
def test_every_law_fills_any_number_of_slots(name, slots):
    drawn = NOISE[name](np.random.default_rng(1), slots)
    assert drawn.shape == (slots,)
    assert np.all(np.isfinite(drawn))


@pytest.mark.parametrize("name", NOISE)
def test_the_same_seed_draws_the_same_noise(name):
    one, same, other = (NOISE[name](np.random.default_rng(seed), 50) for seed in (7, 7, 8))
    assert np.array_equal(one, same)
    assert name == "still" or not np.array_equal(one, other)


def test_wandering_is_stationary_across_the_seams_of_its_blocks():
    rng = np.random.default_rng(2)
    paths = np.array([wandering(rng, 2 * BLOCK + 50, 0.9) for _ in range(4000)])
    assert paths.std(axis=0) == pytest.approx(1, abs=0.06)
    for slot in (0, BLOCK - 1, 2 * BLOCK - 1):
        assert np.corrcoef(paths[:, slot], paths[:, slot + 1])[0, 1] == pytest.approx(0.9, abs=0.02)
        assert np.corrcoef(paths[:, slot], paths[:, slot + 10])[0, 1] == pytest.approx(0.9**10, abs=0.06)


def test_spread_of_the_independent_laws_is_as_described():
    rng = np.random.default_rng(3)
    spread = {name: NOISE[name](rng, 200_000).std() for name in ("iid", "process", "bimodal", "quiet")}
    assert spread["iid"] == pytest.approx(0.02, rel=0.02)
    assert spread["process"] == pytest.approx(np.hypot(0.015, 0.01), rel=0.02)
    assert spread["bimodal"] == pytest.approx(np.hypot(0.03, 0.005), rel=0.02)
    assert spread["quiet"] == pytest.approx(0.01, rel=0.02)


def test_switched_is_on_a_tenth_of_the_time_eight_slots_at_a_stretch():
    states = switched(np.random.default_rng(4), 400_000, share=0.1, stretch=8)
    assert states.mean() == pytest.approx(0.1, abs=0.01)
    starts = np.sum(~states[:-1] & states[1:])
    assert states.sum() / starts == pytest.approx(8, rel=0.05)


def test_bursts_cost_fifteen_percent_on_average_while_on():
    drawn = bursts(np.random.default_rng(5), 400_000)
    assert drawn.mean() == pytest.approx(0.015, rel=0.1)
    assert np.mean(drawn > 0.05) == pytest.approx(0.1 * np.exp(-0.05 / 0.15), rel=0.1)


def test_a_coarse_clock_makes_ties():
    drawn = quantised(np.random.default_rng(6), 200)
    assert len(set(drawn.tolist())) < 60
    assert np.exp(seen_through_clock(np.array([0.0, 0.0123]), 0.01)) == pytest.approx([1.0, 1.01])


def test_nothing_lasts_less_than_one_step_of_the_clock():
    assert np.exp(seen_through_clock(np.array([-9.0]), 0.02)) == pytest.approx([0.02])


def test_a_session_holds_the_effect_it_was_given():
    rng = np.random.default_rng(7)
    drawn = log_ratios(rng, SCENARIOS["iid"], 20_000, effect=0.05)
    assert drawn.mean() == pytest.approx(np.log(1.05), abs=1e-3)


def test_a_fair_coin_spreads_a_place_penalty_evenly_and_a_fixed_order_does_not():
    rng = np.random.default_rng(8)
    fair = log_ratios(rng, SCENARIOS["iid"], 20_000, design=Design(second_place=0.05))
    fixed = log_ratios(rng, SCENARIOS["iid"], 20_000, design=Design(fair_coin=False, second_place=0.05))
    assert fair.mean() == pytest.approx(0, abs=2e-3)
    assert fixed.mean() == pytest.approx(0.05, abs=2e-3)


def test_only_the_candidate_has_what_only_the_candidate_has():
    rng = np.random.default_rng(9)
    drawn = np.exp(log_ratios(rng, SCENARIOS["asymmetric bursts"], 50_000))
    assert drawn.mean() == pytest.approx(1.022, abs=0.002)  # 10 % of e^0.2 - 1
    assert np.median(drawn) == pytest.approx(1.002, abs=0.002)
