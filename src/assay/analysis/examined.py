"""What a machine was seen to be and to do, and which kinds of questions are asked of it: `doctor` judges from these."""

from collections.abc import Mapping

from msgspec import Struct

COMPARING = "which of two commands takes less time"
SMALL = "differences of about 1 %"
SCALING = "how work scales with workers"
SPLITTING = "whether threads or their loop make the difference"
SHARED_CORES = "what two workers on one core cost each other"
COUNTING = "cycles, instructions and cache misses"
MEMORY = "memory of all processes of a command"
SHORT = "work shorter than a millisecond"
QUESTIONS = (COMPARING, SMALL, SCALING, SPLITTING, SHARED_CORES, COUNTING, MEMORY, SHORT)
"""Each kind of question, the commonest first."""


class TriedPair(Struct, frozen=True):
    """Two CPUs that were made to work alone and together."""

    cpus: tuple[int, int]
    named: bool  # whether the kernel says that they share a core
    ratios: tuple[float, ...]  # throughput together / alone, one for each undisturbed repeat
    disturbed: int = 0  # repeats that other processes spoilt


class Moment(Struct, frozen=True):
    """What the machine does right now; None and "" where it does not say."""

    steal_share: float | None
    foreign_share: float | None
    clock_step_ns: int
    clock_cost_ns: float
    load_average: float | None = None
    power: str = ""  # battery | mains
    slowed_by_heat: int | None = None  # times since the machine started
    slowed_by_heat_now: int | None = None  # while it was looked at
    held_by_quota: int | None = None  # periods, since the groups were made
    held_by_quota_now: int | None = None
    swap_used_bytes: int | None = None
    waiting: dict[str, float] = {}  # cpu, io, memory -> share of ten seconds in which somebody waited for it
    clock_cpus: int | None = None  # on so many the clock was read one after the other
    clock_backwards: int = 0  # times it was seen to run backwards there
    clock_within_ns: int = 0  # it agrees to this between them
    pairs: tuple[TriedPair, ...] = ()


class Machine(Struct, frozen=True):
    """All that is judged from."""

    facts: Mapping[str, str]
    moment: Moment
    launcher: str = ""  # why there is none; "" where there is one
    fast_cpus: str = ""  # of a machine with cores of several kinds, the fastest, as a list

    def number(self, fact: str) -> int:
        """A fact that is a whole number; 0 where the machine does not tell it."""
        text = self.facts.get(fact, "")
        return int(text) if text.isdecimal() else 0

    def fact(self, name: str) -> str:
        """A fact; "" where the machine does not tell it."""
        return self.facts.get(name, "")


FINE, MIND, UNKNOWN = "fine", "mind", "unknown"


class Condition(Struct, frozen=True):
    """One thing about the machine that an answer may depend on."""

    name: str
    state: str  # fine | mind | unknown
    seen: str
    means: str = ""  # for the questions below
    matters_for: tuple[str, ...] = ()  # of QUESTIONS
    change: str = ""  # what to do about it; nothing is done by itself
    doubt: str = ""  # why an answer is a weaker one; "" where it is not
