"""The findings: what analysis says of a run. Values only; `report` prints any of them.

A ratio is always candidate / baseline. An interval carries its level. A doubt is a caveat that travels along.
"""

from msgspec import Struct


class Estimate(Struct, frozen=True):
    """A value with one interval; low and high are None where there are too few rounds for one."""

    value: float
    low: float | None = None
    high: float | None = None
    level: float = 0.95
    rounds: int = 0


class Comparison(Struct, frozen=True):
    """One ratio and the verdict read off its interval."""

    family: str
    metric: str
    better: str  # lower | higher
    baseline: str
    candidate: str
    role: str
    ratio: float | None
    low: float | None
    high: float | None
    level: float
    rounds: int
    verdict: str  # faster | slower | no_difference | cannot_tell | none  (lower | higher for what is not a time)
    margin: float
    bound: float | None  # no difference larger than this share: max(|low - 1|, |high - 1|)
    mode: str  # full | quick
    baseline_median: float | None
    candidate_median: float | None
    rounds_needed: int | None = None  # to tell a difference of `margin`, from the spread seen
    wins: Estimate | None = None  # share of rounds in which the candidate was below the baseline
    caveats: tuple[str, ...] = ()
    seconds: float = 0.0  # time its rounds took, all variants of the family together


class Part(Struct, frozen=True):
    """One part of a difference: "7.1 of the 7.4 ms are user CPU"."""

    name: str  # wall (the whole) | user CPU | system CPU | CPU (short runs) | off-CPU | page faults | context switches
    baseline: float
    candidate: float
    difference: Estimate
    unit: str  # ns | count


class Metric(Struct, frozen=True):
    """A variant's own figure over rounds: median and order-statistic interval."""

    median: float
    low: float | None
    high: float | None
    trials: int


class VariantSummary(Struct, frozen=True):
    """What became of a variant."""

    variant: str
    label: str
    outcome: str  # ok, or the commonest failure
    trials: int
    failures: int
    metrics: dict[str, Metric]
    caveats: tuple[str, ...] = ()


class OutputCheck(Struct, frozen=True):
    """Whether the pilots printed the same thing."""

    same: bool
    stable: bool  # each command repeats its own output
    text: str  # one line for the screen


class Split(Struct, frozen=True):
    """speed-up = scaling / extra work, for one step of a ladder or one variant."""

    name: str
    speed_up: Estimate
    scaling: Estimate
    extra_work: Estimate
    workers: int
    gate_passed: bool  # the work gate; where False the word speed-up is not used
    rounds_used: int
    rounds_left_out: int  # steal or foreign CPU too high
    caveats: tuple[str, ...] = ()
    variant: str = ""  # the concurrent one
    serial: str = ""  # the same step, serially


class Concurrency(Struct, frozen=True):
    """What may be said of how a variant ran."""

    variant: str
    overlap: float | None
    cpu_per_wall: float | None
    word: str  # parallel | concurrent | serial | not shown
    kernel_threads: int
    units: int
    caveats: tuple[str, ...] = ()
    fairness: float | None = None  # Jain's index of the units each worker did: 1 = alike, 1/n = one did it all


class ClaimRuling(Struct, frozen=True):
    """A published claim, ruled on."""

    id: str
    source: str
    place: str
    claim: str
    ruling: str
    basis: str  # their numbers | their method | here
    published: str
    measured: str  # recomputed or measured here, in words
    why: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    caveats: tuple[str, ...] = ()
    title: str = ""  # of the source
    measure: str = ""  # what was measured or derived, in words
    if_true: str = ""  # what would be seen if the claim were true
    if_artefact: str = ""  # what would be seen if it came from the way it was measured
    evidence: tuple[str, ...] = ()  # of a reading: what the document says or does, each piece with its place
    telling: int = 0  # 1 = the first of its source to be shown where there is room for few; 0 = not among them
    splits: tuple[str, ...] = ()  # names of the splits that it was ruled on, the telling one first
    concluded: str = ""  # what these come to, in words; "" where they settle nothing


class Step(Struct, frozen=True):
    """One step of a ladder: which serial variant it is, and what its change is."""

    variant: str
    what: str  # "" where the study's text does not say


class Skipped(Struct, frozen=True):
    """A variant that did not run, with its reason and the remedy."""

    variant: str
    reason: str
    remedy: str
    expected: bool = False


class MachineLine(Struct, frozen=True):
    """The machine during the run."""

    cpus: int
    steal_share: float | None  # of CPU time
    foreign_share: float | None
    floor: float | None  # smallest relative difference this run could see
    text: str


class Findings(Struct, frozen=True):
    """Everything that can be said of one run folder."""

    study: str
    title: str
    question: str
    mode: str
    simulated: bool
    rounds: int
    seconds: float
    comparisons: tuple[Comparison, ...]
    variants: tuple[VariantSummary, ...]
    parts: dict[str, tuple[Part, ...]]  # by candidate
    splits: tuple[Split, ...]
    concurrency: tuple[Concurrency, ...]
    claims: tuple[ClaimRuling, ...]
    skipped: tuple[Skipped, ...]
    output: OutputCheck | None
    machine: MachineLine
    carry_over: str  # "" or one line
    caveats: tuple[str, ...]
    finished: bool  # False: interrupted, no verdict
    run: str  # the folder
    questions: dict[str, str] = {}  # family -> what it asks
    commands: dict[str, str] = {}  # variant -> the command as it was typed
    memory_method: str = ""  # how memory was taken: cgroup peak | sampled PSS | largest process
    ladders: dict[str, tuple[Step, ...]] = {}  # family -> its steps, first to last
    constants: dict[str, str] = {}  # words that every probe of the run was given alike: total, iterations, ...
    cannot_say: tuple[str, ...] = ()  # what this machine cannot answer, a sentence each
