"""Beyond 500 rounds the jackknife leaves out stretches of rounds; its interval must cover as before, drift or not."""

import numpy as np
import pytest

from assay.stats.paired_ratios import ratio_of_means

ROUNDS, TRIES = 900, 400
TRUTH = 1.1 * 1.05  # a tenth more, and a tenth of the runs half as long again


def drawn(random, drift):
    """Paired times with bursts; `drift` moves both of a round alike over the session."""
    shared = 1 + drift * np.linspace(0, 1, ROUNDS)
    old = shared * np.exp(random.normal(0, 0.3, ROUNDS))
    new = 1.1 * shared * np.exp(random.normal(0, 0.3, ROUNDS)) * np.where(random.random(ROUNDS) < 0.1, 1.5, 1.0)
    return list(zip(old.tolist(), new.tolist(), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("drift", [0.0, 0.5])
def test_the_interval_of_a_ratio_of_means_covers_what_it_says(drift):
    random = np.random.default_rng(20)
    found = [ratio_of_means(drawn(random, drift)) for _ in range(TRIES)]
    covered = sum(one.low <= TRUTH <= one.high for one in found) / TRIES
    assert 0.92 <= covered <= 0.98


def test_an_interval_that_is_half_as_wide_would_be_seen():
    random = np.random.default_rng(21)
    found = [ratio_of_means(drawn(random, 0.0)) for _ in range(60)]
    narrow = sum(abs(np.log(TRUTH / one.estimate)) <= np.log(one.high / one.low) / 4 for one in found) / 60
    assert narrow < 0.9
