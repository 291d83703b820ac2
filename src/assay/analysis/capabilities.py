"""What a machine can answer and what not, kind of question by kind of question; judged from facts, changing nothing.

In: the machine's facts by name, what it does at the moment, whether the launcher is there. Out: one `Capability` a
question: yes, partly or no, why, and what would change it. A condition (conditions.py) that matters for a question
makes its answer a weaker one.
"""

from msgspec import Struct

from assay.analysis.conditions import doubts
from assay.analysis.conditions_cpus import GOOD_CLOCKS, more_cpus, pair_word, pairs_words
from assay.analysis.examined import (
    COMPARING,
    COUNTING,
    MEMORY,
    SCALING,
    SHARED_CORES,
    SHORT,
    SMALL,
    SPLITTING,
    Machine,
)
from assay.units import plural

READINGS = 1000
"""An interval should last this many steps of the clock, and as many readings, to be timed to 0.1 %."""
FEW_CPUS = 4
"""Up to this many CPUs a scaling curve has too few points to tell one law from another."""


class Capability(Struct, frozen=True):
    """One kind of question, and whether this machine can answer it."""

    question: str
    answer: str  # yes | partly | no
    why: str
    change: str = ""  # what would make it a better answer; "" where nothing is to be done


def capabilities(machine: Machine) -> tuple[Capability, ...]:
    """One answer for each kind of question, the commonest first."""
    return tuple(judge(machine) for judge in JUDGES)


def weakened(machine: Machine, question: str, why: str = "", change: str = "") -> Capability | None:
    """ "partly", with all that weakens the answer; None where nothing does."""
    found = doubts(machine, question)
    if not found and not why:
        return None
    reasons = [*([why] if why else []), *(one.doubt for one in found)]
    changes = [*([change] if change else []), *(one.change for one in found if one.change)]
    return Capability(question, "partly", "; ".join(reasons), "; ".join(dict.fromkeys(changes)))


def comparing(machine: Machine) -> Capability:
    """Which of two commands takes less time?"""
    if machine.launcher:
        return Capability(COMPARING, "no", f"the launcher is missing: {machine.launcher}", "make setup")
    why = "the launcher is there; rounds are interleaved, so slow drift does no harm"
    found = doubts(machine, COMPARING)
    if found:
        why += "; but differences come out less clearly: " + "; ".join(one.doubt for one in found)
        return Capability(COMPARING, "yes", why, "; ".join(one.change for one in found if one.change))
    return Capability(COMPARING, "yes", why)


def small_differences(machine: Machine) -> Capability:
    """Can about one percent be seen?"""
    weaker = weakened(machine, SMALL)
    if weaker:
        change = f"take more rounds; {weaker.change}".removesuffix("; ")
        return Capability(SMALL, weaker.answer, weaker.why, change)
    return Capability(SMALL, "yes", "a steady clock speed, a machine of its own, and nothing else running")


def scaling(machine: Machine) -> Capability:
    """Does work get faster with more workers?"""
    cpus = machine.number("cpus_allowed")
    if cpus < 2:
        return Capability(SCALING, "no", f"{plural(cpus, 'CPU')} allowed: nothing can be parallel", more_cpus(machine))
    why, change = "", ""
    if cpus <= FEW_CPUS:
        why = f"{cpus} CPUs allowed: up to {cpus} workers; beyond that they share CPUs, and no law can be fitted"
        change = more_cpus(machine)
    return weakened(machine, SCALING, why, change) or Capability(SCALING, "yes", f"{cpus} CPUs allowed")


def splitting(machine: Machine) -> Capability:
    """Can a speed-up be split into scaling and extra work?"""
    if machine.number("cpus_allowed") < 2:
        why = "extra work can be measured, scaling needs 2 CPUs"
        return Capability(SPLITTING, "partly", why, more_cpus(machine))
    if machine.moment.steal_share is None or machine.moment.foreign_share is None:
        why = "steal and foreign CPU are unknown, so loud rounds cannot be left out"
        return Capability(SPLITTING, "partly", why)
    if any(one.name == "load now" for one in doubts(machine, SPLITTING)):
        loud = "; ".join(one.doubt for one in doubts(machine, SPLITTING))
        return Capability(
            SPLITTING, "partly", f"it needs rounds under 1 % of both, now {loud}", "wait for a quiet hour"
        )
    return Capability(SPLITTING, "yes", "steal and foreign CPU are each under 1 % now")


def shared_cores(machine: Machine) -> Capability:
    """What do two threads on one core cost each other?"""
    words = {pair_word(pair) for pair in machine.moment.pairs}
    if "shared" in words:
        seen = pairs_words(machine.moment.pairs, "shared")
        if is_guest(machine):
            return Capability(
                SHARED_CORES, "partly", f"{seen}; a guest cannot see whether that is one core or a busy host"
            )
        return Capability(SHARED_CORES, "yes", seen)
    if is_guest(machine):
        tried = pairs_words(machine.moment.pairs, "own")
        why = f"as tried, {tried}" if tried else "a virtual machine does not know which of its CPUs share a core"
        return Capability(SHARED_CORES, "no", why)
    threads = machine.number("threads_per_core")
    if threads == 0:
        return Capability(SHARED_CORES, "no", "this machine does not say which CPUs share a core")
    if threads == 1:
        return Capability(SHARED_CORES, "no", "every CPU is a core of its own")
    return Capability(SHARED_CORES, "yes", f"{threads} CPUs share a core")


def counting_cycles(machine: Machine) -> Capability:
    """Cycles, instructions, cache misses?"""
    found = machine.fact("hardware_counters")
    if found == "yes":
        return Capability(COUNTING, "yes", "hardware counters can be opened")
    if found == "not allowed":
        level = machine.fact("perf_event_paranoid") or "unknown"
        why = f"there may be counters, but perf_event_paranoid is {level}"
        return Capability(COUNTING, "no", why, "sudo sysctl kernel.perf_event_paranoid=2")
    return Capability(COUNTING, "no", "no hardware counters" + (" in this virtual machine" * is_guest(machine)))


def memory(machine: Machine) -> Capability:
    """How much memory does the whole tree take?"""
    why = "in extra, untimed runs: a process counts its share of pages it has in common with others"
    limit = machine.fact("memory_limit") or "none"
    if limit != "none":
        why += f"; the group's limit is {limit}"
    return weakened(machine, MEMORY) or Capability(MEMORY, "yes", why)


def short_work(machine: Machine) -> Capability:
    """How short may work be that is timed by itself?"""
    moment = machine.moment
    shortest_ns = READINGS * max(moment.clock_step_ns, moment.clock_cost_ns)
    clock = machine.fact("clocksource") or "unknown"
    why = (
        f"clock {clock}: steps of {moment.clock_step_ns} ns seen, a reading costs at most "
        f"{moment.clock_cost_ns:.0f} ns; work from about {shortest_ns / 1000:.0f} us on can be timed to 0.1 %"
    )
    weaker = weakened(machine, SHORT, why)
    if weaker and weaker.why != why:
        return weaker
    if clock in GOOD_CLOCKS:
        return Capability(SHORT, "yes", why)
    return Capability(SHORT, "partly", why, "a kernel that reads the processor's own counter")


JUDGES = (comparing, small_differences, scaling, splitting, shared_cores, counting_cycles, memory, short_work)
"""One judge for each kind of question."""


def is_guest(machine: Machine) -> bool:
    """Whether this is a virtual machine."""
    return bool(machine.fact("virtual_machine"))
