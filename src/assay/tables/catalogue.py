"""Every table that a run, or several, can be shown as; `docs/tables.md` says what each column holds."""

from collections.abc import Callable

from assay.analysis.several import Several
from assay.tables.claims import claims
from assay.tables.comparisons import comparisons
from assay.tables.machines import machines
from assay.tables.model import Table
from assay.tables.running import concurrency, responses, threads
from assay.tables.samples import samples
from assay.tables.speed_up import scaling, splits
from assay.tables.trials import trials
from assay.tables.variants import skipped, variants

TABLES: dict[str, Callable[[Several], Table]] = {
    "trials": trials,
    "samples": samples,
    "comparisons": comparisons,
    "splits": splits,
    "scaling": scaling,
    "concurrency": concurrency,
    "threads": threads,
    "responses": responses,
    "claims": claims,
    "variants": variants,
    "skipped": skipped,
    "machines": machines,
}
"""name -> what makes it."""
