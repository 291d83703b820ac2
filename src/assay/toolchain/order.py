"""What is to be built, and all that tells one build from another."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from assay.catalogue import Implementation, Native, Probe, Workload, runtime_name
from assay.toolchain.detect import Tool
from assay.toolchain.filling import cache_root, everywhere, fill


class Order(Struct, frozen=True):
    """A probe with a workload, and what it is built with."""

    probe: Probe
    workload: Workload
    build: str
    tool: Tool
    implementation: str = ""  # only where it has a binary of its own
    runtime: Tool | None = None  # None = the tool
    runtime_name: str = ""  # as the probe calls it; "" = its default, or none
    libraries: tuple[str, ...] = ()  # what the checks of the libraries it needs have printed

    @property
    def flags(self) -> tuple[str, ...]:
        return self.probe.builds[self.build].flags if self.build else ()

    @property
    def runner(self) -> Tool:
        """What the probe is run by."""
        return self.runtime or self.tool

    @property
    def name(self) -> str:
        """For people: "c/count at O2", "cpp/pi at O2 with tbb"."""
        at = f" at {self.build}" if self.build else ""
        return f"{self.probe.name}/{self.workload.name}{at}" + (
            f" with {self.implementation}" if self.own_needs else ""
        )

    @property
    def own_needs(self) -> Implementation | None:
        """What its implementation takes beyond the harness."""
        return self.probe.implementations.get(self.implementation)

    @property
    def compiles_with_runtime(self) -> bool:
        """Whether each runtime needs a build of its own."""
        return any("{runtime" in word for word in self.probe.compile)


def filled(words: tuple[str, ...], order: Order, folder: Path) -> list[str]:
    """A command of probe.toml with everything filled in."""
    own = order.own_needs or Implementation()
    build = order.probe.builds.get(order.build)
    runtime = order.probe.runtimes.get(runtime_name(order.probe, order.runtime_name))
    texts = everywhere(order.probe) | {"tool": str(order.tool.path), "runtime": str(order.runner.path)}
    lists = {
        "flags": order.flags,
        "run_flags": build.run_flags if build else (),
        "runtime_flags": runtime.run_flags if runtime else (),
        "implementation_flags": own.flags,
        "implementation_run_flags": own.run_flags,
        "native_flags": native_flags(order),
    }
    return fill(words, texts | {"build": str(folder)}, lists)


def native_flags(order: Order) -> tuple[str, ...]:
    """Headers, flags and libraries that the workload asks for in this language."""
    native, folder = _native(order), order.workload.folder.resolve()
    headers = (f"-I{folder / one}" for one in native.include)
    libraries = (str(folder / one) if "/" in one else f"-l{one}" for one in native.libraries)
    return (*headers, *native.flags, *libraries)


def sources_of(order: Order) -> dict[str, Path]:
    """Place in the build folder -> file; an implementation's own files replace those of the harness."""
    own = order.own_needs
    found = {name: order.probe.folder / name for name in (*order.probe.harness, *(own.harness if own else ()))}
    if order.probe.workload:
        found[order.probe.workload] = order.workload.folder / order.probe.workload
    return found | {name: order.workload.folder / name for name in _native(order).files}


def target_of(order: Order, sources: dict[str, Path]) -> Path:
    """The folder that keeps the build: told apart by sources, headers, flags, compiler and libraries."""
    build = order.build if order.flags else ""  # builds that only start differently are one
    label = "-".join(part for part in (order.probe.name, order.workload.name, build, _sharer(order)) if part)
    return cache_root() / "builds" / f"{label}-{_key(order, sources)}"


def digest_of(sources: dict[str, Path]) -> str:
    """Tells one text of harness and workload from another, whatever builds it."""
    digest = hashlib.sha256()
    for name, path in sorted(sources.items()):
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _sharer(order: Order) -> str:
    """The first implementation that is built as this one is; "" where that is as all are."""
    own = order.own_needs
    if own is None or not (own.flags or own.harness):
        return ""
    alike = order.probe.implementations.items()
    return next(name for name, other in alike if (other.flags, other.harness) == (own.flags, own.harness))


def _key(order: Order, sources: dict[str, Path]) -> str:
    digest = hashlib.sha256()
    command = filled(order.probe.compile, order, Path("build"))
    runner = (order.runner.banner,) if order.compiles_with_runtime else ()
    libraries = filter(None, order.libraries)
    for part in (order.tool.banner, str(order.tool.path), *runner, *libraries, *command, *_headers(order)):
        digest.update(part.encode() + b"\0")
    for name, path in sorted(sources.items()):
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _headers(order: Order) -> Iterator[str]:
    """Every file in the folders of headers, every library named by its place: by size and time, they may be many."""
    native, folder = _native(order), order.workload.folder
    places = [folder / one for one in native.libraries if "/" in one]
    for one in native.include:
        places += sorted(path for path in (folder / one).rglob("*") if path.is_file())
    for path in places:
        if path.is_file():
            yield f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}"


def _native(order: Order) -> Native:
    return order.workload.languages.get(order.probe.name, Native())
