"""Several runs of one thing, each on a machine of its own; times drawn by a seeded coin, nothing measured."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import structs

from assay.analysis.analyse import analyse, header_of
from assay.analysis.several import Several
from assay.analysis.together import put_together
from assay.store.records import Header, Record, Toolchain
from tests.analysis.made_records import made_family, made_run, spread
from tests.report.made_findings import MS, pilots, study_records

SMALL = {"cpu_model": "Model S", "cpus_online": "2", "kernel": "Linux 6.1.0-13-amd64", "memory": "3.8 GiB"}
LARGE = {"cpu_model": "Model L", "cpus_online": "16", "kernel": "Linux 6.1.0-13-amd64", "memory": "62.8 GiB"}
OLD = {"cpu_model": "Model O", "cpus_online": "4", "kernel": "Linux 5.10.0-9-amd64", "memory": "7.6 GiB"}


def on(machine: dict[str, str], records: Sequence[Record], gcc: str = "12.2.0") -> list[Record]:
    """The same records as if measured there."""
    header = header_of(records)
    tools = {"c/O2": Toolchain("gcc", gcc, "/usr/bin/gcc", ("-O2",))}
    return [structs.replace(header, machine=machine, toolchains=tools), *records[1:]]


def two_commands(ratio: float, noise: float = 0.003, offset: int = 7) -> list[Record]:
    """Old and new, 20 rounds; another offset draws others."""
    shared = spread(200, 0.01, 20, offset)
    walls = {
        "old": shared,
        "new": [ratio * t * e for t, e in zip(shared, spread(1, noise, 20, offset + 1), strict=True)],
    }
    return made_run(made_family("old", "new"), walls, extra=pilots())


def together(*runs: Sequence[Record]) -> Several:
    """As they would be read from runs/1, runs/2 and so on."""
    named = [(one, f"runs/2026-01-02-{number}") for number, one in enumerate(runs, 1)]
    return put_together([(header_of(one), one, analyse(one, place)) for one, place in named])


def on_one() -> Several:
    """One run alone."""
    return together(on(SMALL, two_commands(0.965)))


def machines() -> Several:
    """Two machines on which new takes less time, by more on one of them, and a noisy one that cannot tell."""
    return together(
        on(SMALL, two_commands(0.965)),
        on(LARGE, two_commands(0.6, offset=20), "13.1.0"),
        on(OLD, two_commands(0.98, 0.08, offset=40)),
    )


def twice() -> Several:
    """Two runs on one machine that do not agree, and one on another."""
    return together(
        on(SMALL, two_commands(0.965)),
        on(SMALL, two_commands(1.2, offset=20)),
        on(LARGE, two_commands(0.9, offset=40)),
    )


def loops() -> Several:
    """A quick study with claims on two machines; on the second other programs take a tenth of the CPU time."""
    return together(
        on(SMALL, study_records(396.5, "quick", 50_000, claims=True)),
        on(LARGE, study_records(396.5, "quick", 40 * MS, claims=True), "13.1.0"),
    )


SEVERAL: dict[str, Callable[[], Several]] = {case.__name__: case for case in (machines, twice, loops)}


def kept(folder: Path, records: Sequence[Record]) -> Path:
    """These records as a run folder."""
    folder.mkdir(parents=True)
    encoder = msgspec.json.Encoder()
    (folder / "records.jsonl").write_bytes(b"".join(encoder.encode(one) + b"\n" for one in records))
    return folder


def header_with(records: Sequence[Record], **changes: object) -> list[Record]:
    """The same run with another header."""
    header: Header = structs.replace(header_of(records), **changes)
    return [header, *records[1:]]
