"""Reads a TOML file into a typed value; says where it is wrong and what was probably meant.

Used for probe.toml and workload.toml. The value's `name` must be its folder's name, and its `folder` is
filled in, so that one thing is one folder.
"""

import re
from difflib import get_close_matches
from pathlib import Path
from types import NoneType, UnionType
from typing import TypeVar, get_args, get_type_hints

import msgspec

from assay.errors import StudyError

T = TypeVar("T", bound=msgspec.Struct)
TYPES_IN_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def read_declaration(path: Path, kind: type[T], *, by_folder: bool = True) -> T:
    """The file as a `kind`; `StudyError` with the place and a remedy if it is not one.

    `by_folder`: its name must be its folder's, except where the folder is that of a study.
    """
    try:
        value = msgspec.toml.decode(path.read_bytes(), type=kind)
    except msgspec.ValidationError as error:
        raise StudyError((f"{path}: {explain(str(error), kind)}",)) from None
    except msgspec.DecodeError as error:
        raise StudyError((f"{path}: expected TOML, found a mistake: {error}",)) from None
    name, folder = getattr(value, "name", ""), path.parent.name
    if by_folder and name != folder:
        raise StudyError((f'{path}: name: expected "{folder}" like its folder, found "{name}"; make them the same',))
    return msgspec.structs.replace(value, folder=path.parent)


def explain(message: str, kind: type[msgspec.Struct]) -> str:
    """msgspec's words in Assay's: where, what was expected, what was found, and what was probably meant."""
    where, words = _place(message)
    before = f"{where}: " if where else ""
    unknown = re.fullmatch(r"Object contains unknown field `(.+)`", words)
    if unknown:
        known = _keys_at(kind, where)
        close = get_close_matches(unknown[1], known, n=1)
        meant = f'did you mean "{close[0]}"?' if close else f"known keys: {', '.join(known)}"
        return f'{before}unknown key "{unknown[1]}"; {meant}'
    missing = re.fullmatch(r"Object missing required field `(.+)`", words)
    if missing:
        return f'{before}expected the key "{missing[1]}", found none'
    wrong = re.fullmatch(r"Expected `(.+)`, got `(.+)`", words)
    if wrong:
        return f"{before}expected {_in_words(wrong[1])}, found {_in_words(wrong[2])}"
    return before + words[0].lower() + words[1:]


def _in_words(types: str) -> str:
    """msgspec's names of types, for people: "int | str" is "a whole number or text"."""
    return " or ".join(TYPES_IN_WORDS.get(name, name) for name in types.split(" | "))


def _place(message: str) -> tuple[str, str]:
    """A message split into a dotted place without msgspec's `$.`, and the words before it."""
    words, _, place = message.partition(" - at `")
    return place.rstrip("`").removeprefix("$").removeprefix("."), words


def _keys_at(kind: type[msgspec.Struct], place: str) -> list[str]:
    """The keys a table at `place` may have; follows structs, and the values of dicts and tuples."""
    current: object = kind
    for step in re.findall(r"[^.\[\]]+|\[[^\]]*\]", place):
        if isinstance(current, type) and issubclass(current, msgspec.Struct):
            current = get_type_hints(current).get(step)
        else:
            current = _last_type(current)
        if isinstance(current, UnionType):
            current = _last_type(current)
    if isinstance(current, type) and issubclass(current, msgspec.Struct):
        return [name for name in current.__struct_fields__ if name != "folder"]
    return []


def _last_type(generic: object) -> object:
    """X of dict[str, X], of tuple[X, ...] and of X | None."""
    parts = [part for part in get_args(generic) if part not in (Ellipsis, NoneType)]
    return parts[-1] if parts else None
