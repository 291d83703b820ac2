"""Rules about this machine: each reads what a run found and nothing else.

Every one of them can come out each way: with wide intervals, too few quiet rounds or an interrupted run it is "cannot
tell". A rule whose measurement is not among the findings gives None. The rules themselves are in `rulings_splits`,
`rulings_scaling`, `rulings_running` and `rulings_ratios`.
"""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from assay.analysis.model import Findings
from assay.analysis.ruled import Ruled
from assay.analysis.rulings_budget import budget
from assay.analysis.rulings_ratios import ratio, response
from assay.analysis.rulings_running import kernel_threads, not_parallel
from assay.analysis.rulings_scaling import equally_scaled, scaling
from assay.analysis.rulings_splits import slower_with_workers
from assay.study.claim_model import (
    BudgetHere,
    EqualScalingHere,
    KernelThreadsHere,
    MeasuredRule,
    NotParallelHere,
    RatioHere,
    ResponseHere,
    ScalingHere,
    SplitHere,
)


def rule_here(rule: MeasuredRule, findings: Findings) -> Ruled | None:
    """The ruling that the findings give; None where nothing was measured for it."""
    found = RULES[type(rule)](rule, findings)
    if found is None:
        return None
    if not findings.finished:
        return _doubted(found, "interrupted: no ruling before the last planned round", ruling="cannot tell")
    if findings.simulated:
        found = _doubted(found, "simulated: says nothing about this machine")
    return _doubted(found, f"quick: {findings.rounds} rounds") if findings.mode == "quick" else found


def _doubted(found: Ruled, caveat: str, ruling: str = "") -> Ruled:
    """With one more doubt; where that takes the ruling away, what was concluded goes with it."""
    doubted = structs.replace(found, caveats=(*found.caveats, caveat))
    return structs.replace(doubted, ruling=ruling, concluded="") if ruling else doubted


RULES: dict[type, Callable[[Any, Findings], Ruled | None]] = {
    SplitHere: slower_with_workers,
    ScalingHere: scaling,
    EqualScalingHere: equally_scaled,
    NotParallelHere: not_parallel,
    KernelThreadsHere: kernel_threads,
    RatioHere: ratio,
    ResponseHere: response,
    BudgetHere: budget,
}
"""One ruling function for each kind of rule that measures."""
