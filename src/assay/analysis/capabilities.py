"""What a machine can answer and what not, kind of question by kind of question; judged from facts, changing nothing.

In: the machine's facts by name, what it does at the moment, whether the launcher is there. Out: one `Capability` a
question: yes, partly or no, why, and what would change it.
"""

from collections.abc import Mapping

from msgspec import Struct

from assay.units import plural
from assay.wording import about_percent_text

QUIET = 0.01
"""Steal and foreign CPU from this share of the machine spoil a round of a ladder."""
READINGS = 1000
"""An interval should last this many steps of the clock, and as many readings, to be timed to 0.1 %."""
FEW_CPUS = 4
"""Up to this many CPUs a scaling curve has too few points to tell one law from another."""


class Moment(Struct, frozen=True):
    """What the machine does right now; None where it does not say."""

    steal_share: float | None
    foreign_share: float | None
    clock_step_ns: int
    clock_cost_ns: float


class Capability(Struct, frozen=True):
    """One kind of question, and whether this machine can answer it."""

    question: str
    answer: str  # yes | partly | no
    why: str
    change: str = ""  # what would make it a better answer; "" where nothing is to be done


class Machine(Struct, frozen=True):
    """All that a capability is judged from."""

    facts: Mapping[str, str]
    moment: Moment
    launcher: str = ""  # why there is none; "" where there is one

    def number(self, fact: str) -> int:
        """A fact that is a whole number; 0 where the machine does not tell it."""
        text = self.facts.get(fact, "")
        return int(text) if text.isdecimal() else 0


def capabilities(machine: Machine) -> tuple[Capability, ...]:
    """One answer for each kind of question, the commonest first."""
    return tuple(judge(machine) for judge in JUDGES)


def comparing(machine: Machine) -> Capability:
    """Which of two commands takes less time?"""
    question = "which of two commands takes less time"
    if machine.launcher:
        return Capability(question, "no", f"the launcher is missing: {machine.launcher}", "make setup")
    return Capability(question, "yes", "the launcher is there; rounds are interleaved, so slow drift does no harm")


def small_differences(machine: Machine) -> Capability:
    """Can about one percent be seen?"""
    question = "differences of about 1 %"
    doubts = [text for text in (clock_speed(machine), shared_host(machine), load_now(machine)) if text]
    if doubts:
        change = "take more rounds; close what else is running; " + governor_remedy(machine)
        return Capability(question, "partly", "; ".join(doubts), change.removesuffix("; "))
    return Capability(question, "yes", "a steady clock speed, a machine of its own, and nothing else running")


def scaling(machine: Machine) -> Capability:
    """Does work get faster with more workers?"""
    question = "how work scales with workers"
    cpus = machine.number("cpus_allowed")
    if cpus < 2:
        return Capability(question, "no", f"{plural(cpus, 'CPU')} allowed: nothing can be parallel", more_cpus(machine))
    quota = machine.facts.get("cpu_quota", "none")
    if quota != "none":
        return Capability(question, "partly", f"a quota of {quota} holds workers back", "lift the quota of the group")
    if cpus <= FEW_CPUS:
        why = f"{cpus} CPUs allowed: up to {cpus} workers; beyond that they share CPUs, and no law can be fitted"
        return Capability(question, "partly", why, more_cpus(machine))
    return Capability(question, "yes", f"{cpus} CPUs allowed")


def splitting(machine: Machine) -> Capability:
    """Can a speed-up be split into scaling and extra work?"""
    question = "whether threads or their loop make the difference"
    if machine.number("cpus_allowed") < 2:
        return Capability(question, "partly", "extra work can be measured, scaling needs 2 CPUs", more_cpus(machine))
    if machine.moment.steal_share is None or machine.moment.foreign_share is None:
        return Capability(question, "partly", "steal and foreign CPU are unknown, so loud rounds cannot be left out")
    loud = load_now(machine)
    if loud:
        return Capability(question, "partly", f"it needs rounds under 1 % of both, now {loud}", "wait for a quiet hour")
    return Capability(question, "yes", "steal and foreign CPU are each under 1 % now")


