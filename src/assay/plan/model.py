"""The nouns of a plan: what will run, in which rounds, and what is compared with what.

A plan is a pure function of a study, a catalogue and a seed. It names every trial; whether the later
planned looks are reached is decided by the verdicts, never by the clock.
"""

from msgspec import Struct


class CommandWork(Struct, frozen=True, tag_field="kind", tag="command"):
    """A user's own command."""

    text: str  # as it was typed
    argv: tuple[str, ...]  # what is executed; ("/bin/sh", "-c", text) where the text needs a shell
    shell: bool = False


class ProbeWork(Struct, frozen=True, tag_field="kind", tag="probe"):
    """A workload executed by a model in the harness of one language."""

    probe: str  # folder in probes/
    workload: str  # folder in workloads/
    model: str  # serial, process, thread, pool, ...
    implementation: str  # which library does it: posix, std, forkserver, ...
    build: str = ""  # name of a build configuration of the probe ("O2"); "" where nothing is built
    arguments: dict[str, str] = {}  # the probe's key=value words, besides model
    runtime: str = ""  # which of the probe's runtimes; "" where it has only one
    settings: dict[str, str] = {}  # what is set around it from outside: nice, policy, cpus, observer


class Variant(Struct, frozen=True):
    """One thing that is measured."""

    name: str  # unique in the plan, e.g. "c/count/thread/O2/step=4/workers=2"
    label: str  # short, for tables
    work: CommandWork | ProbeWork
    factors: dict[str, str] = {}  # level of each factor
    workers: int = 1


class Pair(Struct, frozen=True):
    """One ratio that is asked for: candidate / baseline of one metric."""

    baseline: str  # variant name
    candidate: str  # variant name
    metric: str = "process_wall_ns"
    role: str = "primary"  # primary | secondary | work_gate | scaling | extra_work | step


class Look(Struct, frozen=True):
    """A planned look: after this many rounds the interval has level 1 - alpha / m."""

    rounds: int
    alpha: float


class Family(Struct, frozen=True):
    """Variants compared with each other; each round runs each of them once (at most eight)."""

    name: str
    question: str
    variants: tuple[str, ...]
    pairs: tuple[Pair, ...]
    looks: tuple[Look, ...]
    margin: float = 0.01  # smallest relative difference one cares about
    kind: str = "comparison"  # comparison | ladder | scaling
    quiet_share: float = 0.01  # a split uses rounds with steal and foreign CPU each below this share of CPU time
    quiet_rounds: int = 10  # fewer such rounds cannot tell

    @property
    def comparisons(self) -> int:
        """m: how many intervals share the error of a look, at least 1; secondary ones decide nothing.

        A step that does other work than the first one and ran concurrently has one besides its pairs: its speed-up.
        """
        declared = [pair for pair in self.pairs if pair.role != "secondary"]
        later = {pair.candidate for pair in declared if pair.role == "extra_work"}
        return max(1, len(declared) + sum(pair.role == "scaling" and pair.baseline in later for pair in declared))


class Refusal(Struct, frozen=True):
    """A variant that cannot be, with the reason and the remedy."""

    variant: str
    reason: str
    remedy: str = ""
    expected: bool = False
    machine_lacks: bool = False  # the study is right, and another machine could


class Plan(Struct, frozen=True):
    """Everything that will run."""

    study: str
    seed: int
    mode: str  # full | quick
    variants: tuple[Variant, ...]
    families: tuple[Family, ...]
    refused: tuple[Refusal, ...] = ()


class Trial(Struct, frozen=True):
    """One variant, once (or once per repeat of its bundle), in one round."""

    family: str
    round: int  # from 1
    position: int  # from 0, as drawn by the coin
    variant: str
    purpose: str = "timed"  # pilot | timed | memory
    padding: int = 0  # bytes of environment padding, drawn once per round for all variants of it

    @property
    def key(self) -> tuple[str, str, int, str]:
        """What makes a trial itself, for resuming."""
        return (self.purpose, self.family, self.round, self.variant)
