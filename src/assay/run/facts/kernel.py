"""Facts of the kernel and of what it runs in."""

import os
from pathlib import Path

from assay.run.facts.cpus import flags
from assay.run.facts.text import chosen_of, line_of, lines_of

RANDOMISED = {"0": "off", "1": "stack and libraries", "2": "stack, libraries and heap"}
CONTAINERS = {
    "docker": "docker",
    "kubepods": "kubernetes",
    "containerd": "containerd",
    "libpod": "podman",
    "lxc": "lxc",
}
"""Words in the names of control groups, and who puts them there."""
MARKERS = {".dockerenv": "docker", "run/.containerenv": "podman"}
"""Files that a container's maker leaves in its root."""


def architecture(root: Path) -> str:
    """The instruction set, as the kernel calls it."""
    return os.uname().machine if root == Path("/") else line_of(root / "proc/sys/kernel/arch")


def release(root: Path) -> str:
    """Name and version of the kernel."""
    words = (line_of(root / f"proc/sys/kernel/{name}") for name in ("ostype", "osrelease"))
    return " ".join(filter(None, words))


def clocksource(root: Path) -> str:
    """What the clock is read from."""
    return line_of(root / "sys/devices/system/clocksource/clocksource0/current_clocksource")


def transparent_huge_pages(root: Path) -> str:
    """Whether large pages are given unasked."""
    return chosen_of(root / "sys/kernel/mm/transparent_hugepage/enabled")


def address_randomisation(root: Path) -> str:
    """What is put at a random address in each new process."""
    return RANDOMISED.get(line_of(root / "proc/sys/kernel/randomize_va_space"), "")


def virtual_machine(root: Path) -> str:
    """The hypervisor's name if it gives one, "yes" if there is one, else ""."""
    if "hypervisor" not in flags(root):
        return ""
    named = line_of(root / "sys/hypervisor/type")
    maker = line_of(root / "sys/class/dmi/id/sys_vendor")
    return named or maker or "yes"


def container(root: Path) -> str:
    """What kind of container this is, "" if there is no sign of one."""
    for marker, name in MARKERS.items():
        if (root / marker).exists():
            return name
    groups = " ".join(lines_of(root / "proc/self/cgroup"))
    return next((name for word, name in CONTAINERS.items() if word in groups), "")
