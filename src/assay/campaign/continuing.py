"""Goes on with a run that ended early: the same plan, on the same machine, with the same programs, or not at all."""

from collections.abc import Mapping
from pathlib import Path

from assay import __version__
from assay.errors import StoreError
from assay.store.reader import read_header
from assay.store.records import Header, Toolchain

MOST_SHOWN = 3


def header_to_continue(path: Path, verb: str) -> Header:
    """The header of the run in `path`; refuses one that another verb began."""
    header = read_header(path)
    began_by_compare = header.plan.study == "compare"
    if began_by_compare != (verb == "compare"):
        other = "compare" if began_by_compare else "run"
        raise StoreError(
            f"{path}: expected a run of this verb, found one of another; use assay {other} --resume {path}"
        )
    return header


def check_unchanged(
    path: Path, header: Header, machine: Mapping[str, str], toolchains: Mapping[str, Toolchain], *, simulated: bool
) -> None:
    """Refuse, in one sentence, to put the trials of two different set-ups into one record."""
    changes = [*_changes(header.machine, machine), *_changes(_versions(header.toolchains), _versions(toolchains))]
    if header.assay != __version__:
        changes.append(f"assay was {header.assay}, is {__version__}")
    if header.simulated != simulated:
        changes.append("simulated trials were measured ones" if simulated else "measured trials were simulated ones")
    if changes:
        more = f" and {len(changes) - MOST_SHOWN} more" if len(changes) > MOST_SHOWN else ""
        raise StoreError(
            f"{path}: expected the set-up the run began with, found another: {'; '.join(changes[:MOST_SHOWN])}{more}; "
            "resume it where it began, or start anew"
        )


def _changes(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    names = sorted(before.keys() | now.keys())
    return [
        f"{name} was {before.get(name, 'unknown')}, is {now.get(name, 'unknown')}"
        for name in names
        if before.get(name) != now.get(name)
    ]


def _versions(toolchains: Mapping[str, Toolchain]) -> dict[str, str]:
    """Versions and flags, and the texts that probes are built from."""
    versions = {name: f"{tool.version} {' '.join(tool.flags)}".strip() for name, tool in toolchains.items()}
    sources = {
        f"source of {work} in {name}": digest
        for name, tool in toolchains.items()
        for work, digest in tool.sources.items()
    }
    return versions | sources
