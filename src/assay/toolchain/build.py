"""Builds a probe with one workload into the user's cache, once for each set of sources, flags and compiler.

The build folder is made under a name of its own and then renamed, so that two builders do not clash: who
comes second finds the folder there and throws its own away. A compile error is a value, with the file and
line of the source in its own folder, not of the copy that was compiled.
"""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from assay.catalogue import Probe, Workload
from assay.errors import BuildFailed
from assay.toolchain.detect import Tool

LONGEST_BUILD_S = 300.0
LONGEST_TEXT = 2000  # characters kept of a compiler's output


class BuildProblem(Struct, frozen=True):
    """A probe that does not compile."""

    probe: str
    workload: str
    build: str
    file: str  # as it lies in probes/ or workloads/; "" where the compiler named none
    line: int  # 0 where it named none
    text: str  # the compiler's first complaint

    @property
    def reason(self) -> str:
        """One sentence: where and what."""
        place = f"{self.file}:{self.line}: " if self.file else ""
        return f"{place}{self.text}"


class Order(Struct, frozen=True):
    """What is to be built."""

    probe: Probe
    workload: Workload
    build: str
    tool: Tool

    @property
    def flags(self) -> tuple[str, ...]:
        return self.probe.builds[self.build].flags if self.build else ()

    @property
    def name(self) -> str:
        """For people: "c/count at O2"."""
        return f"{self.probe.name}/{self.workload.name}" + (f" at {self.build}" if self.build else "")


def cache_root() -> Path:
    """$XDG_CACHE_HOME/assay, or ~/.cache/assay."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "assay"


def build(order: Order, announce: Callable[[str], None]) -> Path | BuildProblem:
    """The folder with the built probe; builds only what is not in the cache."""
    sources = {path.name: path for path in _sources(order)}
    target = cache_root() / "builds" / f"{_label(order)}-{_key(order, sources)}"
    if target.is_dir():
        return target
    if order.probe.compile:
        announce(f"building {order.name} ({order.tool.name} {order.tool.version})")
    try:
        return _build_anew(order, sources, target)
    except OSError as error:
        place = f"{target.parent}: expected a folder to build in"
        raise BuildFailed(f"{place}, found: {error.strerror}; set XDG_CACHE_HOME to another") from None


def _build_anew(order: Order, sources: dict[str, Path], target: Path) -> Path | BuildProblem:
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        for name, path in sources.items():
            shutil.copyfile(path, work / name)
        problem = _compile(order, work, sources)
        return problem or _move(work, target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def fill(words: tuple[str, ...], order: Order, folder: Path) -> list[str]:
    """A command of probe.toml with {tool}, {build} and {flags} filled in."""
    filled: list[str] = []
    for word in words:
        if word == "{flags}":
            filled += order.flags
            continue
        word = word.replace("{tool}", str(order.tool.path)).replace("{build}", str(folder))
        filled.append(word.replace("{flags}", " ".join(order.flags)))
    return filled


def _sources(order: Order) -> Iterator[Path]:
    yield from (order.probe.folder / name for name in order.probe.harness)
    if order.probe.workload:
        yield order.workload.folder / order.probe.workload


def _label(order: Order) -> str:
    return "-".join(part for part in (order.probe.name, order.workload.name, order.build) if part)


def _key(order: Order, sources: dict[str, Path]) -> str:
    digest = hashlib.sha256()
    command = fill(order.probe.compile, order, Path("build"))
    for part in (order.tool.banner, str(order.tool.path), *command):
        digest.update(part.encode() + b"\0")
    for name, path in sorted(sources.items()):
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _compile(order: Order, work: Path, sources: dict[str, Path]) -> BuildProblem | None:
    if not order.probe.compile:
        return None
    command = fill(order.probe.compile, order, work)
    environment = dict(os.environ, LC_ALL="C")
    try:
        done = subprocess.run(
            command, cwd=work, env=environment, capture_output=True, text=True, timeout=LONGEST_BUILD_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return _problem(order, str(error), sources)
    return _problem(order, done.stderr + done.stdout, sources) if done.returncode else None


def _problem(order: Order, output: str, sources: dict[str, Path]) -> BuildProblem:
    match = re.search(order.probe.problem, output, re.MULTILINE) if order.probe.problem else None
    names = (order.probe.name, order.workload.name, order.build)
    if match is None:
        return BuildProblem(*names, "", 0, output.strip()[:LONGEST_TEXT] or "the compiler failed without a word")
    source = sources.get(Path(match["file"]).name)
    return BuildProblem(*names, str(source or match["file"]), int(match["line"]), match["text"])


def _move(work: Path, target: Path) -> Path:
    work.chmod(0o755)
    try:
        work.rename(target)
    except OSError:
        if not target.is_dir():
            raise
    return target
