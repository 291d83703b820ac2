"""Facts of the processors: which, how many, how they are clocked."""

import os
from pathlib import Path

from assay.run.facts.text import line_of, lines_of, value_of

CPU = "sys/devices/system/cpu"
MODEL_KEYS = ("model name", "Model", "cpu model", "CPU part")
"""What x86, a board, another board, and plain aarch64 call it."""


def model(root: Path) -> str:
    """The processor's name as it gives it."""
    named = (value_of(root / "proc/cpuinfo", key) for key in MODEL_KEYS)
    return next(filter(None, named), "")


def online(root: Path) -> str:
    """How many CPUs are switched on."""
    return counted(line_of(root / CPU / "online"))


def allowed(root: Path) -> str:
    """How many CPUs this process, and so every process it starts, may use."""
    if root == Path("/"):
        return str(len(os.sched_getaffinity(0)))
    return counted(value_of(root / "proc/self/status", "Cpus_allowed_list"))


def counted(ranges: str) -> str:
    """How many numbers a list such as "0-3,8" holds."""
    count = 0
    for part in filter(None, ranges.split(",")):
        low, _, high = part.partition("-")
        count += int(high or low) - int(low) + 1
    return str(count) if count else ""


def threads_per_core(root: Path) -> str:
    """How many CPUs share one core, as far as the machine says; a guest is often told nothing true."""
    return counted(line_of(root / CPU / "cpu0/topology/thread_siblings_list"))


def governor(root: Path) -> str:
    """Who decides how fast the CPUs are clocked; "" where the host keeps that to itself."""
    names = {line_of(path) for path in sorted(root.glob(f"{CPU}/cpu[0-9]*/cpufreq/scaling_governor"))}
    return ", ".join(sorted(filter(None, names)))


def boost(root: Path) -> str:
    """Whether CPUs may be clocked above their nominal speed for a while."""
    said = line_of(root / CPU / "cpufreq/boost")
    if said:
        return "on" if said == "1" else "off"
    turned_off = line_of(root / CPU / "intel_pstate/no_turbo")
    return {"0": "on", "1": "off"}.get(turned_off, "")


def flags(root: Path) -> frozenset[str]:
    """What the processor can do, as the kernel abbreviates it."""
    words = next((line.partition(":")[2] for line in lines_of(root / "proc/cpuinfo") if line.startswith("flags")), "")
    return frozenset(words.split())
