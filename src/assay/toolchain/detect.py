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

from assay.catalogue import Catalogue, Probe, ToolchainNeed, runtime_name
from assay.toolchain.filling import own_python

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
    """The first candidate that is there and new enough, of a pattern's the newest; else why there is none."""
    named = os.environ.get(need.override)
    candidates = (named,) if named else need.candidates
    reasons, nowhere = [], []
    for candidate in candidates:
        answers = [_ask(path, need) for path in _places(candidate)]
        tools = [answer for answer in answers if isinstance(answer, Tool)]
        if tools:
            best = max(tools, key=lambda tool: _numbers(tool.version))
            return structs.replace(best, name=best.path.name) if named else best
        reasons += [answer for answer in answers if isinstance(answer, str)][-1:]
        nowhere += [] if answers else [candidate]
    place = f"${need.override}: " if named else ""
    return Absent(need.name, place + "; ".join([*reasons, *_found_none(need, nowhere)]), need.remedy)


def find_runtime(probe: Probe, asked: str, tool: Tool) -> Tool | Absent:
    """What runs the probe: the runtime asked for, the default one, or the tool itself where there are none."""
    name = runtime_name(probe, asked)
    return find_tool(probe.runtimes[name].toolchain) if name else tool


def survey(catalogue: Catalogue) -> dict[str, Tool | Absent]:
    """What is there for each probe that a user may ask for."""
    return {name: find_tool(probe.toolchain) for name, probe in catalogue.probes.items() if not probe.hidden}


def _places(candidate: str) -> list[str]:
    """Where a candidate lies: a name is looked for on the PATH, a pattern stands for all files it fits."""
    text = str(Path(_filled(candidate)).expanduser())
    matching = sorted(map(str, Path("/").glob(text.removeprefix("/")))) if "*" in text else [text]
    return [path for path in map(shutil.which, matching) if path]


def _filled(candidate: str) -> str:
    return candidate.replace("{own}", own_python()).replace("{prefix}", sys.prefix)


def _found_none(need: ToolchainNeed, candidates: list[str]) -> list[str]:
    """One sentence for all programs that are nowhere; names of programs tell more than places."""
    names = [candidate for candidate in candidates if "/" not in candidate] or candidates
    words = ", ".join(without_home(Path(_filled(name))) for name in names)
    return [f"expected {need.name} {need.minimum} or newer, found no program {words}"] if names else []


@cache
def _ask(path: str, need: ToolchainNeed) -> Tool | str:
    """The tool, or in words why it will not do."""
    try:
        answer = subprocess.run(
            [path, *need.version_words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST_ANSWER_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{Path(path).name}: expected it to say its version, found {error}"
    said = answer.stdout.strip() or answer.stderr.strip()
    match = re.search(need.version_pattern, said)
    if match is None:
        return f"{Path(path).name}: expected it to say its version, found {said[:80]!r}"
    version = next(group for group in match.groups() if group)
    if _numbers(version) < _numbers(need.minimum):
        return f"{Path(path).name}: expected {need.name} {need.minimum} or newer, found {version}"
    return Tool(need.name, Path(path), version, said.splitlines()[0])


def without_home(path: Path) -> str:
    """The path with the home folder as ~, so that no user's name gets into a record."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if home != Path("/") and path.is_relative_to(home) else str(path)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))
