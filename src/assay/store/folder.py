"""A run folder: made, found again, and written to by one process at a time.

`runs/<date>-<study>-<id>/` holds `records.jsonl` and is complete in itself: it can be mailed, committed and
read elsewhere. Nothing in it names the host or the user.
"""

import re
import secrets
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from assay.errors import StoreError
from assay.store.reader import RECORDS, split_lines
from assay.store.records import Record
from assay.store.writer import RecordWriter

LAST = "last"
"""The word that stands for the run written to most recently."""


class RunFolder:
    """One run on disk, open for appending; close it, or use it in a `with`."""

    def __init__(self, path: Path, writer: RecordWriter) -> None:
        self.path = path
        self._writer = writer

    def append(self, record: Record) -> None:
        """Add one record; on return it survives kill -9."""
        self._writer.append(record)

    def close(self) -> None:
        """Bring everything to the disk and release the folder."""
        self._writer.close()

    def discard(self) -> None:
        """Remove a run in which nothing was measured."""
        self._writer.close()
        (self.path / RECORDS).unlink()
        self.path.rmdir()

    def __enter__(self) -> "RunFolder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def create_run(root: Path, study: str) -> RunFolder:
    """A new, empty folder below `root`, locked for this process."""
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    word = re.sub(r"[^a-z0-9]+", "-", study.lower()).strip("-")[:40] or "run"
    path = _new_folder(root, f"{day}-{word}")
    return RunFolder(path, RecordWriter(path / RECORDS))


def open_run(path: Path) -> RunFolder:
    """An existing folder, to go on with it; half a last line is cut away, whole lines are never touched."""
    file = path / RECORDS
    if not file.is_file():
        raise StoreError(f"{path}: expected a run folder with a {RECORDS}, found none; give a folder below runs/")
    writer = RecordWriter(file)  # locks it: from here on no other writer can be in the middle of a line
    _, whole, cut = split_lines(file.read_bytes())
    if cut:
        writer.cut(whole)
    return RunFolder(path, writer)


def find_run(root: Path, name: str) -> Path:
    """The folder meant by `name`: its path or that of its record file, a folder's name below `root`, or `last`."""
    if name == LAST:
        return _last_run(root)
    for candidate in (Path(name), root / name):
        if (candidate / RECORDS).is_file():
            return candidate
        if candidate.name == RECORDS and candidate.is_file():
            return candidate.parent
    found = "a file" if Path(name).is_file() else "none"
    raise StoreError(f"{name}: expected a run folder with a {RECORDS}, found {found}; runs are below {root}/")


def list_runs(root: Path) -> list[Path]:
    """All run folders below `root`, the one written to most recently last."""
    return sorted((file.parent for file in root.glob(f"*/{RECORDS}")), key=_age)


def _age(folder: Path) -> tuple[int, str]:
    return ((folder / RECORDS).stat().st_mtime_ns, folder.name)


def _last_run(root: Path) -> Path:
    runs = list_runs(root)
    if not runs:
        raise StoreError(f"{root}: expected at least one run, found none; measure one first: assay compare 'a' 'b'")
    return runs[-1]


def _new_folder(root: Path, stem: str) -> Path:
    while True:
        path = root / f"{stem}-{secrets.token_hex(3)}"
        try:
            path.mkdir(parents=True)
        except FileExistsError as trouble:
            if path.is_dir():
                continue
            raise _unwritable(root, trouble) from trouble
        except OSError as trouble:
            raise _unwritable(root, trouble) from trouble
        return path


def _unwritable(root: Path, trouble: OSError) -> StoreError:
    return StoreError(
        f"{root}: expected a folder in which runs can be kept, found: {(trouble.strerror or '').lower()}; "
        "choose another with --runs DIR"
    )
