"""Reads a record file back, of this format or an older one.

A last line cut by a crash is dropped, and a caveat says so. Damage anywhere else is refused with its line
number, and so is a file from a newer Assay.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from assay.errors import StoreError
from assay.store.records import FORMAT, Header, Note, Record
from assay.store.soundness import problem_of

RECORDS = "records.jsonl"
"""The file's name in a run folder."""

OLDEST = 1
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a line can end with: not JSON or of another shape, not UTF-8, nested beyond all measure."""


class _FirstLook(msgspec.Struct):
    """As much of a first line as every format, also a newer one, has."""

    record: str
    format: int
    assay: str = "a version it does not name"


def read_records(path: Path) -> list[Record]:
    """All records of a run folder (or of its record file), the header first."""
    file = path / RECORDS if path.is_dir() else path
    try:
        with file.open("rb") as stream:
            return _records(file, stream)
    except OSError as trouble:
        raise _unreadable(file, trouble) from trouble


def _records(file: Path, lines: Iterable[bytes]) -> list[Record]:
    """Line by line, so that the text of a large record is never in memory as a whole.

    A line is read once the next one has come: only the last may be half a line.
    """
    records: list[Record] = []
    waiting = b""
    for line in lines:
        if waiting:
            records.append(_next(file, records, waiting))
        waiting = line
    if waiting.endswith(b"\n") and _is_json(waiting):
        records.append(_next(file, records, waiting))
        waiting = b""
    if not records:
        raise StoreError(
            f"{file}: expected a header in line 1, found nothing whole; this run never began, start it anew"
        )
    return [*records, _cut_caveat()] if waiting else records


def _next(file: Path, before: Sequence[Record], line: bytes) -> Record:
    """The record in a whole line; the first must be the header."""
    line = line.removesuffix(b"\n")
    if not before:
        _check_format(file, line)
    record = _record(file, len(before) + 1, line)
    if not before and not isinstance(record, Header):
        raise StoreError(f"{file}: line 1: expected the header, found a {_kind(record)}; take the whole file")
    return record


def read_header(path: Path) -> Header:
    """Only the first line; for listings."""
    file = path / RECORDS if path.is_dir() else path
    try:
        with file.open("rb") as stream:
            line = stream.readline()
    except OSError as trouble:
        raise _unreadable(file, trouble) from trouble
    _check_format(file, line)
    record = _record(file, 1, line)
    if not isinstance(record, Header):
        raise StoreError(f"{file}: line 1: expected the header, found a {_kind(record)}; take the whole file")
    return record


def split_lines(content: bytes) -> tuple[list[bytes], int, bool]:
    """The whole lines, how many bytes they take, and whether something cut follows them."""
    whole = content.rfind(b"\n") + 1
    lines = content[:whole].split(b"\n")[:-1]
    cut = whole < len(content)
    if lines and not cut and not _is_json(lines[-1]):  # an editor ended the cut line with a line break
        whole -= len(lines.pop()) + 1
        cut = True
    return lines, whole, cut


def _unreadable(file: Path, trouble: OSError) -> StoreError:
    return StoreError(
        f"{file}: expected the record of a run, found: {(trouble.strerror or str(trouble)).lower()}; "
        "give a folder below runs/, or the word last"
    )


def _check_format(file: Path, line: bytes) -> None:
    try:
        first = msgspec.json.decode(line, type=_FirstLook)
    except UNREADABLE as trouble:
        raise StoreError(f"{file}: line 1: expected the header of a run, found something else ({trouble})") from None
    if first.format > FORMAT:
        known = f"format {FORMAT}" if OLDEST == FORMAT else f"formats {OLDEST} to {FORMAT}"
        raise StoreError(
            f"{file}: written by assay {first.assay} in format {first.format}, and this assay reads {known}; "
            "read it with that version, or upgrade this one"
        )


def _record(file: Path, number: int, line: bytes) -> Record:
    try:
        record = _DECODER.decode(line)
    except UNREADABLE as trouble:
        raise _damage(file, number, str(trouble)) from None
    problem = problem_of(record)
    if problem:
        raise _damage(file, number, problem)
    return record


def _damage(file: Path, number: int, found: str) -> StoreError:
    return StoreError(
        f"{file}: line {number}: expected a record, found damage ({found}); restore the file from a copy, "
        f"or take line {number} out in a copy of the folder and read that"
    )


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=msgspec.Raw)
    except UNREADABLE:
        return False
    return True


def _cut_caveat() -> Note:
    return Note(
        topic="caveat",
        text="the last line of the record was cut, as a crash or a power cut leaves it; all trials before it are kept",
    )


def _kind(record: Record) -> str:
    return type(record).__name__.lower()


_DECODER: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)
