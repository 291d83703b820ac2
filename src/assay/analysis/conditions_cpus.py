"""Conditions of the processors: how many may be used, how fast they are, and what they share."""

from statistics import median

from assay.analysis.examined import (
    COMPARING,
    FINE,
    MIND,
    SCALING,
    SHARED_CORES,
    SHORT,
    SMALL,
    SPLITTING,
    UNKNOWN,
    Condition,
    Machine,
    TriedPair,
)
from assay.units import plural, time_text

TOGETHER_AS_ALONE = 0.85
"""Two CPUs that keep this share of their speed when both work have a core each; two threads of a core keep less."""
FEWEST_REPEATS = 3
GOOD_CLOCKS = ("tsc", "arch_sys_counter")
AGREE_NS = 100_000
"""Journeys between CPUs take tens of microseconds; what agrees to this was not seen to disagree."""


def cpus(machine: Machine) -> Condition:
    """How many may be used."""
    name, allowed, online = "CPUs", machine.number("cpus_allowed"), machine.number("cpus_online")
    if not allowed:
        return Condition(name, UNKNOWN, "how many may be used is not told", matters_for=(SCALING,))
    seen = f"{allowed} of {online} allowed" if online > allowed else f"{allowed} allowed"
    if allowed == 1:
        means = "nothing can be parallel, and Assay itself takes time from what it measures between trials"
        return Condition(name, MIND, seen, means, (SCALING, SPLITTING), more_cpus(machine))
    return Condition(name, FINE, seen)


def more_cpus(machine: Machine) -> str:
    """How to get more CPUs."""
    if machine.number("cpus_online") > machine.number("cpus_allowed"):
        return f"allow more of the {machine.number('cpus_online')} CPUs online (taskset, cgroup)"
    return "a machine with more CPUs"


def clock_speed(machine: Machine) -> Condition:
    """Who decides how fast the CPUs are clocked."""
    name, governor, boost = "clock speed", machine.fact("governor"), machine.fact("boost")
    if not governor and not boost:
        return Condition(name, UNKNOWN, "neither governor nor boost is told", "it may change between rounds", (SMALL,))
    seen = ", ".join(f"{what} {said}" for what, said in (("governor", governor), ("boost", boost)) if said)
    if governor and governor != "performance":
        doubt = f"the governor is {governor}: the clock speed changes with the load"
        change = "sudo cpupower frequency-set -g performance"
        return Condition(name, MIND, seen, "it changes with the load", (SMALL, SHORT), change, doubt)
    if boost == "on":
        doubt = "CPUs are boosted for a while: the clock speed depends on heat"
        means = "it depends on heat and on how many CPUs are busy"
        return Condition(name, MIND, seen, means, (SMALL, SCALING), _without_boost(machine), doubt)
    return Condition(name, FINE, seen)


def _without_boost(machine: Machine) -> str:
    if "Intel" in machine.fact("cpu_model"):
        return "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo, until the next start"
    return "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost, until the next start"


def core_types(machine: Machine) -> Condition:
    """Whether all CPUs are of one kind."""
    name, kinds = "kinds of cores", machine.fact("core_types")
    if not kinds:
        return Condition(name, UNKNOWN, "not told", matters_for=(SCALING,))
    if kinds == "one":
        return Condition(name, FINE, "all alike")
    means = "a process is as fast as the core it happens to get, and more workers get slower cores"
    change = f"keep to the fast ones: taskset -c {machine.fast_cpus} assay ..." if machine.fast_cpus else ""
    doubt = f"the cores are of two kinds ({kinds})"
    return Condition(name, MIND, kinds, means, (COMPARING, SMALL, SCALING), change, doubt)


def sockets(machine: Machine) -> Condition:
    """Whether memory is nearer to some CPUs than to others."""
    name, plugged, nodes = "sockets", machine.number("sockets"), machine.number("memory_nodes")
    if not plugged and not nodes:
        return Condition(name, UNKNOWN, "not told", matters_for=(SCALING,))
    seen = ", ".join(
        plural(count, noun) for count, noun in ((plugged, "processor"), (nodes, "part of memory")) if count
    ).replace("part of memorys", "parts of memory")
    if max(plugged, nodes) == 1:
        return Condition(name, FINE, seen)
    means = "memory is nearer to some CPUs than to others, so times depend on where a process happens to be"
    change = "keep to one: numactl --cpunodebind=0 --membind=0 assay ..."
    return Condition(name, MIND, seen, means, (SMALL, SCALING), change, f"{seen}: some memory is farther away")


