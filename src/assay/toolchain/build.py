"""Builds a probe with one workload into the user's cache, once for each set of sources, flags and compiler.

The build folder is made under a name of its own and then renamed, so that two builders do not clash: who
comes second finds the folder there and throws its own away. A compile error is a value, with the file and
line of the source in its own folder, not of the copy that was compiled.
"""

import fcntl
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from msgspec import Struct

from assay.errors import BuildFailed
from assay.toolchain.filling import cache_root, shared_folder
from assay.toolchain.order import Order, filled, sources_of, target_of

__all__ = ["BuildProblem", "Order", "Site", "build", "cache_root", "site_of"]

LONGEST_BUILD_S = 300.0
LONGEST_TEXT = 2000  # characters kept of a compiler's output

_running: set["subprocess.Popen[str]"] = set()
"""Compilers at work, each in a process group of its own."""


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


class Site(Struct, frozen=True):
    """An order, with the sources it is built from and the folder where it will stand."""

    order: Order
    sources: dict[str, Path]
    target: Path

    @property
    def stands(self) -> bool:
        """Whether it was built before."""
        return self.target.is_dir()

    @property
    def sentence(self) -> str:
        """Announces the build."""
        return f"building {self.order.name} ({self.order.tool.name} {self.order.tool.version})"


def site_of(order: Order) -> Site:
    """Reads the sources, to know which build it is."""
    sources = sources_of(order)
    return Site(order, sources, target_of(order, sources))


def build(order: Order, announce: Callable[[str], None]) -> Path | BuildProblem:
    """The folder with the built probe; builds only what is not in the cache."""
    site = site_of(order)
    if order.probe.compile and not site.stands:
        announce(site.sentence)
    return build_at(site)


def build_at(site: Site) -> Path | BuildProblem:
    """The same, in silence."""
    if site.stands:
        return site.target
    try:
        return _build_anew(site)
    except OSError as error:
        place = f"{site.target.parent}: expected a folder to build in"
        raise BuildFailed(f"{place}, found: {error.strerror}; set XDG_CACHE_HOME to another") from None


def _build_anew(site: Site) -> Path | BuildProblem:
    target = site.target
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        for name, path in site.sources.items():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, work / name)
        with _alone(site.order) if _shares(site.order) else nullcontext():
            # Who waited for its turn may find that the one before has made the same.
            return target if site.stands else _compile(site, work) or _move(work, target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _compile(site: Site, work: Path) -> BuildProblem | None:
    words = site.order.probe.compile
    trouble = _run(filled(words, site.order, work), work) if words else None
    return None if trouble is None else _problem(site, trouble)


def _run(command: list[str], work: Path) -> str | None:
    """What the compiler complains of; None where it does not."""
    try:
        compiler = subprocess.Popen(
            command,
            cwd=work,
            env=dict(os.environ, LC_ALL="C"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,  # a group of its own: what it starts itself can be ended with it
        )
    except OSError as error:
        return str(error)
    _running.add(compiler)
    try:
        said, complained = compiler.communicate(timeout=LONGEST_BUILD_S)
    except subprocess.TimeoutExpired:
        _end_all(compiler)
        return f"expected a build within {LONGEST_BUILD_S:.0f} s, found one that takes longer"
    except BaseException:  # Ctrl-C among them, which this group does not hear of
        _end_all(compiler)
        raise
    finally:
        _running.discard(compiler)
    return complained + said if compiler.returncode else None


def _end_all(compiler: "subprocess.Popen[str]") -> None:
    """It and all that it has started: a compiler's parts, or what a build script runs."""
    _kill(compiler)
    compiler.communicate()


def end_builds() -> None:
    """Every build that other threads of this process have under way; each then comes back as one that failed."""
    for compiler in tuple(_running):
        _kill(compiler)


def _kill(compiler: "subprocess.Popen[str]") -> None:
    with suppress(ProcessLookupError):
        os.killpg(compiler.pid, signal.SIGKILL)


def _shares(order: Order) -> bool:
    """Whether its builds use a folder together."""
    return any("{cache}" in word for word in order.probe.compile)


@contextmanager
def _alone(order: Order) -> Iterator[None]:
    """No other build of this probe, in any process, uses the folder they share at the same time."""
    folder = shared_folder(order.probe.name)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder.parent / f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _problem(site: Site, output: str) -> BuildProblem:
    probe = site.order.probe
    match = re.search(probe.problem, output, re.MULTILINE) if probe.problem else None
    names = (probe.name, site.order.workload.name, site.order.build)
    if match is None:
        return BuildProblem(*names, "", 0, output.strip()[:LONGEST_TEXT] or "the compiler failed without a word")
    return BuildProblem(*names, _own_place(site, match["file"]), int(match["line"]), match["text"].strip())


def _own_place(site: Site, named: str) -> str:
    """The source that was copied, for the copy that the compiler names."""
    parts = Path(named).parts
    for name, source in site.sources.items():
        own = Path(name).parts
        if parts[-len(own) :] == own:
            return str(source)
    return named


def _move(work: Path, target: Path) -> Path:
    work.chmod(0o755)
    try:
        work.rename(target)
    except OSError:
        if not target.is_dir():
            raise
    return target
