"""Conditions that pass: load, waiting, heat, the battery, swap in use."""

from assay.analysis.examined import (
    COMPARING,
    FINE,
    MEMORY,
    MIND,
    SCALING,
    SMALL,
    SPLITTING,
    UNKNOWN,
    Condition,
    Machine,
)
from assay.units import plural, size_text
from assay.wording import about_percent_text

QUIET = 0.01
"""Steal and foreign CPU from this share of the machine spoil a round of a ladder."""
WAITING = 0.05
"""From this share of the time on in which somebody waited, who is measured may wait too."""


def load(machine: Machine) -> Condition:
    """What goes on besides us."""
    name, moment = "load now", machine.moment
    if moment.steal_share is None or moment.foreign_share is None:
        doubt = "steal and foreign CPU are unknown, so loud rounds cannot be left out"
        return Condition(name, UNKNOWN, "steal and foreign CPU are not told", "", (SMALL, SPLITTING), "", doubt)
    seen = f"steal {about_percent_text(moment.steal_share)}, foreign CPU {about_percent_text(moment.foreign_share)}"
    seen += f"; load average {moment.load_average:.2f}" if moment.load_average is not None else ""
    loud = load_words(machine)
    if loud:
        means = "rounds with 1 % of either or more are left out of splits"
        change = "wait for a quiet hour; close what else is running"
        return Condition(name, MIND, seen, means, (SMALL, SPLITTING), change, loud)
    return Condition(name, FINE, seen)


def load_words(machine: Machine) -> str:
    """What is going on besides us, if it is enough to matter."""
    shares = (("steal", machine.moment.steal_share), ("foreign CPU", machine.moment.foreign_share))
    return ", ".join(f"{name} {about_percent_text(share)}" for name, share in shares if share and share >= QUIET)


def waiting(machine: Machine) -> Condition:
    """What processes had to wait for in the last seconds."""
    name, shares = "pressure", machine.moment.waiting
    if not shares:
        return Condition(name, UNKNOWN, "the kernel does not tell who waits for what")
    seen = ", ".join(f"{what} {about_percent_text(share)}" for what, share in shares.items())
    seen += " of the last 10 s somebody waited for it"
    much = [what for what, share in shares.items() if share >= WAITING]
    if much:
        doubt = f"processes wait for {' and '.join(much)}"
        return Condition(
            name, MIND, seen, "who is measured waits too", (SMALL, SPLITTING), "close what else is running", doubt
        )
    return Condition(name, FINE, seen)


def heat(machine: Machine) -> Condition:
    """Whether CPUs were slowed down because they were too hot."""
    name, since, now = "heat", machine.moment.slowed_by_heat, machine.moment.slowed_by_heat_now
    if since is None:
        return Condition(name, UNKNOWN, "the machine does not count when heat slows it down", matters_for=(SMALL,))
    means = "how fast it is depends on what it did in the minutes before"
    if now:
        change = "let it cool down, then fewer workers or shorter runs"
        doubt = "heat slows the CPUs down right now"
        return Condition(
            name, MIND, f"slowed down {plural(now, 'time')} just now", means, (SMALL, SCALING), change, doubt
        )
    if since:
        seen = f"slowed down {plural(since, 'time')} since it was started, not just now"
        return Condition(name, MIND, seen, means, (SMALL, SCALING))
    return Condition(name, FINE, "never slowed down since it was started")


def power(machine: Machine) -> Condition:
    """Battery or mains."""
    source = machine.moment.power
    if source == "battery":
        means = "the clock speed is held down, and how far changes with the charge"
        return Condition(
            "power", MIND, "on battery", means, (COMPARING, SMALL, SCALING), "plug it in", "it runs on battery"
        )
    return Condition("power", FINE, "mains" if source == "mains" else "no battery seen")


def swap(machine: Machine) -> Condition:
    """Whether memory lies on a disk."""
    name, used = "swap", machine.moment.swap_used_bytes
    if machine.fact("swap") == "none":
        return Condition(name, FINE, "none")
    if used is None:
        return Condition(name, UNKNOWN, "not told", matters_for=(MEMORY,))
    if used == 0:
        return Condition(name, FINE, "not in use")
    means = "pages of a command may lie on disk: they are missing in its memory, and fetching them takes time"
    change = "free memory, then sudo swapoff -a && sudo swapon -a"
    return Condition(
        name, MIND, f"{size_text(used)} in use", means, (MEMORY, SMALL), change, f"{size_text(used)} of swap in use"
    )
