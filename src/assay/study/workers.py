"""Numbers of workers as expressions of the CPUs allowed: "2", "cpus", "2*cpus", "min(cpus, 4)", "1..cpus".

A study must fit any machine, from one CPU to hundreds, so it says "cpus" and not how many there are here.
"""

import re
from collections.abc import Callable

MOST_IN_SWEEP = 6
"""A longer sweep is thinned to this many, evenly in ratio, ends kept: a family has at most eight variants."""
MOST_WORKERS = 4096
GRAMMAR = 'a number, "cpus", "2*cpus", "cpus/2", "min(cpus, 4)", "max(2, cpus)" or a sweep such as "1..cpus"'

TERM = re.compile(r"(?:(\d+)\s*\*\s*)?(cpus)(?:\s*/\s*(\d+))?|(\d+)")
CHOICE = re.compile(r"(min|max)\(([^(),]+),([^(),]+)\)")
PICK: dict[str, Callable[[int, int], int]] = {"min": min, "max": max}


def workers_of(expression: str, cpus: int) -> tuple[int, ...]:
    """The numbers of workers an expression stands for on so many CPUs; `ValueError` where it is none.

    Never below 1: "cpus/2" on one CPU is 1.
    """
    low, dots, high = expression.strip().partition("..")
    first = _number(low, cpus)
    if not dots:
        return (first,)
    last = _number(high, cpus)
    return spread(min(first, last), max(first, last))


def spread(low: int, high: int) -> tuple[int, ...]:
    """Whole numbers from low to high: all of them, or `MOST_IN_SWEEP` in even ratios."""
    if high - low < MOST_IN_SWEEP:
        return tuple(range(low, high + 1))
    ratio = (high / low) ** (1 / (MOST_IN_SWEEP - 1))
    return tuple(sorted({low, high, *(round(low * ratio**place) for place in range(1, MOST_IN_SWEEP - 1))}))


def _number(text: str, cpus: int) -> int:
    text = text.strip()
    if choice := CHOICE.fullmatch(text):
        return PICK[choice[1]](_number(choice[2], cpus), _number(choice[3], cpus))
    term = TERM.fullmatch(text)
    if term is None:
        raise ValueError(f'expected {GRAMMAR}, found "{text}"')
    times, word, divisor, plain = term.groups()
    if divisor is not None and int(divisor) == 0:
        raise ValueError(f'expected a divisor of at least 1, found "{text}"')
    value = int(plain) if word is None else int(times or 1) * cpus // int(divisor or 1)
    if plain is not None and not 1 <= value <= MOST_WORKERS:
        raise ValueError(f"expected 1 to {MOST_WORKERS} workers, found {value}")
    return max(value, 1)