def shared_cores(machine: Machine) -> Capability:
    """What do two threads on one core cost each other?"""
    question = "what two workers on one core cost each other"
    if "virtual_machine" in machine.facts:
        return Capability(question, "no", "a virtual machine does not know which of its CPUs share a core")
    threads = machine.number("threads_per_core")
    if threads == 0:
        return Capability(question, "no", "this machine does not say which CPUs share a core")
    if threads == 1:
        return Capability(question, "no", "every CPU is a core of its own")
    return Capability(question, "yes", f"{threads} CPUs share a core")


def counting_cycles(machine: Machine) -> Capability:
    """Cycles, instructions, cache misses?"""
    question = "cycles, instructions and cache misses"
    found = machine.facts.get("hardware_counters", "")
    if found == "yes":
        return Capability(question, "yes", "hardware counters can be opened")
    if found == "not allowed":
        level = machine.facts.get("perf_event_paranoid", "unknown")
        why = f"there may be counters, but perf_event_paranoid is {level}"
        return Capability(question, "no", why, "sudo sysctl kernel.perf_event_paranoid=2")
    return Capability(question, "no", "no hardware counters" + (" in this virtual machine" * is_guest(machine)))


def memory(machine: Machine) -> Capability:
    """How much memory does the whole tree take?"""
    why = "in extra, untimed runs: a process counts its share of pages it has in common with others"
    limit = machine.facts.get("memory_limit", "none")
    if limit != "none":
        why += f"; the group's limit is {limit}"
    return Capability("memory of all processes of a command", "yes", why)


def short_work(machine: Machine) -> Capability:
    """How short may work be that is timed by itself?"""
    moment = machine.moment
    shortest_ns = READINGS * max(moment.clock_step_ns, moment.clock_cost_ns)
    clock = machine.facts.get("clocksource", "unknown")
    why = (
        f"clock {clock}: steps of {moment.clock_step_ns} ns seen, a reading costs at most "
        f"{moment.clock_cost_ns:.0f} ns; work from about {shortest_ns / 1000:.0f} us on can be timed to 0.1 %"
    )
    if clock in ("tsc", "arch_sys_counter"):
        return Capability("work shorter than a millisecond", "yes", why)
    return Capability(
        "work shorter than a millisecond", "partly", why, "a kernel that reads the processor's own counter"
    )


JUDGES = (comparing, small_differences, scaling, splitting, shared_cores, counting_cycles, memory, short_work)
"""One judge for each kind of question."""


def clock_speed(machine: Machine) -> str:
    """What is in doubt about the speed of the CPUs; "" where nothing is."""
    governor, boost = machine.facts.get("governor", ""), machine.facts.get("boost", "")
    if governor and governor != "performance":
        return f"the governor is {governor}: the clock speed changes with the load"
    return "CPUs are boosted for a while: the clock speed depends on heat" if boost == "on" else ""


def governor_remedy(machine: Machine) -> str:
    """The command that fixes the clock speed, where one would."""
    governor = machine.facts.get("governor", "")
    return "sudo cpupower frequency-set -g performance" if governor and governor != "performance" else ""


def shared_host(machine: Machine) -> str:
    """What is in doubt about whose machine it is."""
    return "a virtual machine: its host may be busy with others" if is_guest(machine) else ""


def is_guest(machine: Machine) -> bool:
    """Whether this is a virtual machine."""
    return "virtual_machine" in machine.facts


def load_now(machine: Machine) -> str:
    """What is going on besides us, if it is enough to matter."""
    shares = (("steal", machine.moment.steal_share), ("foreign CPU", machine.moment.foreign_share))
    return ", ".join(f"{name} {about_percent_text(share)}" for name, share in shares if share and share >= QUIET)


def more_cpus(machine: Machine) -> str:
    """How to get more CPUs."""
    if machine.number("cpus_online") > machine.number("cpus_allowed"):
        return f"allow more of the {machine.number('cpus_online')} CPUs online (taskset, cgroup)"
    return "a machine with more CPUs"
