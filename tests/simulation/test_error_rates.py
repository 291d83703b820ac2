"""The error rates Assay promises, measured on its own decision code under every noise law.

A thousand sessions a cell here, ten thousand in the slow tests. Where a rate is checked on a thousand, the bound is
widened to what a true rate on the bound shows with chance 1 - 1e-4 (rates.at_most); on ten thousand it is checked as it
stands, with that slack only where the exact test itself spends close to the bound.
"""

import numpy as np
import pytest

from assay.stats.hodges_lehmann import hodges_lehmann, hodges_lehmann_interval
from assay.stats.session import SCENARIOS, log_ratios
from assay.stats.signed_rank import null_counts, signed_rank_test
from tests.simulation.rates import EVEN, LOPSIDED, PLANNED, at_least, at_most, exact_size, fixed, pearson, simulate

EFFECTS = (0.0, 0.01, 0.02, 0.05, 0.10)
SIZES = [pytest.param(1000, id="1000"), pytest.param(10_000, id="10000", marks=pytest.mark.slow)]

# P("slower") at +1, +2, +5, +10 % for 10, 20 and 40 rounds, margin 0, from 2,000 replicates of an independent program.
POWER = {
    "iid": ((0.16, 0.48, 1, 1), (0.31, 0.84, 1, 1), (0.57, 0.99, 1, 1)),
    "process": ((0.19, 0.59, 1, 1), (0.34, 0.89, 1, 1), (0.66, 1, 1, 1)),
    "bimodal": ((0.21, 0.21, 0.77, 1), (0.30, 0.35, 0.99, 1), (0.53, 0.59, 1, 1)),
    "drift": ((0.40, 0.91, 1, 1), (0.76, 1, 1, 1), (0.98, 1, 1, 1)),
    "ar1": ((0.69, 1, 1, 1), (0.96, 1, 1, 1), (1, 1, 1, 1)),
    "bursts": ((0.38, 0.77, 0.84, 0.90), (0.66, 0.88, 0.95, 0.99), (0.86, 0.98, 1, 1)),
    "heavy": ((0.31, 0.55, 0.84, 0.93), (0.58, 0.88, 0.99, 1), (0.86, 1, 1, 1)),
    "mix": ((0.22, 0.61, 0.97, 0.99), (0.42, 0.93, 1, 1), (0.73, 1, 1, 1)),
}


@pytest.mark.parametrize("replicates", SIZES)
@pytest.mark.parametrize("rounds", [12, 30])
@pytest.mark.parametrize("scenario", EVEN)
def test_false_alarms_of_a_fixed_number_of_rounds(scenario, rounds, replicates):
    rates = simulate(scenario, 0.0, fixed(rounds), 0.0, replicates)
    allowed = at_most(exact_size(rounds), replicates)
    assert allowed <= 0.06 or replicates == 1000
    assert rates.share("slower", "faster") <= allowed


@pytest.mark.parametrize("replicates", SIZES)
@pytest.mark.parametrize("scenario", EVEN)
def test_false_alarms_of_four_looks(scenario, replicates):
    rates = simulate(scenario, 0.0, PLANNED, 0.02, replicates)
    assert rates.share("slower", "faster") <= (at_most(0.05, replicates) if replicates == 1000 else 0.05)


@pytest.mark.parametrize("replicates", SIZES)
@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize("scenario", EVEN)
def test_coverage_of_a_fixed_number_of_rounds(scenario, effect, replicates):
    for rounds in (12, 30):
        covered = simulate(scenario, effect, fixed(rounds), 0.0, replicates).covered / replicates
        assert covered >= (at_least(0.94, replicates) if replicates == 1000 else 0.94)


@pytest.mark.parametrize("replicates", SIZES)
@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize("scenario", EVEN)
def test_coverage_and_signs_at_stopping(scenario, effect, replicates):
    rates = simulate(scenario, effect, PLANNED, 0.02, replicates)
    assert rates.covered / replicates >= (at_least(0.95, replicates) if replicates == 1000 else 0.95)
    if effect >= 0.01:
        assert rates.share("faster") <= 0.005


