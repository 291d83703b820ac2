"""Which processes a start of Assay has made, wherever they went: all carry its mark in their environment."""

import contextlib
import os
import time
from pathlib import Path

MARK = "ASSAY_TORTURE_MARK"
PATIENCE_S = 15.0


def marked(mark: str) -> list[int]:
    """Pids of living processes with this mark."""
    word = f"{MARK}={mark}".encode()
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if _has(folder, word)]


def _has(folder: Path, word: bytes) -> bool:
    try:
        if word not in (folder / "environ").read_bytes().split(b"\0"):
            return False
        return (folder / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def all_gone(mark: str) -> bool:
    """Whether none is left, after some patience."""
    until = time.monotonic() + PATIENCE_S
    while marked(mark):
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def launchers(mark: str) -> list[int]:
    """Those of them that are launchers."""
    return [pid for pid in marked(mark) if _name(pid) == "assay-launch"]


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def send(pid: int, number: int) -> None:
    """A signal, to one that may be gone already."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
