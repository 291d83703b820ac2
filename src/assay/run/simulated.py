"""A launcher that measures nothing: it draws times from a named noise law, so that all of Assay can be tested.

One time line runs through all requests, so drift, bursts and modes carry on from trial to trial and from variant to
variant as they do on a machine. What each variant costs, prints and does wrong is a `Behaviour`. Everything it reports
is marked simulated by whoever stores it (`simulated` is True).
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase

import numpy as np
from msgspec import Struct

from assay.run.request import Load, Memory, Report, Request, Run
from assay.run.simulated_probe import ProbeBehaviour, converse
from assay.stats.noise import NOISE, Law

GAP_NS = 500_000
"""What passes between two runs on the simulated clock."""

STARTUP_SHARE = 0.02
"""From fork to exec, as a share of the wall time."""


class Failure(Struct, frozen=True):
    """What goes wrong in one request; the fields that are left alone behave as usual."""

    error: str = ""  # exec failed: "not found", "not executable"
    exit_code: int = 0
    signal: int = 0
    hangs: bool = False  # runs into the time-out, or for an hour where there is none
    orphans: int = 0
    stdout: bytes | None = None  # printed instead


class Behaviour(Struct, frozen=True):
    """What one variant costs and does."""

    seconds: float = 0.02  # wall time of one run, undisturbed; of a probe: what it spends outside its iterations
    effect: float = 0.0  # relative: 0.02 takes 2 % longer
    noise: str = ""  # a law of stats.noise only this variant suffers, besides the machine's
    busy: float = 1.0  # CPUs kept busy on average
    system_share: float = 0.1  # of the CPU time
    memory_bytes: int = 8 << 20
    marked_bytes: int = 0  # while it stands at its mark; 0 = as much as ever
    minor_faults: int = 300
    voluntary_switches: int = 1
    involuntary_switches: int = 2
    stdout: bytes = b""
    stderr: bytes = b""
    failures: dict[int, Failure] = {}  # by number of the request for this variant, from 1; 0 = every one
    probe: ProbeBehaviour | None = None  # set: it is a probe and holds a conversation


class Machine(Struct, frozen=True):
    """What all variants share."""

    noise: str = "iid"  # a law of stats.noise
    session: int = 400  # process slots of one draw of the law; what "half a session" means to a drift
    cpus: int = 2
    steal_share: float = 0.0  # of all CPUs
    foreign_share: float = 0.001


Laws = Mapping[str, Behaviour] | Callable[[Request], Behaviour | None]
"""How each variant behaves, or a rule that works it out from the request.

By name or by a pattern of names ("java/*", "*/workers=2", "*" = all others): a variant that is named itself behaves so,
any other as the first pattern that it fits."""


class Timeline:
    """An endless supply of one law's log multipliers, drawn a session at a time."""

    def __init__(self, law: Law, rng: np.random.Generator, session: int) -> None:
        self._law, self._rng, self._session = law, rng, session
        self._ahead: list[float] = []

    def next(self) -> float:
        """The next process slot."""
        if not self._ahead:
            self._ahead = list(reversed(self._law(self._rng, self._session).tolist()))
        return float(self._ahead.pop())


