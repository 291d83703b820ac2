"""A simulated session of two variants: what the decision path is fed when its error rates are measured.

Each round takes two neighbouring slots of one time line and a fair coin says who goes first, exactly as a real run
does. The scenarios name the laws; the answer is the log ratio of each round.
"""

import math
from typing import Any

import numpy as np
from msgspec import Struct

from assay.stats import noise


class Scenario(Struct, frozen=True):
    """A noise law both variants live under, and what only the candidate suffers."""

    name: str
    law: noise.Law
    only_candidate: noise.Law | None = None
    clock_steps: tuple[float, float] | None = None  # the clock's step is drawn between these shares of the time


SCENARIOS: dict[str, Scenario] = {
    scenario.name: scenario
    for scenario in (
        *(
            Scenario(name, noise.NOISE[name])
            for name in noise.NOISE
            if name in ("iid", "process", "bimodal", "drift", "ar1", "bursts", "heavy", "mix")
        ),
        Scenario("quantised", noise.iid, clock_steps=(0.005, 0.02)),
        Scenario("asymmetric bursts", noise.quiet, only_candidate=noise.rare_bursts),
        Scenario("asymmetric mode", noise.quiet, only_candidate=noise.second_mode),
        Scenario("asymmetric tail", noise.quiet, only_candidate=noise.tail),
    )
}
"""Every scenario by name; the asymmetric ones have a true difference and no meaning as A/A."""


class Design(Struct, frozen=True):
    """How the two variants are interleaved; the defaults are what Assay does, the rest shows what goes wrong."""

    fair_coin: bool = True  # False: the baseline always goes first
    second_place: float = 0.0  # log penalty of whoever goes second


INTERLEAVED = Design()


def log_ratios(
    rng: np.random.Generator, scenario: Scenario, rounds: int, effect: float = 0.0, design: Design = INTERLEAVED
) -> Any:
    """log(candidate / baseline) of each round; `effect` is the true relative difference (0.02 = takes 2 % more)."""
    times = scenario.law(rng, 2 * rounds).reshape(rounds, 2)
    times[:, 1] += design.second_place
    candidate_first = (rng.random(rounds) < 0.5 if design.fair_coin else np.zeros(rounds, dtype=bool)).astype(int)
    row = np.arange(rounds)
    candidate = times[row, 1 - candidate_first] + math.log1p(effect)
    baseline = times[row, candidate_first]
    if scenario.only_candidate is not None:
        candidate = candidate + scenario.only_candidate(rng, rounds)
    if scenario.clock_steps is not None:
        step = rng.uniform(*scenario.clock_steps)
        candidate, baseline = (noise.seen_through_clock(side, step) for side in (candidate, baseline))
    return candidate - baseline
