"""The nouns of a plan: what will run, in which rounds, and what is compared with what.

A plan is a pure function of a study, a catalogue and a seed. It names every trial; whether the later
planned looks are reached is decided by the verdicts, never by the clock.
"""

from collections.abc import Collection

from msgspec import Struct

OBSERVATION = "observation"
"""The kind of a family that compares nothing: what was seen of each variant is all that is told."""


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
    scaled: str = ""  # the parameter whose value a pilot finds, see plan/scale.py; "" = none


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
    role: str = "primary"  # primary | secondary | work_gate | scaling | extra_work | step | ceiling | elapsed


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
    kind: str = "comparison"  # comparison | ladder | scaling | response | observation
    quiet_share: float = 0.01  # a split uses rounds with steal and foreign CPU each below this share of CPU time
    quiet_rounds: int = 10  # fewer such rounds cannot tell
    caveats: tuple[str, ...] = ()  # what its plan already leaves in doubt

    @property
    def comparisons(self) -> int:
        """m: how many intervals share the error of a look, at least 1; secondary ones decide nothing.

        A step that does other work than the first one and ran concurrently has one besides its pairs: its speed-up.
        Beside a ceiling each scaling has one more: its share of that ceiling.
        """
        declared = [pair for pair in self.pairs if pair.role != "secondary"]
        later = {pair.candidate for pair in declared if pair.role == "extra_work"}
        scaling = [pair for pair in declared if pair.role == "scaling"]
        speed_ups = sum(pair.baseline in later for pair in scaling)
        of_ceiling = len(scaling) if self.ceiling else 0
        return max(1, len(declared) + speed_ups + of_ceiling)

    @property
    def ceiling(self) -> Pair | None:
        """The pair that shows what this machine gives a loop that needs nothing but its CPUs."""
        return next((pair for pair in self.pairs if pair.role == "ceiling"), None)

    def can_be_told(self, running: Collection[str]) -> bool:
        """Whether something can still be learnt while just these variants run."""
        if self.kind == OBSERVATION:
            return any(name in running for name in self.variants)
        pairs = [pair for pair in self.pairs if pair.role not in ("secondary", "ceiling")]
        return any(pair.baseline in running and pair.candidate in running for pair in pairs)


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
    units: dict[str, str] = {}  # workload -> what one unit of its work is called

    @property
    def ceilings(self) -> frozenset[str]:
        """The variants that are nobody's question: they only show what the machine can do."""
        pairs = [family.ceiling for family in self.families]
        return frozenset(name for pair in pairs if pair for name in (pair.baseline, pair.candidate))


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