class SimulatedLauncher:
    """Implements `run.request.Launcher` without starting anything; same laws and seed, same answers."""

    simulated = True

    def __init__(self, laws: Laws, seed: int, machine: Machine | None = None) -> None:
        self._laws = laws
        self._machine = machine or Machine()
        self._rng = np.random.default_rng(seed)
        self._shared = Timeline(NOISE[self._machine.noise], self._rng, self._machine.session)
        self._own: dict[str, Timeline] = {}
        self._asked: Counter[str] = Counter()
        self._now_ns = 1_000_000_000
        self.requests: list[Request] = []  # all that were asked, for tests

    def run(self, request: Request) -> Report:
        """Answer as the native launcher would; an unknown variant is a command that does not exist."""
        self.requests.append(request)
        return self._answer(request)

    def pass_over(self, request: Request) -> None:
        """Draw what was drawn for it then, so that a resumed run goes on as it would have done."""
        self._answer(request)

    def _answer(self, request: Request) -> Report:
        self._asked[request.variant] += 1
        behaviour = self._behaviour(request)
        if behaviour is None:
            return self._refused("not found")
        failure = behaviour.failures.get(self._asked[request.variant], behaviour.failures.get(0, Failure()))
        if failure.error:
            return self._refused(failure.error)
        began = self._now_ns
        runs, stdout = [], b""
        for _ in range(request.repeat):
            run, stdout = self._one(request, behaviour, failure)
            runs.append(run)
            if run.timed_out:
                break
        return Report(
            runs=tuple(runs),
            load=self._load(self._now_ns - began),
            stdout=stdout[: request.keep_stdout],
            stderr=behaviour.stderr[: request.keep_stderr],
            memory=self._memory(request, behaviour) if request.sample_memory else None,
        )

    def close(self) -> None:
        """Nothing to end."""

    def _behaviour(self, request: Request) -> Behaviour | None:
        if callable(self._laws):
            return self._laws(request)
        exactly = self._laws.get(request.variant)
        fitting = (law for pattern, law in self._laws.items() if fnmatchcase(request.variant, pattern))
        return exactly or next(fitting, None)

    def _multiplier(self, request: Request, behaviour: Behaviour) -> float:
        """This slot's factor on the time: the machine's noise, the variant's own, its effect."""
        log = self._shared.next() + math.log1p(behaviour.effect)
        if behaviour.noise:
            if request.variant not in self._own:
                law = NOISE[behaviour.noise]
                self._own[request.variant] = Timeline(law, self._rng, self._machine.session)
            log += self._own[request.variant].next()
        return math.exp(log)

    def _one(self, request: Request, behaviour: Behaviour, failure: Failure) -> tuple[Run, bytes]:
        factor = self._multiplier(request, behaviour)
        wall_s, stdout = behaviour.seconds * factor, behaviour.stdout
        cpu_s = wall_s * behaviour.busy
        if behaviour.probe is not None:
            work_s, stdout = converse(request.argv, behaviour.probe, factor, self._rng)
            wall_s, cpu_s = wall_s + work_s, cpu_s + work_s * behaviour.probe.busy
        if failure.stdout is not None:
            stdout = failure.stdout
        wall = round((3600.0 if failure.hangs else wall_s) * 1e9)
        timed_out = 0 < request.timeout_ns < wall
        if timed_out:
            wall, failure = request.timeout_ns, Failure(signal=9, orphans=failure.orphans)
        run = self._billed(behaviour, failure, (wall, round(cpu_s * 1e9)), (len(stdout), timed_out))
        self._now_ns += wall + GAP_NS
        return run, stdout

    def _billed(self, behaviour: Behaviour, failure: Failure, times: tuple[int, int], end: tuple[int, bool]) -> Run:
        (wall, cpu), (printed, timed_out) = times, end
        system = round(cpu * behaviour.system_share)
        return Run(
            started_ns=self._now_ns,
            wall_ns=wall,
            exec_ns=round(wall * (1 - STARTUP_SHARE)),
            user_ns=cpu - system,
            system_ns=system,
            max_rss_bytes=behaviour.memory_bytes,
            voluntary_switches=behaviour.voluntary_switches,
            involuntary_switches=behaviour.involuntary_switches,
            minor_faults=behaviour.minor_faults,
            major_faults=0,
            migrations=0,
            exit_code=-1 if failure.signal else failure.exit_code,
            signal=failure.signal,
            timed_out=timed_out,
            orphans=failure.orphans,
            stdout_bytes=printed,
            stderr_bytes=len(behaviour.stderr),
        )

    def _load(self, window_ns: int) -> Load:
        available = window_ns * self._machine.cpus
        return Load(
            window_ns=window_ns,
            cpus=self._machine.cpus,
            steal_ns=round(available * self._machine.steal_share),
            foreign_ns=round(available * self._machine.foreign_share),
            resolution_ns=10_000_000,
        )

    def _memory(self, request: Request, behaviour: Behaviour) -> Memory:
        peak = round(behaviour.memory_bytes * math.exp(float(self._rng.normal(0, 0.002))))
        marked = (behaviour.marked_bytes or peak) if request.mark else -1
        mean = round(0.9 * peak)
        return Memory(method="sampled PSS", peak_bytes=peak, mean_bytes=mean, samples=20, marked_bytes=marked)

    def _refused(self, error: str) -> Report:
        return Report(runs=(), load=self._load(0), error=error)
