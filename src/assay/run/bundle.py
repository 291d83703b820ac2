"""How often a round runs each command, so that fast commands are seen through the clock and the noise.

A bundle lasts at least 50 ms, and long enough for all planned rounds together to use three seconds: nobody is
told "cannot tell" before that. The median of the bundle is the round's value.
"""

import math
from collections.abc import Mapping

from assay.wording import FEWEST_ROUNDS

BUNDLE_S = 0.05
WHOLE_S = 3.0
MOST_REPEATS = 2000
"""A record stays a line that can be read: 2000 runs of 0.1 ms are four bundles' worth."""


def bundle_sizes(seconds: Mapping[str, float], rounds: int) -> dict[str, int]:
    """Runs in each variant's bundle, from the seconds of one run and the rounds of the last look."""
    whole = WHOLE_S if rounds >= FEWEST_ROUNDS else 0.0  # fewer cannot have a verdict, so none can come too soon
    target = max(BUNDLE_S, whole / (rounds * len(seconds)))
    return {name: _size(target, duration) for name, duration in seconds.items()}


def _size(target: float, duration: float) -> int:
    if duration <= 0:
        return MOST_REPEATS
    # One that all but fills the target runs once, not twice.
    return min(MOST_REPEATS, max(1, math.ceil(target / duration - 0.05)))
