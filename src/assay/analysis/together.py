"""Puts runs together: one, or several of one study, each called by its machine."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from assay.analysis.analyse import analyse, header_of
from assay.analysis.model import Findings
from assay.analysis.several import MachineRun, Several
from assay.store.reader import read_records
from assay.store.records import Header, Record

Read = tuple[Header, Sequence[Record], Findings]
"""A run folder, read and analysed; the records with the header first."""


def open_runs(folders: Sequence[Path]) -> Several:
    """Read, analyse and put together; refuses runs that must not be, with the fact in which they differ."""
    return put_together([_read(folder) for folder in folders])


def put_together(runs: Sequence[Read]) -> Several:
    """What a report is made of."""
    names = machine_names([header.machine for header, _, _ in runs])
    return Several(
        tuple(
            MachineRun(name, header, tuple(records), findings)
            for name, (header, records, findings) in zip(names, runs, strict=True)
        )
    )


def machine_names(machines: Sequence[Mapping[str, str]]) -> list[str]:
    """ "machine A", "machine B" in the order given; "machine A, run 2" where one was measured twice; "" where alone."""
    if len(machines) < 2:
        return [""] * len(machines)
    facts = [tuple(sorted(one.items())) for one in machines]
    letters = {fact: _letter(number) for number, fact in enumerate(dict.fromkeys(facts))}
    names = []
    for place, fact in enumerate(facts):
        run = f", run {facts[: place + 1].count(fact)}" if facts.count(fact) > 1 else ""
        names.append(f"machine {letters[fact]}{run}")
    return names


def _letter(number: int) -> str:
    """A to Z, then AA, AB."""
    first, last = divmod(number, 26)
    return f"{_letter(first - 1) if first else ''}{chr(ord('A') + last)}"


def _read(folder: Path) -> Read:
    records = read_records(folder)
    return header_of(records), records, analyse(records, run=str(folder))
