"""One record file, open for appending: every finished record survives a killed process at once.

A record is one line and one write, so that a crash can cut the last line only. A thread asks the disk to
keep what was written, at most about once a second: a power cut costs one second, and no trial waits for a disk.
"""

import _thread
import errno
import fcntl
import os
import select
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from assay.errors import StoreError
from assay.store.records import Record

SYNC_PAUSE_S = 0.9
"""Between two requests to the disk; with the request itself, a power cut costs at most about one second."""

LONGEST_SYNC_S = 60.0
"""A disk that takes longer is waited for by `close` itself."""

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
        self._closed = False
        try:
            self._syncer = _Syncer(self._sync)
        except BaseException:
            os.close(self._descriptor)
            raise

    def append(self, record: Record) -> None:
        """Add one line; on return it survives the end of this process, however it comes."""
        if self._trouble is not None:
            raise self._refusal(self._trouble)
        line = self._encoder.encode(record) + b"\n"
        self._drop_half_a_line()  # Ctrl-C may have come while the last one was looked after
        try:
            self._write(line)
        except OSError as trouble:
            raise self._refusal(trouble) from trouble
        finally:
            self._drop_half_a_line()
        self._syncer.wake()

    def cut(self, size: int) -> None:
        """Take away what follows the first `size` bytes: half a line that a crash left."""
        os.ftruncate(self._descriptor, size)
        self._size = size

    def close(self) -> None:
        """Wait until the disk holds everything, then let others write."""
        if self._closed:
            return
        self._closed = True
        self._syncer.end()
        self._sync()
        os.close(self._descriptor)

    def _write(self, line: bytes) -> None:
        written = os.write(self._descriptor, line)
        while written < len(line):  # a disk that is nearly full takes a part first and says so afterwards
            written += os.write(self._descriptor, line[written:])

    def _drop_half_a_line(self) -> None:
        """Whole lines stay, half a line goes; may itself be broken off anywhere, and taken up again."""
        size = os.fstat(self._descriptor).st_size
        if size == self._size:
            return
        added = os.pread(self._descriptor, size - self._size, self._size)
        whole = self._size + added.rfind(b"\n") + 1
        if whole != size:
            os.ftruncate(self._descriptor, whole)
        self._size = whole

    def _refusal(self, trouble: OSError) -> StoreError:
        found = "the disk full" if trouble.errno in FULL else (trouble.strerror or str(trouble)).lower()
        remedy = "make room" if trouble.errno in FULL else "mend that"
        safe = "everything finished before is safe in the file" if self._size else "nothing was measured yet"
        return StoreError(
            f"{self.path}: expected to add a record, found {found}; "
            f"{safe}; {remedy}, then {'resume' if self._size else 'start again'}"
        )

    def _sync(self) -> None:
        try:
            os.fdatasync(self._descriptor)
        except OSError as trouble:
            # Pipes and some network folders cannot sync; only what says "data lost" is a reason to stop.
            if trouble.errno not in (errno.EINVAL, errno.ENOSYS, errno.EROFS):
                self._trouble = trouble


class _Syncer:
    """A thread that calls `sync` soon after it was woken, but not more often than about once a second.

    It is told by pipes: the locks of `threading` can stay taken for ever when Ctrl-C comes at the wrong instant, and
    its threads keep whoever starts them waiting for ever where there is no memory for one.
    """

    def __init__(self, sync: Callable[[], None]) -> None:
        self._sync = sync
        self._at_work = False
        self._woken, self._wake = os.pipe()
        self._over, self._done = os.pipe()
        os.set_blocking(self._wake, False)
        try:
            _thread.start_new_thread(self._work, ())
        except RuntimeError as trouble:
            for descriptor in (self._woken, self._wake, self._over, self._done):
                os.close(descriptor)
            raise MemoryError(str(trouble)) from trouble  # so Python says that there is none for another thread

    def wake(self) -> None:
        """Something was written."""
        with suppress(BlockingIOError):  # it has been told often enough
            os.write(self._wake, b"x")

    def end(self) -> None:
        """Wait until it is not at work any more."""
        if self._wake < 0:
            return
        wake, self._wake = self._wake, -1
        os.close(wake)
        if self._at_work:  # else it will find nothing to do, or there was no memory for it after all
            select.select([self._over], [], [], LONGEST_SYNC_S)
        os.close(self._over)

    def _work(self) -> None:
        try:
            self._at_work = True
            while os.read(self._woken, 4096) and self._wake >= 0:
                self._sync()
                if not self._rest():
                    return
        finally:
            os.close(self._woken)
            os.close(self._done)

    def _rest(self) -> bool:
        """A pause, which the end cuts short: False then."""
        poll = select.poll()
        poll.register(self._woken, 0)  # no event but that the other end is closed
        return not poll.poll(SYNC_PAUSE_S * 1000)


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
