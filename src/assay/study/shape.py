"""Checks the shape of a parsed TOML table against a Struct, and goes on after each mistake.

msgspec stops at the first mistake; a study's author wants all of them. So each key is converted by itself: what fits
is kept, what does not is a sentence with its place, and the value is None if something it needs is missing.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T", bound=msgspec.Struct)
NOT_KEYS = {"name": {"Study"}, "text": {"Study"}}
"""Fields that a file may not set: they are filled in from the file's place and text."""
WORDS: dict[object, str] = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def read_table(table: Mapping[str, Any], kind: type[T], place: str, problems: list[str]) -> T | None:
    """The table as a `kind`, or None; every mistake is added to `problems`, worded and placed."""
    hints = get_type_hints(kind)
    keys = [name for name in kind.__struct_fields__ if kind.__name__ not in NOT_KEYS.get(name, set())]
    for unknown in [key for key in table if key not in keys]:
        problems.append(f'{place}unknown key "{unknown}"; {meant(unknown, keys)}')
    found = {key: _value(table[key], hints[key], f"{place}{key}", problems) for key in keys if key in table}
    required = {field.name for field in msgspec.structs.fields(kind) if field.required}
    for missing in sorted(required - set(found)):
        problems.append(f"{place}{missing}: expected {words_of(hints[missing])}, found nothing; add it")
    if required - {key for key, value in found.items() if value is not None}:
        return None
    return kind(**{key: value for key, value in found.items() if value is not None})


def meant(word: str, known: list[str]) -> str:
    """What to say after an unknown word: the nearest known one, or all of them."""
    close = get_close_matches(word, known, n=1)
    return f'did you mean "{close[0]}"?' if close else "known are: " + ", ".join(known)


def _value(value: object, kind: Any, place: str, problems: list[str]) -> Any:
    """The value as a `kind`, or None with a problem."""
    kind = _without_none(kind)
    element, named = _struct_inside(kind), _struct_by_name(kind)
    if named is not None and isinstance(value, dict) and all(isinstance(part, dict) for part in value.values()):
        read = {key: read_table(part, named, f"{place}.{key}.", problems) for key, part in value.items()}
        return {key: part for key, part in read.items() if part is not None}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if isinstance(value, dict):
            return read_table(value, kind, f"{place}.", problems)
    elif element is not None:
        if isinstance(value, list) and all(isinstance(part, dict) for part in value):
            parts = [read_table(part, element, f"{place}[{n}].", problems) for n, part in enumerate(value, 1)]
            return tuple(part for part in parts if part is not None)
    elif named is None:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError:
            pass
    problems.append(f"{place}: expected {words_of(kind)}, found {shown(value)}")
    return None


def _struct_inside(kind: Any) -> type[msgspec.Struct] | None:
    """X of `tuple[X, ...]` where X is a Struct."""
    arguments = get_args(kind)
    inside = arguments[0] if get_origin(kind) is tuple else None
    return inside if isinstance(inside, type) and issubclass(inside, msgspec.Struct) else None


def _struct_by_name(kind: Any) -> type[msgspec.Struct] | None:
    """X of `dict[str, X]` where X is a Struct."""
    arguments = get_args(kind)
    named = arguments[1] if get_origin(kind) is dict else None
    return named if isinstance(named, type) and issubclass(named, msgspec.Struct) else None


def _without_none(kind: Any) -> Any:
    """X of `X | None` where X is a Struct; other kinds as they are."""
    parts = [part for part in get_args(kind) if part is not type(None)] if get_origin(kind) is UnionType else []
    only = parts[0] if len(parts) == 1 else None
    return only if isinstance(only, type) and issubclass(only, msgspec.Struct) else kind


def words_of(kind: Any) -> str:
    """A type in words."""
    if kind in WORDS:
        return WORDS[kind]
    arguments, origin = get_args(kind), get_origin(kind)
    if origin is UnionType:
        return " or ".join(words_of(part) for part in arguments if part is not type(None))
    if origin is tuple:
        return "a list of tables" if _struct_inside(kind) else f"a list, each {words_of(arguments[0])}"
    if origin is dict and _struct_by_name(kind):
        return "a table of tables"
    if origin is dict:
        return f"a table, each value {words_of(arguments[1])}"
    return "a table"


def shown(value: object) -> str:
    """A value as the file would have it, cut if long."""
    text = msgspec.json.encode(value, enc_hook=str).decode()
    return text if len(text) <= 60 else text[:57] + "..."
