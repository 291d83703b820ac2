"""Assay puts concurrency claims to the test."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os

    from assay.reading import Run

__version__ = "0.1.0"


def read(*runs: str | os.PathLike[str], root: str | os.PathLike[str] = "runs") -> Run:
    """Read one run folder, or several of one study that are then put together, and analyse what was recorded.

        run = assay.read("runs/2026-01-02-count-a1b2c3")
        run.frame()              # polars: a row a trial
        run.frame("samples")     # a row a timed execution, or a timed call of the work
        run.tables               # the other tables
        run.findings             # comparisons with intervals and verdicts, rulings, caveats

    `runs`: paths of run folders (or of their record files), names of folders below `root`, or "last", the one written
    to most recently, which is also meant where none is given. Raises `assay.errors.StoreError` where there is no such
    run, or its record is damaged or written by a newer Assay; `UsageError` where runs must not be put together. Warns
    with `assay.reading.SimulatedRecords` where nothing was measured.
    """
    from assay.reading import read as read_runs

    return read_runs(*runs, root=root)
