"""Reads a TOML file into a typed value; says where it is wrong and what was probably meant.

Used for probe.toml and workload.toml. The value's `name` must be its folder's name, and its `folder` is
filled in, so that one thing is one folder.
"""

import re
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar, get_type_hints

import msgspec

from assay.errors import StudyError

T = TypeVar("T", bound=msgspec.Struct)


def read_declaration(path: Path, kind: type[T]) -> T:
    """The file as a `kind`; `StudyError` with the place and a remedy if it is not one."""
    try:
        value = msgspec.toml.decode(path.read_bytes(), type=kind)
    except msgspec.ValidationError as error:
        raise StudyError((f"{path}: {explain(str(error), kind)}",)) from None
    except msgspec.DecodeError as error:
        raise StudyError((f"{path}: expected TOML, found a mistake: {error}",)) from None
    name, folder = getattr(value, "name", ""), path.parent.name
    if name != folder:
        raise StudyError((f'{path}: name: expected "{folder}" like its folder, found "{name}"; make them the same',))
    return msgspec.structs.replace(value, folder=path.parent)


def explain(message: str, kind: type[msgspec.Struct]) -> str:
    """msgspec's words in Assay's order: where, what was expected or found, what was probably meant."""
    where, words = _place(message)
    unknown = re.fullmatch(r"Object contains unknown field `(.+)`", words)
    if unknown is None:
        return f"{where or 'top'}: {words[0].lower() + words[1:]}"
    known = _keys_at(kind, where)
    close = get_close_matches(unknown[1], known, n=1)
    meant = f'did you mean "{close[0]}"?' if close else f"known keys: {', '.join(known)}"
    return f'{where + ": " if where else ""}unknown key "{unknown[1]}"; {meant}'


def _place(message: str) -> tuple[str, str]:
    """A message split into a dotted place without msgspec's `$.`, and the words before it."""
    words, _, place = message.partition(" - at `")
    return place.rstrip("`").removeprefix("$").removeprefix("."), words


def _keys_at(kind: type[msgspec.Struct], place: str) -> list[str]:
    """The keys a table at `place` may have; follows structs and the values of dicts and tuples."""
    current: object = kind
    for step in re.findall(r"[^.\[\]]+|\[\.\.\.\]|\[\d+\]", place):
        if isinstance(current, type) and issubclass(current, msgspec.Struct):
            current = get_type_hints(current).get(step)
        else:
            arguments = [part for part in getattr(current, "__args__", ()) if part is not Ellipsis]
            current = arguments[-1] if arguments else None
    if isinstance(current, type) and issubclass(current, msgspec.Struct):
        return [name for name in current.__struct_fields__ if name != "folder"]
    return []
