"""The nouns of a study file: what is asked, which factors have which levels, what is measured side by side.

A combination gives every factor one level. A study's first levels make its first combination; families, ladders and
variants say only what they change. Levels are kept as the text of the file: a number of workers is an expression of the
CPUs allowed (see workers.py) and becomes a number only in a plan, on a machine.
"""

from msgspec import Struct

FIXED_FACTORS = ("probe", "workload", "model", "implementation", "build", "workers")
"""Factors that every study has; all others are parameters of the workload or knobs of the harness."""

Level = str | int | float
"""One level as TOML gives it."""


class Rounds(Struct, frozen=True):
    """How many rounds, by mode: fixed before the run, one look at the end."""

    quick: int = 12
    full: int = 20


class Inside(Struct, frozen=True):
    """What happens inside one process: timed calls of the work, after some that do not count."""

    iterations: int = 1
    warmup: int = 0


class Quiet(Struct, frozen=True):
    """Which rounds a split may use: a rule that looks at the machine's load and never at the times."""

    share: float = 0.01  # steal, and foreign CPU, each below this share of the round's CPU time
    rounds: int = 10  # fewer quiet rounds than this cannot tell


class Step(Struct, frozen=True):
    """One step of a ladder."""

    name: str
    what: str  # what is different now, in words
    change: dict[str, Level] = {}  # exactly one factor, except in the first step


class Ladder(Struct, frozen=True):
    """One change at a time: the same work serially at every step, and concurrently at some."""

    name: str  # "{build}" stands for the level of a factor in `each`
    question: str
    steps: tuple[Step, ...]
    each: dict[str, tuple[Level, ...]] = {}  # one ladder for each combination of these levels
    base: dict[str, Level] = {}
    concurrent: dict[str, Level] = {}
    concurrent_at: tuple[str, ...] = ()  # names of steps
    margin: float | None = None


class FamilyRequest(Struct, frozen=True):
    """Variants compared with each other; a level may be a sweep ("1..cpus") and then stands for several variants."""

    name: str  # "{step}" stands for the level of a factor in `each`
    question: str
    variants: tuple[dict[str, Level], ...]  # in a comparison the first one is the baseline
    kind: str = "comparison"  # comparison | scaling
    each: dict[str, tuple[Level, ...]] = {}
    metric: str | None = None
    margin: float | None = None


class Study(Struct, frozen=True):
    """One study file, read."""

    title: str
    source: str  # author, year, title: what is put to the test
    question: str
    name: str = ""  # of its folder; not a key of the file
    text: str = ""  # the file as it stands; not a key of the file
    claims_of: tuple[str, ...] = ()  # studies whose claims are ruled on
    metric: str = "work_wall_ns"
    margin: float = 0.01
    rounds: Rounds = Rounds()
    inside: Inside = Inside()
    quiet: Quiet = Quiet()
    factors: dict[str, tuple[Level, ...]] = {}  # the first level holds where nothing else is said
    trial_seconds: dict[str, float] = {}  # pattern of variant names -> seconds of one trial; the last match holds
    ladders: tuple[Ladder, ...] = ()
    families: tuple[FamilyRequest, ...] = ()

    @property
    def measures(self) -> bool:
        """False for a study that rules on published arithmetic only."""
        return bool(self.ladders or self.families)
