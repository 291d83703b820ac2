"""Facts of memory, and of the limits that a control group sets."""

from pathlib import Path

from assay.run.facts.text import line_of, lines_of, value_of
from assay.units import size_text

V1, V2 = "sys/fs/cgroup", ("sys/fs/cgroup", "sys/fs/cgroup/unified")
UNLIMITED_FROM = 2**60
"""The old hierarchy says "no limit" with a number nobody can have."""


def memory(root: Path) -> str:
    """All of the machine's memory."""
    return size_of(value_of(root / "proc/meminfo", "MemTotal"))


def swap(root: Path) -> str:
    """All of its swap space."""
    return size_of(value_of(root / "proc/meminfo", "SwapTotal")) or "none"


def size_of(kibibytes: str) -> str:
    """ "8004 kB" as a size; "" for none."""
    number = kibibytes.partition(" ")[0]
    return size_text(float(number) * 1024) if number.isdecimal() and int(number) else ""


def cpu_quota(root: Path) -> str:
    """How many CPUs' worth of time the nearest limited group above this process may use."""
    for folder in groups_above(root, "cpu"):
        most = line_of(folder / "cpu.max").split()
        if len(most) == 2 and most[0] != "max":
            return f"{int(most[0]) / int(most[1]):.2f} CPUs"
        quota, period = line_of(folder / "cpu.cfs_quota_us"), line_of(folder / "cpu.cfs_period_us")
        if quota.isdecimal() and period.isdecimal() and int(period):
            return f"{int(quota) / int(period):.2f} CPUs"
    return "none"


def memory_limit(root: Path) -> str:
    """How much memory the nearest limited group above this process may use."""
    for folder in groups_above(root, "memory"):
        most = line_of(folder / "memory.max") or line_of(folder / "memory.limit_in_bytes")
        if most.isdecimal() and int(most) < UNLIMITED_FROM:
            return size_text(float(most))
    return "none"


def groups_above(root: Path, controller: str) -> list[Path]:
    """The folders of this process's groups, innermost first: the old hierarchy of a controller, then the new one."""
    folders: list[Path] = []
    for line in lines_of(root / "proc/self/cgroup"):
        _, controllers, group = [*line.split(":", 2), "", ""][:3]
        if controller in controllers.split(","):
            folders += upwards(root / V1 / controller, group)
        elif not controllers:
            folders += [folder for base in V2 for folder in upwards(root / base, group)]
    return folders


def upwards(base: Path, group: str) -> list[Path]:
    """The group's folder and all above it, up to the hierarchy's root."""
    inner = base / group.strip("/")
    return [folder for folder in (inner, *inner.parents) if folder == base or base in folder.parents]
