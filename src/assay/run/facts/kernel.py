"""Facts of the kernel and of what it runs in."""

import os
from pathlib import Path

from assay.run.facts.cpus import flags
from assay.run.facts.text import chosen_of, line_of, lines_of

RANDOMISED = {"0": "off", "1": "stack and libraries", "2": "stack, libraries and heap"}
CONTAINERS = {
    "kubepods": "kubernetes",
    "docker": "docker",
    "containerd": "containerd",
    "libpod": "podman",
    "podman": "podman",
    "nspawn": "systemd-nspawn",
    "lxc": "lxc",
}
"""Words in the names of control groups, or in what a container's maker calls itself, and who says so."""
MARKERS = {
    "var/run/secrets/kubernetes.io": "kubernetes",
    "run/secrets/kubernetes.io": "kubernetes",
    "run/.containerenv": "podman",
    ".dockerenv": "docker",
}
"""Files that a container's maker leaves in its root; the outermost maker first."""
SAID_SO = ("run/systemd/container", "run/host/container-manager")
"""Files in which a container's maker gives its name."""


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


def windows_subsystem(root: Path) -> str:
    """ "WSL 1" or "WSL 2" where this Linux runs inside Windows, else ""."""
    named = line_of(root / "proc/sys/kernel/osrelease").lower()
    if "microsoft" in named:
        return "WSL 2" if "wsl2" in named or "microsoft-standard" in named else "WSL 1"
    # Only the second kind can have a kernel of its user's own making, which may be called anything.
    return "WSL 2" if (root / "proc/sys/fs/binfmt_misc/WSLInterop").exists() else ""


def container(root: Path) -> str:
    """What kind of container this is, "" if there is no sign of one."""
    for marker, name in MARKERS.items():
        if (root / marker).exists():
            return name
    groups = " ".join(lines_of(root / "proc/self/cgroup"))
    return (
        _maker(" ".join(line_of(root / place) for place in SAID_SO)) or _maker(_first_process(root)) or _maker(groups)
    )


def _maker(words: str) -> str:
    return next((name for word, name in CONTAINERS.items() if word in words), "")


def _first_process(root: Path) -> str:
    """What the first process was told of its container; mostly only its owner may read that."""
    told = " ".join(lines_of(root / "proc/1/environ")).split("\0")
    return next((word for word in told if word.startswith("container=")), "")
