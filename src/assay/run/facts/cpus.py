"""Facts of the processors: which, how many, how they are clocked."""

import os
import re
from collections.abc import Callable
from pathlib import Path

from assay.run.facts.text import line_of, lines_of, value_of

CPU = "sys/devices/system/cpu"
CPU_NUMBER = re.compile(r"cpu(\d+)")
ALIKE_FROM = 0.85
"""CPUs that reach this share of the fastest one's clock or capacity are of its kind; some are favoured a little."""
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
    return str(len(numbers_of(ranges)) or "")


def numbers_of(ranges: str) -> list[int]:
    """The numbers of a list such as "0-3,8"; what is no number is passed over."""
    numbers: list[int] = []
    for part in ranges.split(","):
        low, _, high = part.strip().partition("-")
        if low.isdecimal() and (high or low).isdecimal():
            numbers += range(int(low), int(high or low) + 1)
    return numbers


def threads_per_core(root: Path) -> str:
    """How many CPUs share one core, as far as the machine says; a guest is often told nothing true."""
    return counted(line_of(root / CPU / "cpu0/topology/thread_siblings_list"))


def hyper_threading(root: Path) -> str:
    """Whether cores run several threads at once, as the kernel sees it: "on" or "off"."""
    return {"1": "on", "0": "off"}.get(line_of(root / CPU / "smt/active"), "")


def siblings(root: Path) -> frozenset[tuple[int, int]]:
    """Each two CPUs of which the kernel says that they share a core, the lower number first."""
    found = set()
    for path in root.glob(f"{CPU}/cpu[0-9]*/topology/thread_siblings_list"):
        first, *others = sorted(numbers_of(line_of(path))) or [0]
        found |= {(first, other) for other in others}
    return frozenset(found)


def sockets(root: Path) -> str:
    """How many processors are plugged in."""
    named = {line_of(path) for path in root.glob(f"{CPU}/cpu[0-9]*/topology/physical_package_id")}
    return str(len(named - {"", "-1"}) or "")


def memory_nodes(root: Path) -> str:
    """How many parts memory has, each nearer to some CPUs than to others."""
    return counted(line_of(root / "sys/devices/system/node/online"))


def core_types(root: Path) -> str:
    """How many CPUs there are of each kind: "16 performance, 8 efficiency"; "one" where all are alike."""
    fast, slow = (counted(line_of(root / f"sys/devices/{kind}/cpus")) for kind in ("cpu_core", "cpu_atom"))
    if fast and slow:
        return f"{fast} performance, {slow} efficiency"
    capacities = _by_cpu(root, "cpu_capacity")
    return _kinds(capacities, str) or _kinds(_by_cpu(root, "cpufreq/cpuinfo_max_freq"), _gigahertz)


def fast_cpus(root: Path) -> str:
    """The CPUs of the fastest kind as a list such as "0-15", where there is more than one kind."""
    named = line_of(root / "sys/devices/cpu_core/cpus")
    if named and line_of(root / "sys/devices/cpu_atom/cpus"):
        return named
    rated = _by_cpu(root, "cpu_capacity") or _by_cpu(root, "cpufreq/cpuinfo_max_freq")
    fast = [cpu for cpu, value in sorted(rated.items()) if value >= ALIKE_FROM * max(rated.values())]
    return ",".join(map(str, fast)) if len(fast) < len(rated) else ""


def _by_cpu(root: Path, file: str) -> dict[int, int]:
    """What one file of each CPU says, where it is a number."""
    found = {}
    for path in root.glob(f"{CPU}/cpu[0-9]*/{file}"):
        number, said = CPU_NUMBER.search(str(path.relative_to(root / CPU))), line_of(path)
        if number and said.isdecimal() and int(said):
            found[int(number[1])] = int(said)
    return found


def _kinds(rated: dict[int, int], worded: Callable[[int], str]) -> str:
    if not rated:
        return ""
    most = max(rated.values())
    slower = [value for value in rated.values() if value < ALIKE_FROM * most]
    if not slower:
        return "one"
    return f"{len(rated) - len(slower)} up to {worded(most)}, {len(slower)} up to {worded(max(slower))}"


def _gigahertz(kilohertz: int) -> str:
    return f"{kilohertz / 1e6:.1f} GHz"


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
