"""Conditions of what the machine runs in and on: hypervisor, container, groups, quotas, kernel settings, counters."""

from assay.analysis.examined import (
    COMPARING,
    COUNTING,
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
from assay.units import plural

QUOTA_REMEDIES = {
    "kubernetes": "leave the CPU limit out of the pod, or ask for whole CPUs under the static CPU policy",
    "docker": "start the container without --cpus; --cpuset-cpus keeps it to whole CPUs instead",
    "podman": "start the container without --cpus; --cpuset-cpus keeps it to whole CPUs instead",
    "systemd-nspawn": "sudo systemctl set-property <the container's scope> CPUQuota=",
}
"""How a quota is lifted, by what set it."""
LIFT = "lift the quota of the group (cpu.max, or cpu.cfs_quota_us)"


def virtual_machine(machine: Machine) -> Condition:
    """Whose machine it is."""
    name, maker = "virtual machine", machine.fact("virtual_machine")
    if not maker:
        return Condition(name, FINE, "no sign of one")
    means = "its host may be busy with others, and what it says of cores and caches may not be so"
    doubt = "a virtual machine: its host may be busy with others"
    seen = "yes" if maker == "yes" else f"yes ({maker})"
    return Condition(
        name, MIND, seen, means, (SMALL, SPLITTING), "a machine of its own, or a host with nothing else on it", doubt
    )


def windows_subsystem(machine: Machine) -> Condition:
    """Linux inside Windows."""
    name, kind = "inside Windows", machine.fact("windows_subsystem")
    if not kind:
        return Condition(name, FINE, "no")
    if kind == "WSL 1":
        means = "there is no Linux kernel: starting processes and threads costs what Windows makes it cost"
        return Condition(
            name,
            MIND,
            kind,
            means,
            (COMPARING, SMALL, SCALING, MEMORY),
            "WSL 2, or Linux itself",
            f"{kind}: no Linux kernel",
        )
    means = "Windows decides which CPUs it gets when; files below /mnt/c are many times slower than its own"
    change = "measure in the Linux file system, with nothing open in Windows; or Linux itself"
    return Condition(name, MIND, kind, means, (SMALL, SPLITTING), change, f"{kind}: Windows decides when it runs")


def container(machine: Machine) -> Condition:
    """What it is in besides."""
    kind = machine.fact("container")
    if not kind:
        return Condition("container", FINE, "no sign of one")
    means = "it sees the machine's CPUs and memory, and may use fewer: see CPU quota and memory"
    return Condition("container", FINE, kind, means)


def quota(machine: Machine) -> Condition:
    """Whether a group holds processes back."""
    name, share, moment = "CPU quota", machine.fact("cpu_quota"), machine.moment
    if not share or share == "none":
        return Condition(name, FINE, "none")
    seen = f"{share}, the tightest of all groups this process is in"
    if moment.held_by_quota:
        seen += f"; processes were held back in {plural(moment.held_by_quota, 'period')} since the groups were made"
    if float(share.split()[0]) >= machine.number("cpus_allowed") > 0:
        return Condition(name, FINE, seen, "it allows as much as all CPUs can do")
    means = "who has used it up stands still for the rest of a period: times jump by tens of milliseconds"
    change = QUOTA_REMEDIES.get(machine.fact("container"), LIFT)
    doubt = f"a quota of {share} holds workers back"
    return Condition(name, MIND, seen, means, (COMPARING, SMALL, SCALING, SPLITTING), change, doubt)


def control_groups(machine: Machine) -> Condition:
    """Which accounting the kernel offers."""
    name, versions = "control groups", machine.fact("control_groups")
    if not versions:
        return Condition(name, UNKNOWN, "none seen", "quotas and limits cannot be seen either", (SCALING,))
    can = machine.fact("group_controllers")
    return Condition(name, FINE, f"version{'s' * (' ' in versions)} {versions}" + (f" ({can})" if can else ""))


def address_randomisation(machine: Machine) -> Condition:
    """Whether each process is laid out anew."""
    name, what = "random addresses", machine.fact("address_randomisation")
    if not what:
        return Condition(name, UNKNOWN, "not told", matters_for=(SMALL,))
    if what == "off":
        means = "every process has one and the same layout, so a difference may be the layout's and not the program's"
        doubt = "addresses are not randomised: every round sees the same layout"
        return Condition(name, MIND, what, means, (SMALL,), "sudo sysctl kernel.randomize_va_space=2", doubt)
    return Condition(name, FINE, what, "each round sees another layout; rounds average over it")


def huge_pages(machine: Machine) -> Condition:
    """Whether large pages are given unasked."""
    name, when = "huge pages", machine.fact("transparent_huge_pages")
    if not when:
        return Condition(name, UNKNOWN, "not told", matters_for=(MEMORY,))
    if when == "always":
        means = "memory comes in pieces of 2 MiB where the kernel has them to give, so it varies from run to run"
        change = "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled, until the next start"
        return Condition(name, MIND, when, means, (MEMORY, SMALL), change)
    return Condition(name, FINE, when, "only for who asks" if when == "madvise" else "")


def memory(machine: Machine) -> Condition:
    """How much there is, and how what a command takes of it can be told."""
    name, how = "memory", machine.fact("memory_accounting")
    limit = machine.fact("memory_limit")
    seen = machine.fact("memory") + (f", the tightest limit is {limit}" if limit not in ("", "none") else ", no limit")
    if how == "proportional":
        return Condition(name, FINE, seen.removeprefix(", "), "pages that processes share are counted once")
    if how == "resident":
        means = "the kernel cannot share out pages that processes have in common: each is counted with every process"
        return Condition(
            name,
            MIND,
            seen.removeprefix(", "),
            means,
            (MEMORY,),
            "a kernel from 4.14 on",
            "pages in common are counted twice",
        )
    return Condition(name, UNKNOWN, seen.removeprefix(", "), "how it is accounted for is not told", (MEMORY,))


def counters(machine: Machine) -> Condition:
    """What can be counted besides time."""
    name, level = "counters", machine.fact("perf_event_paranoid")
    hardware, software = machine.fact("hardware_counters"), machine.fact("software_counters")
    if not hardware and not software:
        return Condition(name, UNKNOWN, f"perf_event_paranoid {level or 'unknown'}", matters_for=(COUNTING,))
    seen = f"of the processor: {hardware or 'unknown'}; of the kernel: {software or 'unknown'}"
    seen += f"; perf_event_paranoid {level}" if level else ""
    if "not allowed" in (hardware, software):
        return Condition(name, MIND, seen, "not to this user", (COUNTING,), "sudo sysctl kernel.perf_event_paranoid=2")
    if hardware == "yes":
        return Condition(name, FINE, seen)
    means = "context switches and faults can be counted, cycles and cache misses cannot"
    return Condition(name, MIND, seen, means if software == "yes" else "neither can be counted", (COUNTING,))
