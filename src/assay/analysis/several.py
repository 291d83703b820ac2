"""Several runs of one study, each on its own machine: what may be put together, and one sentence over all of them."""

from msgspec import Struct

from assay.analysis.model import Comparison, Findings
from assay.store.records import Header, Record


class MachineRun(Struct, frozen=True):
    """One run folder, read and analysed."""

    machine: str  # "" where it is the only one; else "machine A", or "machine A, run 2" where two are of one machine
    header: Header
    records: tuple[Record, ...]  # the header first
    findings: Findings


class Across(Struct, frozen=True):
    """One comparison over all machines, in the order of the runs; None where a machine has no such comparison."""

    family: str
    metric: str
    baseline: str
    candidate: str
    comparisons: tuple[Comparison | None, ...]
    sentence: str  # "on 3 of 4 machines threads takes less time than serial (12 to 48 % less); on 1 it cannot tell"


class ClaimAcross(Struct, frozen=True):
    """One claim's rulings over all machines, in the order of the runs."""

    id: str
    rulings: tuple[str, ...]
    sentence: str  # "holds on 3 of 4 machines; cannot tell on 1"


class Several(Struct, frozen=True):
    """What a report is made of: one run, or several that may be put together."""

    runs: tuple[MachineRun, ...]  # never empty
    across: tuple[Across, ...] = ()  # empty for one run
    claims: tuple[ClaimAcross, ...] = ()
    sentence: str = ""  # the one over all; "" for one run
    differing: tuple[str, ...] = ()  # what else differs between the machines, besides the machine: compilers, runtimes
    caveats: tuple[str, ...] = ()  # of counting them together; each run has its own besides
