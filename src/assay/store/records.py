"""The record file, line by line: one header, then one line a trial (and a few notes).

Raw records are never rewritten; everything else is recomputed from them. Integer nanoseconds and bytes.

What there may be a million of is kept from the garbage collector (`gc=False`): values that cannot hold themselves.
"""

from typing import Annotated

from msgspec import Meta, Struct

from assay.plan.model import Plan

FORMAT = 1
"""1: the first format."""
UNKNOWN = -1
"""Of what a machine does not report."""
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
"""Numbers of nanoseconds, bytes or things; larger ones are damage, and nothing behind the reader counts with them."""


class Toolchain(Struct, frozen=True):
    """What built or runs a probe."""

    name: str  # gcc, python, ...
    version: str
    path: str = ""
    flags: tuple[str, ...] = ()
    sources: dict[str, str] = {}  # work -> digest of what it was built from, harness and workload


class Header(Struct, frozen=True, tag_field="record", tag="header"):
    """The first line: enough to recompute and to reproduce everything."""

    format: int
    assay: str  # version
    created: str  # ISO 8601, UTC
    study_text: str
    study_sha256: str
    files: dict[str, str]  # "count/claims.toml", "count/published/table-1.csv", ...: text of all that rulings need
    plan: Plan
    machine: dict[str, str]  # facts from an allow-list: no host or user names
    toolchains: dict[str, Toolchain]
    simulated: bool = False
    invocation: tuple[str, ...] = ()  # the words that repeat it


class Runs(Struct, frozen=True, gc=False):
    """The executions of one bundle, as columns of equal length (see run/request.py, Run)."""

    started_ns: tuple[Whole, ...]
    wall_ns: tuple[Whole, ...]
    exec_ns: tuple[Whole, ...]
    user_ns: tuple[Whole, ...]
    system_ns: tuple[Whole, ...]
    max_rss_bytes: tuple[Whole, ...]
    voluntary_switches: tuple[Whole, ...]
    involuntary_switches: tuple[Whole, ...]
    minor_faults: tuple[Whole, ...]
    major_faults: tuple[Whole, ...]
    migrations: tuple[Whole, ...] = ()  # this and the next four: empty where the machine does not say, or nobody asked
    cycles: tuple[Whole, ...] = ()
    instructions: tuple[Whole, ...] = ()
    cache_misses: tuple[Whole, ...] = ()
    branch_misses: tuple[Whole, ...] = ()


class Iteration(Struct, frozen=True, gc=False):
    """One timed call of the work inside a probe's process."""

    warm: bool  # True = counts; False = warm-up
    work_wall_ns: Whole
    cpu_ns: Whole = -1  # of the process during the iteration
    overlap: float = -1.0  # shared window / longest; -1 = not stamped
    workers_seen: Whole = 0  # distinct kernel threads or processes that did the work
    units: Whole = 0  # units of work done
    fairness: float = -1.0  # Jain's index of the units each worker did, 1 = alike; -1 = not stamped, or one worker
    first_started_ns: Whole = -1  # when the first task began, since the opening; -1 = not stamped
    mean_response: float = -1.0  # mean over tasks of (end since the opening) / (its own length); see run/response.py
    worst_response: float = -1.0
    alive: float = -1.0  # tasks under way on average, over the work's wall time; -1 = not stamped by task


class SampleSummary(Struct, frozen=True, gc=False):
    """Times that a workload took itself: how many, and their quantiles in nanoseconds."""

    count: Whole
    median: Whole
    p90: Whole
    p99: Whole
    largest: Whole


class ProbeReport(Struct, frozen=True):
    """What a probe said about itself and its work."""

    runtime: str
    version: str
    clock: str
    clock_cost_ns: float
    clock_step_ns: float
    iterations: tuple[Iteration, ...]
    answer_ok: bool
    answer_expected: str = ""
    answer_found: str = ""
    kernel_threads: Whole = 0
    flags: str = ""
    threads: Whole = -1  # kernel threads of the process while its last workers were there; -1 = nobody looked
    collections: Whole = -1  # runs of a garbage collector; -1 = there is none, or it does not say
    samples: SampleSummary | None = None
    sizes: tuple[Whole, ...] = ()  # of the tasks in their order; empty where all are alike, or there are over 1000


class Output(Struct, frozen=True, gc=False):
    """What a pilot run printed, so that two commands can be compared."""

    sha256: str  # of all of standard output that was kept
    bytes: Whole
    head: str  # the first lines
    truncated: bool = False  # more was printed than kept


class MachineLoad(Struct, frozen=True, gc=False):
    """What else the machine did during a trial (see run/request.py, Load)."""

    window_ns: Count
    cpus: Count
    steal_ns: Whole
    foreign_ns: Whole  # may be below 0 in one trial, by the kernel's different clocks; only sums are clamped
    resolution_ns: Count
    throttled_ns: Whole = 0


class TreeMemory(Struct, frozen=True, gc=False):
    """Memory of the whole tree from an untimed trial (see run/request.py, Memory)."""

    method: str
    peak_bytes: Whole
    mean_bytes: Whole
    samples: Whole
    marked_bytes: Whole = -1  # while the probe stood still at its mark; -1 = it has none


class TrialRecord(Struct, frozen=True, tag_field="record", tag="trial"):
    """One finished trial."""

    family: str
    round: Whole
    position: Whole
    variant: str
    purpose: str  # pilot | timed | memory
    outcome: str  # ok, wrong answer, crashed, timed out, bad output, refused, skipped
    reason: str = ""  # in words, when the outcome is not ok
    padding: Whole = 0
    repeats: Whole = 1
    exit_code: Whole = 0
    signal: Whole = 0
    orphans: Whole = 0
    runs: Runs | None = None
    load: MachineLoad | None = None
    probe: ProbeReport | None = None
    output: Output | None = None
    memory: TreeMemory | None = None

    @property
    def key(self) -> tuple[str, str, int, str]:
        """The same key as `Trial.key`."""
        return (self.purpose, self.family, self.round, self.variant)


class Note(Struct, frozen=True, tag_field="record", tag="note"):
    """Something decided while running that a resumed run must know."""

    topic: str  # bundle | stopped | resumed | interrupted | caveat | skipped
    values: dict[str, str] = {}
    text: str = ""


Record = Header | TrialRecord | Note
