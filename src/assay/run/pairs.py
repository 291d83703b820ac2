"""Lets two CPUs work alone and together, to see what they share: the same throughput together is a core each.

What a kernel names as siblings is told by the machine's maker, or by a hypervisor, which often tells nothing; so it is
tried. Two Python processes spin, each held to one CPU (spinner.py): no compiler is needed. Changes nothing but where
these two run. What the figures mean is judged in analysis.
"""

import contextlib
import os
import subprocess
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path

from msgspec import Struct

from assay.run import spinner

WINDOW_NS = 8_000_000
WARM_UP_NS = 1_500_000
REPEATS = 5
TRIES = 8
"""A repeat that another process disturbed is thrown away and done again, so often in all."""
DISTURBED = 0.05
"""From this share of a window on that another process took."""
WHOLE = 0.9
"""Who was woken so late that less of the window was left saw too little of it."""
LONGEST_S = 2.0
EVERY_PAIR_UP_TO = 4
"""CPUs; of more, a sample of pairs."""
SAMPLED = 4
"""Pairs of each kind."""

Pair = tuple[int, int]


class PairSeen(Struct, frozen=True):
    """What two CPUs did."""

    cpus: Pair
    named: bool  # whether the kernel says that they share a core
    ratios: tuple[float, ...]  # throughput together / alone, of each undisturbed repeat
    disturbed: int  # repeats thrown away


class Turn(Struct, frozen=True):
    """What one spinner did in a window."""

    turns: int
    wall_ns: int
    cpu_ns: int
    waited_ns: int  # -1 = the kernel does not say

    @property
    def rate(self) -> float:
        return self.turns / self.wall_ns

    @property
    def disturbed(self) -> bool:
        """Whether another process of this machine took some of the window; what a host takes is no disturbance."""
        lost = self.waited_ns if self.waited_ns >= 0 else self.wall_ns - self.cpu_ns
        return lost > DISTURBED * self.wall_ns or self.wall_ns < WHOLE * WINDOW_NS


def chosen(cpus: Sequence[int], named: Collection[Pair]) -> list[Pair]:
    """The pairs to try: all of a few CPUs; of many some siblings, some neighbours and some that lie far apart."""
    ordered = sorted(cpus)
    if len(ordered) <= EVERY_PAIR_UP_TO:
        return list(combinations(ordered, 2))
    here = set(ordered)
    siblings = sorted(pair for pair in named if here.issuperset(pair))
    neighbours = list(zip(ordered[::2], ordered[1::2], strict=False))
    half = len(ordered) // 2
    apart = list(zip(ordered[:half], ordered[half:], strict=False))
    picked = [pair for kind in (siblings, neighbours, apart) for pair in _spread(kind)]
    return list(dict.fromkeys(picked))


def _spread(pairs: Sequence[Pair]) -> list[Pair]:
    """Some of them, from the first to the last."""
    if len(pairs) <= SAMPLED:
        return list(pairs)
    return [pairs[round(at * (len(pairs) - 1) / (SAMPLED - 1))] for at in range(SAMPLED)]


def try_pairs(pairs: Sequence[Pair], named: Collection[Pair], python: str) -> tuple[PairSeen, ...]:
    """Each pair in turn, as many as fit into the time; none where two processes cannot be had."""
    deadline = time.monotonic() + LONGEST_S
    seen: list[PairSeen] = []
    with ExitStack() as both, contextlib.suppress(OSError, ValueError):
        one, other = (both.enter_context(_spinner(python)) for _ in range(2)) if pairs else (None, None)
        for pair in pairs:
            if one is None or other is None or time.monotonic() > deadline:
                break
            ratios, disturbed = _repeats(one, other, pair)
            seen.append(PairSeen(pair, pair in named, ratios, disturbed))
    return tuple(seen)


@contextlib.contextmanager
def _spinner(python: str) -> Iterator["subprocess.Popen[str]"]:
    words = [python, "-S", "-E", str(Path(spinner.__file__))]
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _repeats(one: "subprocess.Popen[str]", other: "subprocess.Popen[str]", pair: Pair) -> tuple[tuple[float, ...], int]:
    """Alone, together, alone, so that a slow change of the clock speed takes no side."""
    first, second = pair
    ratios: list[float] = []
    tries = 0
    while len(ratios) < REPEATS and tries < TRIES:
        tries += 1
        [alone] = _window([(one, first)])
        together = _window([(one, first), (other, second)])
        [other_alone] = _window([(other, second)])
        if not any(turn.disturbed for turn in (alone, other_alone, *together)):
            ratios.append(sum(turn.rate for turn in together) / (alone.rate + other_alone.rate))
    return tuple(ratios), tries - len(ratios)


def _window(who: "Sequence[tuple[subprocess.Popen[str], int]]") -> list[Turn]:
    begin = time.monotonic_ns() + WARM_UP_NS
    for process, cpu in who:
        assert process.stdin is not None
        process.stdin.write(f"{cpu} {begin} {begin + WINDOW_NS}\n")
        process.stdin.flush()
    return [_answer(process) for process, _ in who]


def _answer(process: "subprocess.Popen[str]") -> Turn:
    assert process.stdout is not None
    turns, wall, used, waited = map(int, process.stdout.readline().split())
    return Turn(turns, wall, used, waited)


def allowed_cpus() -> list[int]:
    """The CPUs this process may use."""
    return sorted(os.sched_getaffinity(0))
