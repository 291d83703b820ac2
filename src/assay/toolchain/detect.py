"""Finds the compiler or runtime that a probe needs, and which version it is.

Comes in: what probe.toml asks for. Goes out: a `Tool`, or `Absent` with the reason and the command that
installs it. A program is asked for its version once in the life of this process.
"""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from msgspec import Struct, structs

from assay.catalogue import Catalogue, ToolchainNeed

LONGEST_ANSWER_S = 20.0


class Tool(Struct, frozen=True):
    """A compiler or runtime that is here and new enough."""

    name: str
    path: Path
    version: str  # the number
    banner: str  # the first line of what it says of itself; part of a build's key


class Absent(Struct, frozen=True):
    """One that is not."""

    name: str
    reason: str
    remedy: str


def find_tool(need: ToolchainNeed) -> Tool | Absent:
    """The first candidate that is there and new enough; else why there is none."""
    named = os.environ.get(need.override)
    reasons = []
    for candidate in (named,) if named else need.candidates:
        path = _path(candidate)
        if path is None:
            reasons.append(f"expected {need.name} {need.minimum} or newer, found no program {candidate}")
            continue
        found = _ask(path, need)
        if isinstance(found, Tool):
            return structs.replace(found, name=Path(path).name) if named else found
        reasons.append(found)
    place = f"${need.override}: " if named else ""
    return Absent(need.name, place + "; ".join(reasons), need.remedy)


def survey(catalogue: Catalogue) -> dict[str, Tool | Absent]:
    """What is there for each probe that a user may ask for."""
    return {name: find_tool(probe.toolchain) for name, probe in catalogue.probes.items() if not probe.hidden}


def _path(candidate: str) -> str | None:
    """Where a candidate lies; for "{own}" the Python that runs Assay, without its virtual environment."""
    own = str(getattr(sys, "_base_executable", "") or sys.executable)
    return shutil.which(own if candidate == "{own}" else candidate)


@cache
def _ask(path: str, need: ToolchainNeed) -> Tool | str:
    """The tool, or in words why it will not do."""
    try:
        answer = subprocess.run(
            [path, *need.version_words], capture_output=True, text=True, timeout=LONGEST_ANSWER_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{Path(path).name}: expected it to say its version, found {error}"
    said = answer.stdout or answer.stderr
    match = re.search(need.version_pattern, said)
    if match is None:
        return f"{Path(path).name}: expected it to say its version, found {said.strip()[:80]!r}"
    version = next(group for group in match.groups() if group)
    if _numbers(version) < _numbers(need.minimum):
        return f"{Path(path).name}: expected {need.name} {need.minimum} or newer, found {version}"
    return Tool(need.name, Path(path), version, said.strip().splitlines()[0])


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))
