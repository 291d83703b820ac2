"""A file of an export is whole or not there, and what keeps it from being written is said with its name."""

import errno
import os
from pathlib import Path
from typing import BinaryIO

import pytest

from assay.errors import StoreError
from assay.export.writing import write_file


@pytest.mark.parametrize("content", ["grün\n", "grün\n".encode(), lambda stream: stream.write("grün\n".encode())])
def test_text_bytes_and_a_writer_come_to_the_same_file(tmp_path: Path, content: object) -> None:
    place = write_file(tmp_path / "a" / "b" / "x.txt", content)  # type: ignore[arg-type]
    assert place.read_bytes() == "grün\n".encode()
    assert [one.name for one in place.parent.iterdir()] == ["x.txt"]


def test_an_older_file_is_replaced_and_everybody_may_read_the_new_one(tmp_path: Path) -> None:
    place = tmp_path / "x.txt"
    place.write_text("older and longer\n")
    before = os.umask(0o022)
    try:
        write_file(place, "new\n")
    finally:
        os.umask(before)
    assert place.read_text() == "new\n"
    assert place.stat().st_mode & 0o777 == 0o644


def fails_with(number: int) -> object:
    """A writer that comes half way."""

    def write(stream: BinaryIO) -> None:
        stream.write(b"half")
        raise OSError(number, os.strerror(number))

    return write


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "found: the disk full; make room, or choose another place with --to DIR"),
        (errno.EDQUOT, "found: the disk full; make room"),
        (errno.EIO, "found: input/output error; choose another place with --to DIR"),
    ],
)
def test_what_cannot_be_finished_leaves_the_older_file_and_nothing_half(
    tmp_path: Path, number: int, words: str
) -> None:
    place = tmp_path / "x.txt"
    place.write_text("older\n")
    with pytest.raises(StoreError) as trouble:
        write_file(place, fails_with(number))  # type: ignore[arg-type]
    assert str(trouble.value).startswith(f"{place}: expected a file that can be written, ")
    assert words in str(trouble.value)
    assert [one.name for one in tmp_path.iterdir()] == ["x.txt"]
    assert place.read_text() == "older\n"


def test_a_full_disk_is_told_while_bytes_are_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    class Full:
        """A stream of a disk that has no room."""

        def __init__(self, descriptor: int) -> None:
            self._descriptor = descriptor

        def __enter__(self) -> "Full":
            return self

        def __exit__(self, *_: object) -> None:
            os.close(self._descriptor)

        write = staticmethod(full)

    monkeypatch.setattr("assay.export.writing.os.fdopen", lambda descriptor, mode: Full(descriptor))
    with pytest.raises(StoreError, match="the disk full"):
        write_file(tmp_path / "x.txt", "text")
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_leaves_nothing_half(tmp_path: Path) -> None:
    def interrupted(stream: BinaryIO) -> None:
        stream.write(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "x.txt", interrupted)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "report").write_text("mine\n")
    with pytest.raises(StoreError, match=r"report/x\.txt: .* found: a file where .*report should be a folder; choose"):
        write_file(tmp_path / "report" / "x.txt", "text")
    assert (tmp_path / "report").read_text() == "mine\n"


def test_a_place_that_is_a_folder_is_told_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "x.txt").mkdir()
    with pytest.raises(StoreError, match="is a directory"):
        write_file(tmp_path / "x.txt", "text")
    assert [one.name for one in tmp_path.iterdir()] == ["x.txt"]


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("this machine runs tests as root, whom no permission stops")
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(StoreError, match="permission denied"):
            write_file(tmp_path / "x.txt", "text")
    finally:
        tmp_path.chmod(0o755)
