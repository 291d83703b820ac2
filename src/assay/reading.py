"""Runs as frames, for notebooks and programs: `run = assay.read("last"); run.frame()`.

In: run folders. Out: polars data frames, one for each table, and the findings as values. Nothing is measured or
written, and everything is computed anew from the records.
"""

import difflib
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from assay.analysis.model import Findings
from assay.analysis.several import MachineRun, Several
from assay.analysis.together import open_runs
from assay.errors import UsageError
from assay.store.folder import find_run
from assay.tables.catalogue import TABLES
from assay.tables.frame import described, frame_of
from assay.tables.model import Table
from assay.units import plural

if TYPE_CHECKING:
    import polars

RUNS = "runs"


class SimulatedRecords(UserWarning):
    """The times of a run that was read were drawn from a law; nothing was measured."""


class Run:
    """One run, or several of one study that were put together; made by `assay.read`.

    Times are nanoseconds, sizes are bytes, shares lie between 0 and 1, a ratio is candidate / baseline. What is unknown
    is null in frames and None elsewhere.
    """

    def __init__(self, several: Several) -> None:
        self._several = several
        self._made: dict[str, Table] = {}

    def frame(self, name: str = "trials") -> "polars.DataFrame":
        """One table as a polars data frame, a row a thing: `run.frame()` has a row a trial, in run order.

        `samples` has a row for each timed execution and each timed call of the work; `run.tables` lists all names,
        `run.columns(name)` says what each column is. Several runs stand one below the other, told apart by the column
        `machine`. Raises `assay.errors.UsageError` for a name that is no table, `LibraryMissing` without polars.
        """
        return frame_of(self._table(name))

    def columns(self, name: str = "trials") -> "polars.DataFrame":
        """The columns of one table, a row each: name, kind (text, integer, number, yes_no), unit and meaning."""
        return described(self._table(name))

    @property
    def tables(self) -> Mapping[str, str]:
        """Name of each table -> what a row of it is, with how many there are."""
        made = {name: self._table(name) for name in TABLES}
        return {name: f"{table.meaning} ({plural(table.rows, 'row')})" for name, table in made.items()}

    @property
    def findings(self) -> Findings:
        """What the analysis says of the run: comparisons, splits, scaling, rulings, caveats, as values.

        Raises `assay.errors.UsageError` where several runs were read: each has its own, in `run.machines`.
        """
        if len(self._several.runs) > 1:
            raise UsageError(
                f"findings: expected one run, found {len(self._several.runs)}; "
                "take those of one machine: run.machines[0].findings"
            )
        return self._several.runs[0].findings

    @property
    def machines(self) -> tuple[MachineRun, ...]:
        """A value for each run that was read: its machine's name ("" where it is alone), header, records, findings."""
        return self._several.runs

    @property
    def sentence(self) -> str:
        """What came out over all machines, in one sentence; "" for one run."""
        return self._several.sentence

    @property
    def simulated(self) -> bool:
        """Whether times of any of the runs were drawn from a law instead of measured."""
        return any(one.header.simulated for one in self._several.runs)

    def __repr__(self) -> str:
        found = self._several.runs[0].findings
        drawn = ", SIMULATED" if self.simulated else ""
        many = f", {plural(len(self.machines), 'run')}" if len(self.machines) > 1 else ""
        return f"<run of {found.study}: {found.mode}, {plural(found.rounds, 'round')}{many}{drawn}>"

    def _table(self, name: str) -> Table:
        if name not in TABLES:
            close = difflib.get_close_matches(name, TABLES, n=1)
            meant = f'did you mean "{close[0]}"?' if close else f"there are: {', '.join(TABLES)}"
            raise UsageError(f'tables: expected the name of a table, found "{name}"; {meant}')
        if name not in self._made:
            self._made[name] = TABLES[name](self._several)
        return self._made[name]


def read(*runs: "str | os.PathLike[str]", root: "str | os.PathLike[str]" = RUNS) -> Run:
    """Reads and analyses run folders, which `assay run` and `assay compare` write; see `assay.read`."""
    folders = [find_run(Path(root), os.fspath(name)) for name in runs or ("last",)]
    run = Run(open_runs(folders))
    if run.simulated:
        warnings.warn(f"{folders[0]}: simulated: times were drawn, not measured", SimulatedRecords, stacklevel=3)
    return run
