"""What weighs on the machine right now: heat, battery, swap in use, and how long processes wait for what they need.

Counters that only grow are read twice by whoever asks (now.py); nothing of this is stored with a run.
"""

from pathlib import Path

from msgspec import Struct

from assay.run.facts.groups import groups_above
from assay.run.facts.text import line_of, lines_of, value_of

SUPPLIES = "sys/class/power_supply"
THROTTLE = "sys/devices/system/cpu/cpu[0-9]*/thermal_throttle/*_throttle_count"
PRESSURES = ("cpu", "io", "memory")


class Strain(Struct, frozen=True):
    """One reading; None and "" where the machine does not say."""

    power: str = ""  # "battery" or "mains"
    slowed_by_heat: int | None = None  # times since the machine started, over all CPUs
    swap_used_bytes: int | None = None
    waiting: dict[str, float] = {}  # cpu, io, memory -> share of the last ten seconds in which somebody waited for it
    held_by_quota: int | None = None  # periods in which a group of ours had used up its quota


def read_strain(root: Path) -> Strain:
    """All of it, from the files below a root folder."""
    return Strain(
        power=power(root),
        slowed_by_heat=_sum_of(sorted(root.glob(THROTTLE))),
        swap_used_bytes=swap_used(root),
        waiting={name: share for name in PRESSURES if (share := pressure(root, name)) is not None},
        held_by_quota=held_by_quota(root),
    )


def power(root: Path) -> str:
    """Where the current comes from; "" where there is no battery or nothing is said."""
    supplies = sorted(root.glob(f"{SUPPLIES}/*"))
    batteries = [one for one in supplies if line_of(one / "type") == "Battery" and line_of(one / "scope") != "Device"]
    if any(line_of(one / "status") == "Discharging" for one in batteries):
        return "battery"
    return "mains" if batteries else ""


def swap_used(root: Path) -> int | None:
    """In bytes."""
    total, free = (value_of(root / "proc/meminfo", key).partition(" ")[0] for key in ("SwapTotal", "SwapFree"))
    return (int(total) - int(free)) * 1024 if total.isdecimal() and free.isdecimal() else None


def pressure(root: Path, what: str) -> float | None:
    """The share of the last ten seconds in which at least one process waited for it."""
    for line in lines_of(root / "proc/pressure" / what):
        kind, *words = line.split()
        named = dict(word.partition("=")[::2] for word in words)
        if kind == "some" and "avg10" in named:
            return float(named["avg10"]) / 100
    return None


def held_by_quota(root: Path) -> int | None:
    """Over all groups of ours, counted since each was made."""
    said = [value_of(folder / "cpu.stat", "nr_throttled", " ") for folder in groups_above(root, "cpu")]
    numbers = [int(word) for word in said if word.isdecimal()]
    return sum(numbers) if numbers else None


def _sum_of(paths: list[Path]) -> int | None:
    numbers = [int(word) for path in paths if (word := line_of(path)).isdecimal()]
    return sum(numbers) if numbers else None
