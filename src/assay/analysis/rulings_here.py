"""Rules about this machine: each reads what a run found and nothing else.

Every one of them can come out each way: with wide intervals, too few quiet rounds or an interrupted run it is "cannot
tell". A rule whose measurement is not among the findings gives None.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any

from msgspec import structs

from assay.analysis.model import Comparison, Concurrency, Estimate, Findings, Split
from assay.analysis.ruled import Ruled
from assay.study.claim_model import KernelThreadsHere, MeasuredRule, RatioHere, ScalingHere, SplitHere
from assay.units import plural
from assay.wording import factor_text, ratio_cells, ratio_words, split_text

FEWEST_ROUNDS = 10
"""Fewer quiet rounds than this cannot carry a ruling."""
NEAR = 0.8
"""Of min(workers, CPUs): a loop that scales at least so far is not what slows a program down; what "parallel" asks."""
WORKERS = re.compile(r"workers=(\d+)")


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


def slower_with_workers(rule: SplitHere, findings: Findings) -> Ruled | None:
    """ "It gets slower with more workers", read off speed-up = scaling / extra work.

    Holds where the same loop itself gets slower; artefact where the program does, its loop scales, and extra work is
    what makes up the difference. The first split that settles it decides.
    """
    splits = [split for name in rule.splits for split in findings.splits if split.name == name]
    if not splits:
        return None
    readings = [(_read_split(split, findings.machine.cpus), split) for split in splits]
    ruling = next((r for r in SPLIT_ORDER if any(r == reading for reading, _ in readings)), "cannot tell")
    telling = next(split for reading, split in readings if reading == ruling)
    return Ruled(
        ruling,
        telling.speed_up.value,
        telling.speed_up.low,
        telling.speed_up.high,
        measured="; ".join(map(_split_words, splits)),
        caveats=(*_caveats(splits), *_several(splits)),
        splits=(telling.name, *(split.name for split in splits if split is not telling)),
        concluded=_concluded(ruling, telling) + _elsewhere(ruling, telling, splits),
    )


SPLIT_ORDER = ("holds", "artefact", "confound", "cannot tell", "does not hold", "not testable here")
"""Which reading decides where several splits differ: a slow-down seen once outweighs one not seen elsewhere."""
SO = {
    "holds": "it is the workers: {name} takes longer with {workers} than alone",
    "artefact": "it is the loop, not the workers: {name} takes less time with {workers} than alone, "
    "but alone it takes {extra} times as long as the first step",
    "confound": "it is the loop, and in part the workers: {name} alone takes {extra} times as long as the first step, "
    "and scales less than it could",
    "does not hold": "with {workers} {name} does not take longer than the first one alone",
}
"""What a split comes to, in words."""


def _several(splits: Sequence[Split]) -> tuple[str, ...]:
    """One settled split is enough, so each one read adds its own chance of being wrong."""
    error = 5 * len(splits)
    return (f"read off {len(splits)} families at 95 % each: wrong in at most {error} % of runs",) if error > 5 else ()


def _concluded(ruling: str, split: Split) -> str:
    extra, workers = factor_text(split.extra_work.value), plural(split.workers, "worker")
    return SO.get(ruling, "").format(name=split.name, workers=workers, extra=extra)


def _elsewhere(ruling: str, telling: Split, splits: Sequence[Split]) -> str:
    """A slow-down that is explained in one place and not seen in another was not seen there."""
    faster = [split.name for split in splits if split is not telling and _above(split.speed_up, 1)]
    seen = ruling in ("artefact", "confound") and faster
    return f"; {' and '.join(faster)} with {plural(telling.workers, 'worker')} is not slower at all" if seen else ""


def _read_split(split: Split, cpus: int) -> str:
    possible = _possible(split, cpus)
    if possible < 2:
        return "not testable here"
    if not _enough(split, split.speed_up, split.scaling, split.extra_work):
        return "cannot tell"
    if _below(split.scaling, 1):
        return "holds"
    if _above(split.speed_up, 1):
        return "does not hold"
    if _below(split.speed_up, 1) and _above(split.extra_work, 1):
        if _above(split.scaling, NEAR * possible):
            return "artefact"
        return "confound" if _below(split.scaling, NEAR * possible) else "cannot tell"
    return "cannot tell"


def scaling(rule: ScalingHere, findings: Findings) -> Ruled | None:
    """Whether one loop, unchanged, reaches its share of min(workers, CPUs)."""
    split = next((split for split in findings.splits if split.name == rule.split), None)
    if split is None:
        return None
    possible = _possible(split, findings.machine.cpus)
    goal = rule.reaches * possible
    ruling = "cannot tell"
    if possible < 2:
        ruling = "not testable here"
    elif _enough(split, split.scaling):
        scales, falls_short = _above(split.scaling, goal), _below(split.scaling, goal)
        true, untrue = (scales, falls_short) if rule.claimed == "scales" else (falls_short, scales)
        ruling = "holds" if true else "does not hold" if untrue else "cannot tell"
    words = f"scaling {_estimate_words(split.scaling)} with {split.workers} workers on {findings.machine.cpus} CPUs"
    value, low, high = split.scaling.value, split.scaling.low, split.scaling.high
    return Ruled(ruling, value, low, high, measured=words, caveats=_caveats([split]), splits=(split.name,))


def kernel_threads(rule: KernelThreadsHere, findings: Findings) -> Ruled | None:
    """Holds where every variant ran on exactly one kernel thread a worker, besides that of its caller."""
    seen = [found for found in findings.concurrency if fnmatchcase(found.variant, rule.variant)]
    if not seen:
        return None
    extra = [found.kernel_threads - 1 - _workers(found) for found in seen]
    ruling = "holds"
    if any(found.kernel_threads < 1 or not _workers(found) for found in seen) or max(extra) > 0:
        ruling = "cannot tell"
    elif min(extra) < 0:
        ruling = "does not hold"
    counts = ", ".join(sorted({f"{f.kernel_threads - 1} for {_workers(f)} workers" for f in seen}))
    words = f"kernel threads besides the caller's: {counts}"
    caveats = ("more kernel threads than workers: a runtime's own cannot be told apart",) if max(extra) > 0 else ()
    return Ruled(ruling, measured=words, caveats=caveats)


def ratio(rule: RatioHere, findings: Findings) -> Ruled | None:
    """Holds where the interval of candidate / baseline lies inside the claimed range, not where it lies outside."""
    found = [pair for pair in findings.comparisons if pair.metric == rule.metric and _matches(rule, pair)]
    if not found:
        return None
    readings = {_read_ratio(rule, pair) for pair in found}
    first = found[0]
    words = "; ".join(_ratio_words(pair) for pair in found)
    ruling = readings.pop() if len(readings) == 1 else "cannot tell"
    caveats = tuple(dict.fromkeys(caveat for pair in found for caveat in pair.caveats))
    if readings:
        caveats = (*caveats, "the comparisons measured for this do not agree")
    return Ruled(ruling, first.ratio, first.low, first.high, measured=words, caveats=caveats)


def _matches(rule: RatioHere, pair: Comparison) -> bool:
    return fnmatchcase(pair.baseline, rule.baseline) and fnmatchcase(pair.candidate, rule.candidate)


def _read_ratio(rule: RatioHere, pair: Comparison) -> str:
    if pair.low is None or pair.high is None or pair.rounds < FEWEST_ROUNDS:
        return "cannot tell"
    least = rule.at_least if rule.at_least is not None else 0.0
    most = rule.at_most if rule.at_most is not None else float("inf")
    if least <= pair.low and pair.high <= most:
        return "holds"
    return "does not hold" if pair.high < least or pair.low > most else "cannot tell"


RULES: dict[type, Callable[[Any, Findings], Ruled | None]] = {
    SplitHere: slower_with_workers,
    ScalingHere: scaling,
    KernelThreadsHere: kernel_threads,
    RatioHere: ratio,
}


def _possible(split: Split, cpus: int) -> int:
    """Workers that can run at once; where the CPUs are not known, all of them."""
    return min(split.workers, cpus or split.workers)


def _enough(split: Split, *estimates: Estimate) -> bool:
    return split.rounds_used >= FEWEST_ROUNDS and all(e.low is not None and e.high is not None for e in estimates)


def _above(estimate: Estimate, goal: float) -> bool:
    return estimate.low is not None and estimate.low >= goal


def _below(estimate: Estimate, goal: float) -> bool:
    return estimate.high is not None and estimate.high < goal


def _workers(found: Concurrency) -> int:
    match = WORKERS.search(found.variant)
    return int(match[1]) if match else 0


def _doubted(found: Ruled, caveat: str, ruling: str = "") -> Ruled:
    """With one more doubt; where that takes the ruling away, what was concluded goes with it."""
    doubted = structs.replace(found, caveats=(*found.caveats, caveat))
    return structs.replace(doubted, ruling=ruling, concluded="") if ruling else doubted


def _caveats(splits: Iterable[Split]) -> tuple[str, ...]:
    few = [f"{s.name}: {s.rounds_used} quiet rounds, {FEWEST_ROUNDS} needed" for s in splits if not _enough(s)]
    return tuple(dict.fromkeys((*(caveat for split in splits for caveat in split.caveats), *few)))


def _split_words(split: Split) -> str:
    numbers = split_text(split.speed_up.value, split.scaling.value, split.extra_work.value)
    extra, scaled = _estimate_words(split.extra_work), _estimate_words(split.scaling)
    return (
        f"{split.name}: {numbers}: its loop takes {extra} times the first one's time, "
        f"and with {split.workers} workers it is {scaled} times as fast as alone"
    )


def _estimate_words(estimate: Estimate) -> str:
    return " ".join(part for part in ratio_cells(estimate.value, estimate.low, estimate.high) if part)


def _ratio_words(pair: Comparison) -> str:
    if pair.ratio is None:
        return f"{pair.candidate} and {pair.baseline}: never in one round"
    words = ratio_words(pair.ratio, pair.low, pair.high, pair.metric)
    return f"{pair.candidate} {words.short()} {words.link} {pair.baseline}"
