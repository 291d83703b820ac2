"""How many extra, untimed rounds look at memory: timed trials are never sampled."""

BUDGET_S = 10.0
SHARE = 0.1
SMALL_SHARE = 0.5
MOST_ROUNDS = 8
"""Enough for an interval of the ratio at 95 % and at 99 %; memory varies little."""


def memory_rounds(round_seconds: float, measured_seconds: float) -> int:
    """Rounds of memory trials worth their time beside `measured_seconds` of timed ones; at least one.

    Ten seconds are nobody's burden unless they exceed half of the measuring; a tenth of a long run is none either.
    """
    budget = max(SHARE * measured_seconds, min(BUDGET_S, SMALL_SHARE * measured_seconds))
    if round_seconds <= 0:
        return MOST_ROUNDS
    return max(1, min(MOST_ROUNDS, int(budget / round_seconds)))
