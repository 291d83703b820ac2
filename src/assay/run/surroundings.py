"""What is set around a process from outside: how it is scheduled, and on which CPUs.

Comes in: the settings of a variant, as words. Goes out: values for a request, or in a sentence why this machine
cannot have them; what only the kernel can refuse is the launcher's to say. A monitor beside it, which is a setting
too, is part of the command.
"""

import os
from collections.abc import Mapping, Sequence

from msgspec import Struct


class Surroundings(Struct, frozen=True):
    """The settings of one variant."""

    nice: int = 0
    policy: str = ""  # "" = as it is
    cpus: tuple[int, ...] = ()  # empty = all that are allowed


class NotHere(Exception):
    """This machine cannot have it; says why."""


def surroundings(settings: Mapping[str, str], allowed: Sequence[int] | None = None) -> Surroundings:
    """The settings as values; `allowed` are the CPUs to choose from, without them those of this process."""
    return Surroundings(
        nice=int(settings.get("nice", "0")),
        policy=settings.get("policy", ""),
        cpus=_first(int(settings.get("cpus", "0")), allowed),
    )


def _first(count: int, allowed: Sequence[int] | None) -> tuple[int, ...]:
    if count == 0:
        return ()
    there = sorted(os.sched_getaffinity(0)) if allowed is None else allowed
    if count > len(there):
        raise NotHere(f"cpus: expected at most the {len(there)} CPUs allowed here, found {count}; allow more of them")
    return tuple(there[:count])
