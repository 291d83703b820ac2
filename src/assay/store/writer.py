"""One record file, open for appending: every finished record survives a killed process at once.

A record is one line and one write, so that a crash can cut the last line only. A thread asks the disk to
keep what was written, at most about once a second: a power cut costs one second, and no trial waits for a disk.
"""

import errno
import fcntl
import os
import threading
from pathlib import Path

import msgspec

from assay.errors import StoreError
from assay.store.records import Record

SYNC_PAUSE_S = 0.9
"""Between two requests to the disk; with the request itself, a power cut costs at most about one second."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class RecordWriter:
    """The only writer of one record file; a second one is refused."""

    def __init__(self, path: Path) -> None:
        """Open `path`, creating it where it is not."""
        self.path = path
        self._encoder = msgspec.json.Encoder()
        self._descriptor = _open_alone(path)
        self._size = os.fstat(self._descriptor).st_size
        self._trouble: OSError | None = None
        self._dirty = threading.Event()
        self._closing = threading.Event()
        self._syncing = threading.Thread(target=self._keep_synced, name="assay-sync", daemon=True)
        self._syncing.start()

    def append(self, record: Record) -> None:
        """Add one line; on return it survives the end of this process, however it comes."""
        if self._trouble is not None:
            raise self._refusal(self._trouble)
        line = self._encoder.encode(record) + b"\n"
        try:
            self._write(line)
        except OSError as trouble:
            raise self._refusal(trouble) from trouble
        finally:
            self._drop_half_a_line(len(line))
        self._dirty.set()

    def cut(self, size: int) -> None:
        """Take away what follows the first `size` bytes: half a line that a crash left."""
        os.ftruncate(self._descriptor, size)
        self._size = size

    def close(self) -> None:
        """Wait until the disk holds everything, then let others write."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._dirty.set()
        self._syncing.join()
        self._sync()
        os.close(self._descriptor)

    def _write(self, line: bytes) -> None:
        written = os.write(self._descriptor, line)
        while written < len(line):  # a disk that is nearly full takes a part first and says so afterwards
            written += os.write(self._descriptor, line[written:])

    def _drop_half_a_line(self, length: int) -> None:
        """Also after Ctrl-C: a line that is whole stays, half a line goes."""
        size = os.fstat(self._descriptor).st_size
        if size == self._size + length:
            self._size = size
        elif size != self._size:
            os.ftruncate(self._descriptor, self._size)

    def _refusal(self, trouble: OSError) -> StoreError:
        found = "the disk full" if trouble.errno in FULL else (trouble.strerror or str(trouble)).lower()
        remedy = "make room" if trouble.errno in FULL else "mend that"
        safe = "everything finished before is safe in the file" if self._size else "nothing was measured yet"
        return StoreError(
            f"{self.path}: expected to add a record, found {found}; "
            f"{safe}; {remedy}, then {'resume' if self._size else 'start again'}"
        )

    def _keep_synced(self) -> None:
        while self._dirty.wait() and not self._closing.is_set():
            self._dirty.clear()
            self._sync()
            self._closing.wait(SYNC_PAUSE_S)

    def _sync(self) -> None:
        try:
            os.fdatasync(self._descriptor)
        except OSError as trouble:
            # Pipes and some network folders cannot sync; only what says "data lost" is a reason to stop.
            if trouble.errno not in (errno.EINVAL, errno.ENOSYS, errno.EROFS):
                self._trouble = trouble


def _open_alone(path: Path) -> int:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as trouble:
        raise StoreError(
            f"{path}: expected a file that can be written, found: {(trouble.strerror or '').lower()}; "
            "mend its permissions, or choose another place with --runs DIR"
        ) from trouble
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise StoreError(
            f"{path}: expected a run that nobody is writing, found another assay at work on it; "
            "wait for it, or end it first"
        ) from None
    return descriptor
