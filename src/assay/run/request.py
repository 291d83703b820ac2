"""What a launcher is asked and what it answers: the border between Assay and the measured process.

Two launchers answer these requests: the native one (run/native.py, the small C++ program) and the
simulated one (run/simulated.py, which draws times from a named law). All times are integer nanoseconds,
all sizes bytes.
"""

from typing import Protocol

from msgspec import Struct

from assay.store.records import Count, Whole


class Request(Struct, frozen=True):
    """Run one command `repeat` times, one right after the other, and bill its process tree."""

    variant: str  # only for messages and for the simulated launcher
    argv: tuple[str, ...]
    repeat: int = 1
    timeout_ns: int = 0  # per run; 0 = none
    cwd: str = ""  # "" = the caller's
    environment: dict[str, str] | None = None  # None = the caller's
    padding: int = 0  # bytes of one extra environment variable
    cpus: tuple[int, ...] = ()  # empty = not pinned
    keep_stdout: int = 0  # bytes of standard output to keep of the last run; the rest is counted and thrown away
    keep_stderr: int = 0
    sample_memory: bool = False  # only in untimed trials
    stdin: str = ""  # text given on standard input; "" = /dev/null
    output_limit: int = 0  # bytes of kept streams after which a run is ended with an error; 0 = none
    counters: bool = False  # perf events too; only in untimed trials: every thread of the tree gets dearer to start
    nice: int = 0  # -20 to 19; 0 = the caller's
    policy: str = ""  # other | batch | idle | fifo; "" = the caller's. fifo keeps one CPU free of the tree
    mark: bool = False  # let a probe go on from its mark once memory has been taken; standard output must be kept


class Run(Struct, frozen=True):
    """One execution of the command, billed."""

    started_ns: int  # CLOCK_MONOTONIC just before fork
    wall_ns: int  # from fork to reaping
    exec_ns: int  # from exec to reaping
    user_ns: int  # of the whole tree
    system_ns: int  # of the whole tree
    max_rss_bytes: int  # of the largest single process
    voluntary_switches: int
    involuntary_switches: int
    minor_faults: int
    major_faults: int
    migrations: int = -1  # this and the next four: -1 = this machine does not say, or nobody asked
    cycles: int = -1  # in user space, as the next three
    instructions: int = -1
    cache_misses: int = -1
    branch_misses: int = -1
    exit_code: int = 0  # -1 when ended by a signal
    signal: int = 0
    timed_out: bool = False
    orphans: int = 0  # processes left behind after the command itself ended, and killed
    stdout_bytes: int = 0
    stderr_bytes: int = 0


class Load(Struct, frozen=True):
    """What else the machine did while the runs of one request went on."""

    window_ns: Count
    cpus: Count  # CPUs online
    steal_ns: Whole  # taken by the hypervisor, all CPUs together; -1 = unknown
    foreign_ns: Whole  # busy CPU time that was not the tree's, all CPUs together; may be below 0; -1 = unknown
    resolution_ns: Count  # step of the two above
    throttled_ns: Whole = 0  # by a cgroup quota; -1 = unknown


class Memory(Struct, frozen=True):
    """Memory of the whole tree, from an untimed run."""

    method: str  # "cgroup peak" | "sampled PSS" | "largest process"
    peak_bytes: Whole
    mean_bytes: Whole
    samples: Whole
    marked_bytes: Whole = -1  # while the probe stood still at its mark; -1 = it never did


class Report(Struct, frozen=True):
    """The launcher's answer."""

    runs: tuple[Run, ...]
    load: Load
    stdout: bytes = b""
    stderr: bytes = b""
    memory: Memory | None = None
    error: str = ""  # exec failed and the like: "not found", "not executable", ...


LOST = "the launcher was lost"
"""How the error of a report begins where nobody knows what became of the command."""


class Launcher(Protocol):
    """Runs requests one at a time."""

    simulated: bool

    def run(self, request: Request) -> Report: ...

    def pass_over(self, request: Request) -> None:
        """An earlier start of this run asked for it, and its answer is in the record."""

    def close(self) -> None: ...
