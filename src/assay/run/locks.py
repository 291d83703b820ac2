"""One measurement at a time: two runs on one machine would measure each other.

The lock is an flock on a file in the user's runtime folder, so that it ends with the process that holds it,
however that ends.
"""

import fcntl
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from assay.errors import AssayError


class MachineBusy(AssayError):
    """Another run is measuring on this machine."""


@contextmanager
def machine_lock(announce: Callable[[str], None] | None = None) -> Iterator[None]:
    """Hold the machine; where it is taken, say so to `announce` and wait, or without one refuse."""
    descriptor = _open(_runtime_folder() / "measuring")
    try:
        _take(descriptor, announce)
        _sign(descriptor)
        yield
    finally:
        os.close(descriptor)


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as trouble:
        raise _no_lock(path, trouble) from trouble


def _no_lock(path: Path, trouble: OSError) -> AssayError:
    found = (trouble.strerror or str(trouble)).lower()
    return AssayError(
        f"{path}: expected a lock, so that no two runs measure each other, found: {found}; "
        "mend that, or name another folder with XDG_RUNTIME_DIR"
    )


def _take(descriptor: int, announce: Callable[[str], None] | None) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(descriptor, 200, 0).decode(errors="replace").strip() or "another assay"
        if announce is None:
            raise MachineBusy(
                f"this machine: expected to measure alone, found {holder}; "
                "two runs would measure each other: wait for it with --wait, or end it first"
            ) from None
        announce(f"waiting for {holder}")
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def _sign(descriptor: int) -> None:
    since = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M:%S")
    with suppress(OSError):  # a full disk: the lock holds all the same, and says less to the next one
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"another assay (pid {os.getpid()}) measuring since {since}".encode(), 0)


def _runtime_folder() -> Path:
    """A folder only this user can write to, the same one for all of the user's sessions where possible."""
    for base in (os.environ.get("XDG_RUNTIME_DIR", ""), f"/run/user/{os.getuid()}"):
        if base and os.access(base, os.W_OK | os.X_OK) and Path(base).is_dir():
            return _own_folder(Path(base) / "assay")
    return _own_folder(Path(tempfile.gettempdir()) / f"assay-{os.getuid()}")


def _own_folder(path: Path) -> Path:
    try:
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError as trouble:
        raise _no_lock(path, trouble) from trouble
    state = path.lstat()
    if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.getuid():
        raise AssayError(f"{path}: expected a folder of your own for the lock, found someone else's; remove it")
    return path
