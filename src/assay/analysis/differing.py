"""What may differ between runs in one report and does, besides the machine: a line each, with who has what."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from assay.plan.model import CommandWork
from assay.store.records import Header

NOT_THERE = "none"


def differing(
    headers: Sequence[Header], names: Sequence[str], works: Sequence[Mapping[str, str]] = ()
) -> tuple[str, ...]:
    """What may differ and does, besides the machine: a line each, with who has what.

    `works` are the words that every trial of a run was given, those that pilots found among them.
    """
    lines = [_who_has("assay", [header.assay for header in headers], names)]
    words = dict.fromkeys(word for one in works for word in one if word != "seed")
    lines += [_who_has(f"{word} of every trial", [one.get(word, NOT_THERE) for one in works], names) for word in words]
    for programs in (_programs, _flags):
        facts = [programs(header) for header in headers]
        keys = dict.fromkeys(key for one in facts for key in one)
        lines += [_who_has(key, [one.get(key, NOT_THERE) for one in facts], names) for key in keys]
    measured = [{family.name for family in header.plan.families} for header in headers]
    families = dict.fromkeys(family.name for header in headers for family in header.plan.families)
    lines += [_who_measured(family, measured, names) for family in families]
    return tuple(dict.fromkeys(line for line in lines if line))


def _programs(header: Header) -> dict[str, str]:
    """Each compiler and runtime with its versions, where builds have their own all of them; or a command's file."""
    commands = _commands(header)
    versions: dict[str, dict[str, None]] = {}
    for key, tool in header.toolchains.items():
        name = f"the program of {key}" if key in commands else tool.name
        versions.setdefault(name, {})[tool.version] = None
    return {name: _and(list(found)) for name, found in versions.items()}


def _flags(header: Header) -> dict[str, str]:
    return {f"flags of {key}": " ".join(tool.flags) for key, tool in header.toolchains.items() if tool.flags}


def _commands(header: Header) -> set[str]:
    return {one.name for one in header.plan.variants if isinstance(one.work, CommandWork)}


def _who_has(what: str, values: Sequence[str], names: Sequence[str]) -> str:
    """ "gcc: 12.2.0 on machine A, 13.1.0 on machine B"; "" where all have the same."""
    if all(one == another for one, another in pairwise(values)):
        return ""
    who: dict[str, list[str]] = {}
    for value, name in zip(values, names, strict=True):
        who.setdefault(value, []).append(name)
    return f"{what}: {', '.join(f'{value} on {_and(machines)}' for value, machines in who.items())}"


def _who_measured(family: str, measured: Sequence[set[str]], names: Sequence[str]) -> str:
    having = [name for name, families in zip(names, measured, strict=True) if family in families]
    return f'"{family}" was measured only on {_and(having)}' if len(having) < len(names) else ""


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
