"""What the launcher's tests share: requests made of small programs, and a look at who is still alive."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from assay.run.request import Request

SECOND = 1_000_000_000
PATIENCE_SECONDS = 30.0
MARK = "ASSAY_TEST_MARK"


def shell(text: str, **more) -> Request:
    return Request("shell", ("/bin/sh", "-c", text), **more)


def python(text: str, **more) -> Request:
    return Request("python", (sys.executable, "-S", "-E", "-c", text), **more)


def marked(mark: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], MARK: mark}


def _carries(process: Path, wanted: bytes) -> bool:
    try:
        state = (process / "stat").read_text().rpartition(")")[2].split()[0]
        return state not in "ZX" and wanted in (process / "environ").read_bytes().split(b"\0")
    except OSError:  # it has ended meanwhile
        return False


def living(mark: str) -> list[int]:
    """Processes, not zombies, that carry the mark."""
    wanted = f"{MARK}={mark}".encode()
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit() and _carries(path, wanted)]


def wait_until(condition: Callable[[], bool]) -> bool:
    """Whether it came true while a test may wait."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