@pytest.mark.parametrize("replicates", SIZES)
@pytest.mark.parametrize("margin", [0.01, 0.02])
@pytest.mark.parametrize("scenario", EVEN)
def test_an_effect_as_large_as_the_margin_is_not_called_no_difference(scenario, margin, replicates):
    rates = simulate(scenario, margin, PLANNED, margin, replicates)
    assert rates.share("no_difference") <= (at_most(0.05, replicates) if replicates == 1000 else 0.05)


@pytest.mark.parametrize("replicates", SIZES)
@pytest.mark.parametrize("scenario", POWER)
def test_power_is_not_below_the_published_table(scenario, replicates):
    for rounds, row in zip((10, 20, 40), POWER[scenario], strict=True):
        for effect, published in zip((0.01, 0.02, 0.05, 0.10), row, strict=True):
            found = simulate(scenario, effect, fixed(rounds), 0.0, replicates).share("slower")
            # on a thousand replicates both tables wobble: four standard errors of 0.5 * 0.5 / 1000 are 0.063
            slack = 0.05 if replicates > 1000 else 0.05 + 0.063 * 2 * np.sqrt(published * (1 - published))
            assert found >= published - slack, (rounds, effect)


@pytest.mark.parametrize("replicates", SIZES)
@pytest.mark.parametrize("scenario", [name for name in EVEN if name != "quantised"])
def test_p_values_follow_their_exact_discrete_law(scenario, replicates):
    """W of A/A sessions against the counted null, by chi-square (with ties each session has a null of its own)."""
    rounds, rng = 12, np.random.default_rng(replicates)
    seen = [0] * (rounds * (rounds + 1) // 2 + 1)
    for _ in range(replicates):
        seen[int(signed_rank_test(log_ratios(rng, SCENARIOS[scenario], rounds)).statistic)] += 1
    law = [count / 2**rounds for count in null_counts(range(1, rounds + 1))]
    assert pearson(seen, law) > 0.001


@pytest.mark.parametrize("replicates", SIZES)
def test_p_values_of_a_coarse_clock_are_never_too_small(replicates):
    rng = np.random.default_rng(replicates)
    p_values = np.array(
        [signed_rank_test(log_ratios(rng, SCENARIOS["quantised"], 12)).p_two_sided for _ in range(replicates)]
    )
    for level in (0.01, 0.05, 0.1, 0.25, 0.5):
        assert np.mean(p_values <= level) <= at_most(level, replicates)


@pytest.mark.parametrize("replicates", SIZES)
@pytest.mark.parametrize("scenario", LOPSIDED)
def test_lopsided_noise_covers_the_pseudo_median(scenario, replicates):
    """B alone has bursts, a second mode or a tail: the interval is about the pseudo-median, not about the mean."""
    rng = np.random.default_rng(11)
    target = np.mean([hodges_lehmann(log_ratios(rng, SCENARIOS[scenario], 1000)) for _ in range(40)])
    covered = 0
    for _ in range(replicates):
        interval = hodges_lehmann_interval(log_ratios(rng, SCENARIOS[scenario], 20), 0.05)
        covered += interval.low <= target <= interval.high
    slack = 4 * np.sqrt(0.05 * 0.95 / replicates)
    assert 0.944 - slack <= covered / replicates <= 0.962 + slack


def test_every_verdict_is_reached():
    reached = {word for effect in (-0.05, 0.0, 0.01, 0.05) for word in simulate("iid", effect, PLANNED, 0.01).verdicts}
    assert reached == {"faster", "slower", "no_difference", "cannot_tell"}


def test_looks_save_rounds_where_the_effect_is_large():
    mean = {effect: simulate("iid", effect, PLANNED, 0.02).rounds / 1000 for effect in EFFECTS}
    assert mean[0.10] < 11
    assert mean[0.05] < 15
    assert mean[0.10] < mean[0.05] < mean[0.02] < 40
