"""Puts a file of an export in its place: whole, or not at all.

It is written beside its place and then renamed, so that whoever reads meanwhile sees the old file or the new one. A
disk that fills up, or a folder that may not be written, leaves nothing behind and is told with the file's name.
"""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from assay.errors import StoreError
from assay.store.writer import FULL

Content = bytes | str | Callable[[BinaryIO], None]
"""What is written, or what writes it to an open file: a million rows need not be in memory twice."""


def write_file(place: Path, content: Content) -> Path:
    """The file with this content at this place, folders above it made as needed; gives the place back."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_name(f".{place.name}.{secrets.token_hex(3)}")
        try:
            _write(beside, content)
            beside.replace(place)
        finally:
            with suppress(OSError):
                beside.unlink()
    except OSError as trouble:
        raise _refusal(place, trouble) from trouble
    return place


def _write(beside: Path, content: Content) -> None:
    """No request to the disk: an export can be made again from the records."""
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    with os.fdopen(descriptor, "wb") as stream:
        if callable(content):
            content(stream)
        else:
            stream.write(content.encode() if isinstance(content, str) else content)


def _refusal(place: Path, trouble: OSError) -> StoreError:
    full = trouble.errno in FULL
    found = "the disk full" if full else (trouble.strerror or str(trouble)).lower()
    in_the_way = next((one for one in place.parents if one.is_file()), None)
    if in_the_way is not None:
        found = f"a file where {in_the_way} should be a folder"
    remedy = "make room, or choose another place with --to DIR" if full else "choose another place with --to DIR"
    return StoreError(
        f"{place}: expected a file that can be written, found: {found}; {remedy}; the records are untouched"
    )
