"""The nouns of a study file: what is asked, which factors have which levels, what is measured side by side.

A combination gives every factor one level. A study's first levels make its first combination; families, ladders and
variants say only what they change. The level "" says nothing: what the probe or the workload does by itself then holds.
Levels are kept as the text of the file: a number of workers is an expression of the CPUs allowed (see workers.py) and
becomes a number only in a plan, on a machine.
"""

from msgspec import Struct

FIXED_FACTORS = ("probe", "workload", "model", "implementation", "build", "runtime", "workers")
"""Factors that every study has; all others are parameters of the workload, knobs of the harness or settings."""

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


class InsideOf(Struct, frozen=True):
    """The same for one probe, where it differs: a runtime that compiles while it runs has to warm up."""

    iterations: int | None = None
    warmup: int | None = None


class Scale(Struct, frozen=True):
    """How much work a trial does where the study does not say: as much as makes the serial one last so long."""

    parameter: str = "total"  # of the workload: how much work there is
    seconds: float = 0.18  # of all iterations of a serial trial together, start-up left out
    quick_seconds: float | None = None  # the same in quick mode; None = alike
    pilot: int = 10000  # where the search for it begins

    def seconds_in(self, mode: str) -> float:
        """Seconds of all iterations of a serial trial together, in this mode."""
        return self.quick_seconds if mode == "quick" and self.quick_seconds is not None else self.seconds


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
    kind: str = "comparison"  # comparison | scaling | response | observation
    each: dict[str, tuple[Level, ...]] = {}
    metric: str | None = None
    margin: float | None = None
    rounds: int | None = None  # in both modes; None = as the study has it
    quick: bool = True  # False = quick mode leaves it out


class PublishedRow(Struct, frozen=True):
    """One row of the published tables, and what was measured here for it."""

    name: str  # the row's first cell in both tables
    serial: str  # pattern of variant names, as in a shell
    concurrent: str


class Published(Struct, frozen=True):
    """Published times, serial and concurrent, to be shown beside those of this machine."""

    serial: str  # table of the serial times: "count/table-2-serial"
    concurrent: str
    ratios: str  # table of the ratios as printed
    ratio_column: str  # in percent
    units: int  # of work that the published programs did
    ways: str  # how many at once there, in words: "4-way"
    rows: tuple[PublishedRow, ...]


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
    inside_of: dict[str, InsideOf] = {}  # by probe
    scale: Scale | None = None
    replica: bool = False  # as published, few rounds: medians and no intervals
    quiet: Quiet = Quiet()
    factors: dict[str, tuple[Level, ...]] = {}  # the first level holds where nothing else is said
    start_seconds: dict[str, float] = {}  # pattern of variant names -> seconds outside the iterations; last match holds
    trial_seconds: dict[str, float] = {}  # pattern of variant names -> seconds of one whole trial; the last match holds
    published: Published | None = None
    ladders: tuple[Ladder, ...] = ()
    families: tuple[FamilyRequest, ...] = ()

    @property
    def measures(self) -> bool:
        """False for a study that rules on published arithmetic only."""
        return bool(self.ladders or self.families)
