"""Puts runs together: one, or several of one study, each called by its machine."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from assay.analysis.across import claims_across, comparisons_across, doubts, over_all
from assay.analysis.analyse import analyse, header_of
from assay.analysis.comparable import Candidate, refuse_unlike
from assay.analysis.differing import differing
from assay.analysis.measured import filed
from assay.analysis.model import Findings
from assay.analysis.redact import redacted
from assay.analysis.several import MachineRun, Several
from assay.store.reader import read_records
from assay.store.records import Header, Record

Read = tuple[Header, Sequence[Record], Findings]
"""A run folder, read and analysed; the records with the header first."""


def open_runs(folders: Sequence[Path], *, redact: bool = False) -> Several:
    """Read, analyse and put together; refuses runs that must not be, with the fact in which they differ.

    Redacted runs name no folder, and nothing else that `redact` takes out; whether they may stand together, and which
    of them are of one machine, is seen from the records as they are.
    """
    records: list[Sequence[Record]] = [read_records(folder) for folder in folders]
    places = [str(folder) for folder in folders]
    refuse_unlike([Candidate(place, one) for place, one in zip(places, records, strict=True)])
    names = machine_names([header_of(one).machine for one in records])
    if redact:
        records, places = list(redacted(records)), [""] * len(places)
    found = zip(names, map(filed, records), places, strict=True)
    return _assembled([MachineRun(name, header_of(one), one, analyse(one, at)) for name, one, at in found])


def put_together(runs: Sequence[Read]) -> Several:
    """The same of runs that were read and analysed before."""
    refuse_unlike([Candidate(findings.run, records) for _, records, findings in runs])
    names = machine_names([header.machine for header, _, _ in runs])
    named = zip(names, runs, strict=True)
    return _assembled(
        [MachineRun(name, header, filed(records), findings) for name, (header, records, findings) in named]
    )


def _assembled(runs: Sequence[MachineRun]) -> Several:
    return Several(tuple(runs)) if len(runs) == 1 else _with_what_holds_across(tuple(runs))


def _with_what_holds_across(runs: tuple[MachineRun, ...]) -> Several:
    across, claims = comparisons_across(runs), claims_across(runs)
    return Several(
        runs,
        across=across,
        claims=claims,
        sentence=over_all(runs, across, claims),
        differing=differing(
            [run.header for run in runs], [run.machine for run in runs], [run.findings.constants for run in runs]
        ),
        caveats=doubts(runs),
    )


def machine_names(machines: Sequence[Mapping[str, str]]) -> list[str]:
    """ "machine A", "machine B" in the order given; "machine A, run 2" where one was measured twice; "" where alone."""
    if len(machines) < 2:
        return [""] * len(machines)
    firsts: list[Mapping[str, str]] = []
    numbers = [_number(facts, firsts) for facts in machines]
    names = []
    for place, number in enumerate(numbers):
        run = f", run {numbers[: place + 1].count(number)}" if numbers.count(number) > 1 else ""
        names.append(f"machine {_letter(number)}{run}")
    return names


def _number(facts: Mapping[str, str], firsts: list[Mapping[str, str]]) -> int:
    """The first machine that these facts do not contradict, else a new one; another Assay may know other facts."""
    for number, first in enumerate(firsts):
        both = facts.keys() & first.keys()
        if all(facts[name] == first[name] for name in both) and (both or facts == first):
            return number
    firsts.append(facts)
    return len(firsts) - 1


def _letter(number: int) -> str:
    """A to Z, then AA, AB."""
    first, last = divmod(number, 26)
    return f"{_letter(first - 1) if first else ''}{chr(ord('A') + last)}"
