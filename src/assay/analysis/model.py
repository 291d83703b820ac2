"""The findings: what analysis says of a run. Values only; `report` prints any of them.

A ratio is always candidate / baseline. An interval carries its level. A doubt is a caveat that travels along.
"""

from msgspec import Struct

from assay.study.model import Published


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
    families: tuple[str, ...] = ()  # in which it was run
    levels: tuple[str, ...] = ()  # the parts of its label: ("c", "count", "O2", "step 4")
    how: str = ""  # the last part of it: "2 threads"


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
    family: str = ""  # whose rounds it comes from


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
    alive: float | None = None  # unequal tasks: how many were under way on average; cpu_per_wall of them had a CPU


class Scaling(Struct, frozen=True):
    """How far one variant's workers carry, beside what this machine can give and gave."""

    family: str
    variant: str
    serial: str  # the same work, serially
    workers: int
    cpus: int  # how many of its workers could have a CPU: min(workers, CPUs allowed)
    scaling: Estimate  # serial time / time with workers, per unit of work
    efficiency: Estimate  # scaling / cpus
    ceiling: Estimate | None  # scaling of a loop in registers, in C, in the same rounds
    of_ceiling: Estimate | None  # scaling / ceiling, round by round
    karp_flatt: Estimate | None  # the serial share that this scaling amounts to; None below two CPUs
    word: str  # parallel | concurrent | serial | not shown; "" where no probe told
    gate_passed: bool
    throughput: float | None  # units of work a second, median over rounds
    rounds_used: int
    rounds_left_out: int
    caveats: tuple[str, ...] = ()


class ThreadMapping(Struct, frozen=True):
    """How the workers of a variant lay on kernel threads, as counted while all of them were there."""

    family: str
    variant: str
    model: str
    workers: int  # in flight at once
    fewest: int  # distinct kernel threads (or processes) that did the work, over all trials
    most: int
    process_threads: int | None  # kernel threads of the whole process, a runtime's own among them; None = not known
    word: str  # 1:1 | N:1 | N:M | a process each | not told apart
    why: str = ""  # why it could not be told


class Response(Struct, frozen=True):
    """How long the tasks of a batch took to come back, in their own lengths."""

    family: str
    variant: str
    mean: Metric  # over tasks, of end / own length
    worst: Metric
    elapsed: Metric  # ns, of the whole batch
    elapsed_ratio: Estimate | None  # to the first variant of the family; None for that one
    turns: float | None  # mean response if all tasks took turns on the CPUs (processor sharing)
    queue: float | None  # mean response if each kept a CPU to its end (first come, first served)
    near: str  # turns | queue | neither | not told apart | "" where theory has nothing to say
    caveats: tuple[str, ...] = ()


class ClaimedRatio(Struct, frozen=True):
    """A published ratio and ours beside it, both as how many times as fast: above 1 means less time."""

    what: str  # what is held against what
    published: float
    cpus: int = 0  # of the source's machine; 0 = not told
    value: float | None = None  # recomputed from the document's numbers, or measured here, as the claim's basis says
    low: float | None = None
    high: float | None = None


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
    ratio: ClaimedRatio | None = None  # where the published value is a ratio of speeds


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


class BudgetLine(Struct, frozen=True):
    """One of the things that threads cost."""

    name: str  # creation | switching | scheduling | sharing | locking
    cost_ns: float  # of doing it once
    count: float  # how often it was done in a run, median
    share: float  # of the run's CPU time


class Budget(Struct, frozen=True):
    """What threads cost besides their work: the price of each thing times how often it was done."""

    variant: str
    cpu_ns: float  # of a run
    lines: tuple[BudgetLine, ...]
    share: float  # all of them together
    low: float | None
    high: float | None
    trials: int


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
    scaling: tuple[Scaling, ...] = ()
    threads: tuple[ThreadMapping, ...] = ()
    responses: tuple[Response, ...] = ()
    rounds_of: dict[str, int] = {}  # family -> its complete rounds
    kinds: dict[str, str] = {}  # family -> comparison | ladder | scaling | response | observation
    units: dict[str, str] = {}  # variant -> what a unit of its work is called
    ceilings: tuple[str, ...] = ()  # variants that only show what the machine can do
    budget: Budget | None = None  # where what threads cost was measured apart
    published: Published | None = None  # which of the tables below are shown beside what was measured
    tables: dict[str, str] = {}  # place -> text of the published tables that takes
