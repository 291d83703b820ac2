"""Facts of the performance counters: what this user may count, and whether there is anything to count."""

import ctypes
import errno
import os
import platform
import struct
from pathlib import Path

from assay.run.facts.text import line_of

SYSTEM_CALL = {"x86_64": 298, "aarch64": 241}
"""Number of perf_event_open."""
CYCLES, TASK_CLOCK = (0, 0), (1, 1)
"""Kind and number of an event: one that the processor counts, one that the kernel counts itself."""
ATTRIBUTE_BYTES = 128
EXCLUDE_KERNEL_AND_HYPERVISOR = (1 << 5) | (1 << 6)
"""Counting only one's own instructions is allowed to most users."""
ANSWERS = {0: "yes", errno.EACCES: "not allowed", errno.EPERM: "not allowed"}


def perf_event_paranoid(root: Path) -> str:
    """The kernel's own scale: the higher, the less an ordinary user may count."""
    return line_of(root / "proc/sys/kernel/perf_event_paranoid")


def hardware_counters(root: Path) -> str:
    """Whether cycles can be counted: "yes", "none", "not allowed", or "" where it cannot be tried."""
    return _tried(root, CYCLES)


def software_counters(root: Path) -> str:
    """The same for what the kernel counts by itself: switches between processes, moves between CPUs."""
    return _tried(root, TASK_CLOCK)


def _tried(root: Path, event: tuple[int, int]) -> str:
    number = SYSTEM_CALL.get(platform.machine())
    if root != Path("/") or number is None:
        return ""
    return ANSWERS.get(try_to_count(number, event), "none")


def try_to_count(number: int, event: tuple[int, int]) -> int:
    """Opens a counter of this process's own events and closes it; 0, or the number of the error."""
    kind, which = event
    head = struct.pack("=IIQQQQQ", kind, ATTRIBUTE_BYTES, which, 0, 0, 0, EXCLUDE_KERNEL_AND_HYPERVISOR)
    attribute = ctypes.create_string_buffer(head, ATTRIBUTE_BYTES)
    opened = ctypes.CDLL(None, use_errno=True).syscall(number, attribute, 0, -1, -1, 0)
    if opened < 0:
        return ctypes.get_errno()
    os.close(opened)
    return 0
