"""How machines disturb measurements: the noise laws that the published error rates are simulated under.

A law draws, for a session's time line of process slots, the logarithm of what each process start has its time
multiplied by: y = m(time) + p(process) + e. Percentages below are standard deviations on the log scale.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

Law = Callable[[np.random.Generator, int], Any]
"""law(rng, slots) -> array of `slots` log multipliers."""


def iid(rng: np.random.Generator, slots: int) -> Any:
    """Independent normal noise of 2 %."""
    return rng.normal(0, 0.02, slots)


def process(rng: np.random.Generator, slots: int) -> Any:
    """Each process has a layout of its own, 1.5 %; its median iteration adds 1 %."""
    return rng.normal(0, 0.015, slots) + rng.normal(0, 0.01, slots)


def bimodal(rng: np.random.Generator, slots: int) -> Any:
    """Every second process, on average, is 6 % slower; plus 0.5 %."""
    return 0.06 * (rng.random(slots) < 0.5) + rng.normal(0, 0.005, slots)


def drift(rng: np.random.Generator, slots: int) -> Any:
    """Slow wandering of 2 % with a time constant of half the session; plus 1 %."""
    return 0.02 * wandering(rng, slots, math.exp(-2 / slots)) + rng.normal(0, 0.01, slots)


def ar1(rng: np.random.Generator, slots: int) -> Any:
    """Each slot remembers nine tenths of the one before, 2 % in all; plus 0.5 %."""
    return 0.02 * wandering(rng, slots, 0.9) + rng.normal(0, 0.005, slots)


def bursts(rng: np.random.Generator, slots: int) -> Any:
    """A disturber is on a tenth of the time, eight slots at a stretch, and costs 15 % on average; plus 1 %."""
    cost = rng.exponential(0.15, slots)
    return cost * switched(rng, slots, share=0.1, stretch=8) + rng.normal(0, 0.01, slots)


def heavy(rng: np.random.Generator, slots: int) -> Any:
    """Always something, sometimes a lot: 1 % times a Pareto excess of tail index 1.5; plus 0.3 %."""
    return np.log1p(0.01 * rng.pareto(1.5, slots)) + rng.normal(0, 0.003, slots)


def mix(rng: np.random.Generator, slots: int) -> Any:
    """Wandering 1.5 %, processes 1 %, 1 %, and a Pareto tail, all at once."""
    steady = 0.015 * wandering(rng, slots, math.exp(-2 / slots)) + rng.normal(0, 0.01, slots)
    return steady + rng.normal(0, 0.01, slots) + np.log1p(0.005 * rng.pareto(1.8, slots))


def quantised(rng: np.random.Generator, slots: int) -> Any:
    """The iid law seen through a clock whose step is 0.5 to 2 % of the time measured: ties and zeros."""
    return seen_through_clock(iid(rng, slots), rng.uniform(0.005, 0.02))


def quiet(rng: np.random.Generator, slots: int) -> Any:
    """Independent normal noise of 1 %: what the quiet variant has in the lopsided scenarios."""
    return rng.normal(0, 0.01, slots)


def rare_bursts(rng: np.random.Generator, slots: int) -> Any:
    """Added to one variant only: a tenth of its processes take 0.2 on the log scale (22 %) longer."""
    return 0.2 * (rng.random(slots) < 0.1)


def second_mode(rng: np.random.Generator, slots: int) -> Any:
    """Added to one variant only: half of its processes take 6 % longer."""
    return 0.06 * (rng.random(slots) < 0.5)


def tail(rng: np.random.Generator, slots: int) -> Any:
    """Added to one variant only: 1 % times a Pareto excess of tail index 1.5."""
    return np.log1p(0.01 * rng.pareto(1.5, slots))


def still(rng: np.random.Generator, slots: int) -> Any:
    """No noise at all, for tests that need every figure to be exact."""
    return np.zeros(slots)


NOISE: dict[str, Law] = {
    "iid": iid,
    "process": process,
    "bimodal": bimodal,
    "drift": drift,
    "ar1": ar1,
    "bursts": bursts,
    "heavy": heavy,
    "mix": mix,
    "quantised": quantised,
    "quiet": quiet,
    "rare_bursts": rare_bursts,
    "second_mode": second_mode,
    "tail": tail,
    "still": still,
}
"""Every law by name."""


def seen_through_clock(log_times: Any, step: float) -> Any:
    """Round the times to whole steps of a clock; `step` is a share of the undisturbed time."""
    return np.log(np.maximum(np.round(np.exp(log_times) / step), 1) * step)


BLOCK = 256


@lru_cache(maxsize=32)
def _memory(memory: float, size: int) -> Any:
    """The matrix that turns independent normal numbers into a stationary first-order process, sd 1."""
    lag = np.subtract.outer(np.arange(size), np.arange(size))
    weights = np.where(lag >= 0, memory ** np.maximum(lag, 0), 0.0)
    weights[:, 1:] *= math.sqrt(1 - memory**2)
    return weights


def wandering(rng: np.random.Generator, slots: int, memory: float) -> Any:
    """A stationary first-order autoregressive process of standard deviation 1."""
    shocks = rng.normal(size=slots)
    path = np.empty(slots)
    for start in range(0, slots, BLOCK):
        block = shocks[start : start + BLOCK]
        if start:  # the block's first value stands for the last one before it, moved on by one slot
            block[0] = memory * path[start - 1] + math.sqrt(1 - memory**2) * block[0]
        path[start : start + BLOCK] = _memory(memory, block.size) @ block
    return path


def switched(rng: np.random.Generator, slots: int, share: float, stretch: float) -> Any:
    """A two-state Markov chain: on `share` of the time, `stretch` slots on average once on; an array of bools."""
    leave_on, leave_off = 1 / stretch, share / (1 - share) / stretch
    on = bool(rng.random() < share)
    states: list[bool] = []
    while len(states) < slots:
        states += [on] * int(rng.geometric(leave_on if on else leave_off))
        on = not on
    return np.array(states[:slots])
