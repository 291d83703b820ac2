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

SECOND_NS = 10**9


def times_ns(
    rng: np.random.Generator, scenario: Scenario, rounds: int, effect: float = 0.0, design: Design = INTERLEAVED
) -> Any:
    """Whole nanoseconds of the baseline (row 0) and the candidate (row 1) in each round, about a second each.

    `effect` is the true relative difference: 0.02 = the candidate takes 2 % more.
    """
    slots = scenario.law(rng, 2 * rounds).reshape(rounds, 2)
    slots[:, 1] += design.second_place
    candidate_first = rng.random(rounds) < 0.5 if design.fair_coin else np.zeros(rounds, dtype=bool)
    logs = np.where(candidate_first, slots.T[::-1], slots.T)
    logs[1] += math.log1p(effect)
    if scenario.only_candidate is not None:
        logs[1] += scenario.only_candidate(rng, rounds)
    step = 1 if scenario.clock_steps is None else round(SECOND_NS * rng.uniform(*scenario.clock_steps))
    return np.rint(np.exp(logs) * SECOND_NS / step) * step


def log_ratios(
    rng: np.random.Generator, scenario: Scenario, rounds: int, effect: float = 0.0, design: Design = INTERLEAVED
) -> Any:
    """log(candidate / baseline) of each round of such a session."""
    baseline, candidate = np.log(times_ns(rng, scenario, rounds, effect, design))
    return candidate - baseline
