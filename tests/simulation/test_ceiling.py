"""The share of the ceiling that is printed covers the true one as often as its level says, whatever the noise."""

import numpy as np
import pytest

from assay.analysis.ladder import Ground
from assay.analysis.quiet import Quietness
from assay.analysis.scaling import _ceiling
from assay.stats.noise import NOISE
from tests.analysis.made_scaling import made_plan, scaling_family
from tests.simulation.rates import at_least

ROUNDS, REPLICATES = 20, 400
SCALED, CEILING = 1.90, 1.96
FAMILY = scaling_family("java", {"thread": 2}, gate=False)
PLAN = made_plan((FAMILY,))
SERIAL, THREADS, SPIN, SPIN_THREADS = FAMILY.variants
TIMES = {SERIAL: 1.0, THREADS: 1 / SCALED, SPIN: 1.0, SPIN_THREADS: 1 / CEILING}


def session(rng, law):
    """Times of the four variants of each round, in slots one after the other, each round in an order of its own."""
    noise = law(rng, 4 * ROUNDS).reshape(ROUNDS, 4)
    values = {name: {} for name in TIMES}
    for number in range(ROUNDS):
        for place, name in enumerate(rng.permutation(list(TIMES))):
            values[str(name)][number + 1] = TIMES[str(name)] * float(np.exp(noise[number, place]))
    return values


@pytest.mark.parametrize("name", ["iid", "process", "bimodal", "drift", "ar1", "bursts", "heavy", "mix"])
def test_the_share_of_the_ceiling_is_covered(name):
    rng = np.random.default_rng(sum(map(ord, name)))
    rounds = Quietness(frozenset(range(1, ROUNDS + 1)), frozenset(), unknown=False)
    covered = 0
    for _ in range(REPLICATES):
        ground = Ground(FAMILY, session(rng, NOISE[name]), rounds, 0.05)
        _, share, doubt = _ceiling(ground, FAMILY.pairs[0], PLAN, 2)
        assert doubt == ""
        covered += share.low <= SCALED / CEILING <= share.high
    assert covered / REPLICATES >= at_least(0.95, REPLICATES)
