"""Keeps an eye on what is fuzzed: CPU time of each input, memory of the process, and the input that was being tried."""

import mmap
import resource
import signal
import struct
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

LONGEST_S = 1.0
"""CPU time of one input."""
MOST_MEMORY = 3 << 30
"""Address space of the process, that of its libraries (about 1 GiB of numpy and scipy) included."""
LONGEST_INPUT = 4 << 20


class TooSlow(BaseException):
    """An input takes longer than any may; not an `Exception`, so that nobody on the way takes it for one of his."""


def limit_memory() -> None:
    """Whoever asks for more is refused, and that is a fault of his."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def peak_memory() -> int:
    """Bytes that were in memory at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Notebook:
    """The input being tried, in a file that outlives the process."""

    def __init__(self, path: Path) -> None:
        path.write_bytes(b"\0" * (8 + LONGEST_INPUT))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), 0)

    def keep(self, content: bytes) -> None:
        """Before it is tried."""
        content = content[:LONGEST_INPUT]
        self._map[8 : 8 + len(content)] = content
        self._map[:8] = struct.pack("<q", len(content))


def last_input(path: Path) -> bytes:
    """What a process that is gone was trying."""
    content = path.read_bytes()
    (size,) = struct.unpack("<q", content[:8])
    return content[8 : 8 + size]


def watched(act: Callable[[bytes], str], content: bytes) -> tuple[str, float]:
    """What came of it, and the CPU seconds it took; `TooSlow` where that is more than any input may take."""
    before = signal.signal(signal.SIGVTALRM, _too_slow)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_S)
    began = time.process_time()
    try:
        return act(content), time.process_time() - began
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlow(f"more than {LONGEST_S:g} s of CPU time")
