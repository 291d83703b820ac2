"""Runs the whole decision path on simulated sessions and counts what it says."""

import math
from collections import Counter
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy import stats as reference

from assay.stats.decision import decide
from assay.stats.granularity import log_step
from assay.stats.looks import planned_looks
from assay.stats.session import INTERLEAVED, SCENARIOS, times_ns

EVEN = tuple(name for name in SCENARIOS if not name.startswith("asymmetric"))
LOPSIDED = tuple(name for name in SCENARIOS if name.startswith("asymmetric"))
PLANNED = planned_looks("full", 1)
MISTAKE = 1e-4
"""Chance that one check of a small simulation fails although the true rate is just on its bound."""


class Rates(NamedTuple):
    """What came out of so many simulated comparisons at one true effect."""

    replicates: int
    verdicts: Counter
    covered: int  # truth inside the interval that was printed
    rounds: int  # in all

    def share(self, *words):
        return sum(self.verdicts[word] for word in words) / self.replicates


@cache
def simulate(scenario, effect, looks=PLANNED, margin=0.01, replicates=1000, design=INTERLEAVED):
    """Decide `replicates` sessions; the same call gives the same rates."""
    rng = np.random.default_rng([replicates, sum(map(ord, scenario)), round(1e4 * (1 + effect)), looks[-1][0]])
    verdicts, covered, rounds = Counter(), 0, 0
    for _ in range(replicates):
        times = times_ns(rng, SCENARIOS[scenario], looks[-1][0], effect, design)
        decision = decide(np.log(times[1] / times[0]), looks, 1, margin, log_step(times.ravel().tolist()))
        verdicts[decision.verdict] += 1
        covered += decision.interval.low <= 1 + effect <= decision.interval.high
        rounds += decision.rounds
    return Rates(replicates, verdicts, covered, rounds)


def at_most(bound, replicates):
    """The largest share that a true rate of `bound` still shows with chance above MISTAKE."""
    return max(bound, float(reference.binom.isf(MISTAKE, replicates, bound)) / replicates)


def at_least(bound, replicates):
    """The smallest share that a true rate of `bound` still shows with chance above MISTAKE."""
    return 1 - at_most(1 - bound, replicates)


def fixed(rounds):
    """One look that spends everything."""
    return ((rounds, 0.05),)


def exact_size(rounds, alpha=0.05):
    """What an exact discrete test of that level really spends."""
    from assay.stats.signed_rank import achieved_level, critical_rank_sum

    return 1 - achieved_level(rounds, critical_rank_sum(rounds, alpha))


def pearson(counts, expected):
    """Chi-square p-value of counts against expected shares, in cells of at least 20 expected."""
    total, cells, seen, wanted = sum(counts), [], 0.0, 0.0
    for count, share in zip(counts, expected, strict=True):
        seen, wanted = seen + count, wanted + share * total
        if wanted >= 20:
            cells.append((seen, wanted))
            seen, wanted = 0.0, 0.0
    if cells and wanted > 0:
        cells[-1] = (cells[-1][0] + seen, cells[-1][1] + wanted)
    statistic = math.fsum((a - b) ** 2 / b for a, b in cells)
    return float(reference.chi2.sf(statistic, len(cells) - 1))
