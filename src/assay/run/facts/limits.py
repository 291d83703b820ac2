"""Facts of memory, and of the limits that a control group sets."""

from pathlib import Path

from assay.run.facts.groups import groups_above
from assay.run.facts.text import line_of, value_of
from assay.units import size_text

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
    """How many CPUs' worth of time this process may use: the tightest limit of all groups it is in."""
    found = [quota for folder in groups_above(root, "cpu") if (quota := _quota_of(folder))]
    return f"{min(found):.2f} CPUs" if found else "none"


def _quota_of(group: Path) -> float:
    """Of one group, in CPUs; 0 where it sets none."""
    new = line_of(group / "cpu.max").split()
    old = [line_of(group / f"cpu.cfs_{name}_us") for name in ("quota", "period")]
    quota, period = new if len(new) == 2 else old
    return int(quota) / int(period) if quota.isdecimal() and period.isdecimal() and int(period) else 0.0


def memory_limit(root: Path) -> str:
    """How much memory this process may use: the tightest limit of all groups it is in."""
    said = [
        line_of(folder / "memory.max") or line_of(folder / "memory.limit_in_bytes")
        for folder in groups_above(root, "memory")
    ]
    found = [int(most) for most in said if most.isdecimal() and int(most) < UNLIMITED_FROM]
    return size_text(float(min(found))) if found else "none"


def memory_accounting(root: Path) -> str:
    """How the memory of several processes can be added up without counting shared pages twice."""
    if not (root / "proc/self/status").exists():
        return ""
    return "proportional" if (root / "proc/self/smaps_rollup").exists() else "resident"