def pair_word(pair: TriedPair) -> str:
    """What two CPUs share: "own", "shared", or "cannot tell"; by every repeat, not by their middle."""
    if len(pair.ratios) < FEWEST_REPEATS:
        return "cannot tell"
    if min(pair.ratios) >= TOGETHER_AS_ALONE:
        return "own"
    return "shared" if max(pair.ratios) < TOGETHER_AS_ALONE else "cannot tell"


def shared_cores(machine: Machine) -> Condition:
    """What CPUs do to each other, as tried."""
    name, pairs = "CPUs together", machine.moment.pairs
    if not pairs:
        why = "nothing to try with one CPU" if machine.number("cpus_allowed") == 1 else "could not be tried"
        return Condition(name, UNKNOWN, why, matters_for=(SHARED_CORES,))
    seen = "; ".join(text for word in ("shared", "own", "cannot tell") if (text := pairs_words(pairs, word)))
    hidden = [pair for pair in pairs if pair_word(pair) == "shared" and not pair.named]
    if hidden:
        means = "threads of one core that are not named as such, or a host that gives these CPUs to others too"
        change = "ask the host for whole cores; or use fewer workers than CPUs"
        doubt = "some CPUs slow each other down"
        return Condition(name, MIND, seen, means, (SCALING, SMALL, SHARED_CORES), change, doubt)
    if any(pair_word(pair) == "shared" for pair in pairs):
        means = "workers beyond one a core share it: scaling bends there"
        return Condition(name, MIND, seen, means, (SCALING, SHARED_CORES))
    if all(pair_word(pair) == "cannot tell" for pair in pairs):
        return Condition(name, UNKNOWN, seen, "", (SCALING, SHARED_CORES), "try again when the machine is quiet")
    return Condition(name, FINE, seen)


def pairs_words(pairs: tuple[TriedPair, ...], word: str) -> str:
    """All pairs with one answer, in one sentence with what was seen; "" where there are none."""
    found = [pair for pair in pairs if pair_word(pair) == word]
    if not found:
        return ""
    ratios = [ratio for pair in found for ratio in pair.ratios]
    shown = ", ".join("{}+{}".format(*pair.cpus) for pair in found)
    if not ratios:
        return f"cannot tell of {shown}{_spoilt(found)}"
    spread = f": together {median(ratios):.2f} of their speed alone ({min(ratios):.2f} to {max(ratios):.2f})"
    if word == "cannot tell":
        return f"cannot tell of {shown}{spread}{_spoilt(found)}"
    told = {"shared": "share a core or a host", "own": "have a core each"}[word]
    return f"{shown} {told}{_as_named(found, word)}{spread}"


def _spoilt(found: list[TriedPair]) -> str:
    tries = sum(pair.disturbed for pair in found)
    return f", {tries} {'try' if tries == 1 else 'tries'} spoilt by other programs" if tries else ""


def _as_named(found: list[TriedPair], word: str) -> str:
    """What the kernel says of these pairs, where that is worth a word."""
    named = sum(pair.named for pair in found)
    if word == "shared" and named < len(found):
        return ", not named as siblings" if not named else f", {len(found) - named} of them not named as siblings"
    return ", though named as siblings" if word == "own" and named else ""


def clock(machine: Machine) -> Condition:
    """What time is read from, how finely, and whether it is one time everywhere."""
    name, source, moment = "clock", machine.fact("clocksource") or "unknown", machine.moment
    seen = f"{source}, steps of {moment.clock_step_ns} ns, a reading costs at most {moment.clock_cost_ns:.0f} ns"
    if moment.clock_backwards:
        seen += f"; it ran backwards {plural(moment.clock_backwards, 'time')} between CPUs"
        doubt = "time runs backwards between CPUs"
        change = "another clock source, see /sys/devices/system/clocksource/clocksource0/available_clocksource"
        return Condition(name, MIND, seen, "a short time may come out wrong", (COMPARING, SMALL, SHORT), change, doubt)
    if moment.clock_cpus and moment.clock_cpus > 1:
        seen += f"; {moment.clock_cpus} CPUs agree within {time_text(moment.clock_within_ns)}, as far as was seen"
    if source not in GOOD_CLOCKS:
        change = "a kernel that reads the processor's own counter"
        return Condition(name, MIND, seen, "reading it may be slow", (SHORT,), change)
    return Condition(name, FINE, seen)
