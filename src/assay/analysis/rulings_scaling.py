"""Rules about scaling: does one loop reach its share of the CPUs or of the ceiling, and do several scale alike?"""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from assay.analysis.equal_scaling import spread
from assay.analysis.interval_reading import (
    FEWEST_ROUNDS,
    NOT_TESTABLE,
    above,
    below,
    bounded,
    enough,
    estimate_words,
    of_all,
    shared_error,
    to_both_sides,
)
from assay.analysis.model import Estimate, Findings, Scaling, Split
from assay.analysis.ruled import Ruled
from assay.analysis.rulings_splits import possible_workers, split_caveats, splits_meant
from assay.study.claim_model import EqualScalingHere, ScalingHere

GOALS = {"scales": 0.9, "falls short": 0.9, "no gain": 1.2}
"""What is reached where a rule says nothing else: a share of the CPUs or of the ceiling; of "no gain" the scaling."""


def scaling(rule: ScalingHere, findings: Findings) -> Ruled | None:
    """Whether one loop, unchanged, reaches its share of min(workers, CPUs), or of the ceiling."""
    if rule.variant:
        return _of_variants(rule, [one for one in findings.scaling if fnmatchcase(one.variant, rule.variant)])
    return _of_splits(rule, splits_meant((rule.split,), findings), findings.machine.cpus)


def equally_scaled(rule: EqualScalingHere, findings: Findings) -> Ruled | None:
    """Whether the largest scaling over the smallest stays within the claimed share, by what the intervals allow."""
    found = splits_meant(rule.splits, findings)
    missing = [f"{name}: not measured" for name in rule.splits if not splits_meant((name,), findings)]
    if not found:
        return None
    ratio, low, high = spread([one.scaling for one in found])
    ruling = "cannot tell"
    if any(possible_workers(one, findings.machine.cpus) < 2 for one in found):
        ruling = NOT_TESTABLE
    elif low is not None and high is not None and len(found) > 1 and all(map(enough, found)):
        alike, different = high <= 1 + rule.within and not missing, low > 1 + rule.within
        true, untrue = (alike, different) if rule.claimed == "equal" else (different, alike)
        ruling = "holds" if true else "does not hold" if untrue else "cannot tell"
    words = "; ".join(f"{one.name} {estimate_words(one.scaling)}" for one in found)
    spread_words = estimate_words(Estimate(ratio, low, high))
    words += f"; largest / smallest {spread_words}" if len(found) > 1 else ""
    undecided = to_both_sides(low, high, (1 + rule.within,)) if ruling == "cannot tell" else ()
    caveats = (*undecided, *missing, *split_caveats(found), *shared_error(one.family for one in found))
    return Ruled(ruling, ratio, low, high, measured=f"scaling: {words}", caveats=caveats)


def _of_splits(rule: ScalingHere, splits: Sequence[Split], cpus: int) -> Ruled | None:
    """What is claimed of every split that is meant."""
    if not splits:
        return None
    readings = [_read_split(rule, split, cpus) for split in splits]
    ruling = of_all(readings)
    telling = next((one for one, reading in zip(splits, readings, strict=True) if reading == ruling), splits[0])
    others = [split for split in splits if split is not telling]
    name = len(splits) > 1
    words = "; ".join(f"{f'{one.name}: ' if name else ''}{_split_words(one, cpus)}" for one in splits)
    scaled = telling.scaling
    return Ruled(
        ruling,
        scaled.value,
        scaled.low,
        scaled.high,
        measured=words,
        caveats=(
            *_undecided(rule, ruling, scaled, possible_workers(telling, cpus)),
            *split_caveats(splits),
            *shared_error(one.family for one in splits),
        ),
        splits=tuple(one.name for one in (telling, *others)),
    )


def _read_split(rule: ScalingHere, split: Split, cpus: int) -> str:
    possible = possible_workers(split, cpus)
    if possible < 2:
        return NOT_TESTABLE
    return _read(rule, split.scaling, possible) if enough(split, split.scaling) else "cannot tell"


def _split_words(split: Split, cpus: int) -> str:
    return f"scaling {estimate_words(split.scaling)} with {split.workers} workers on {cpus} CPUs"


def _of_variants(rule: ScalingHere, found: Sequence[Scaling]) -> Ruled | None:
    """What is claimed of every variant that is meant."""
    if not found:
        return None
    readings = [_read_variant(rule, one) for one in found]
    ruling = of_all(readings)
    telling = next((one for one, reading in zip(found, readings, strict=True) if reading == ruling), found[0])
    held = _held_against(rule, telling) or telling.scaling
    words = "; ".join(f"{one.variant}: {_words(rule, one)}" for one in found)
    undecided = _undecided(rule, ruling, held, 1)
    return Ruled(ruling, held.value, held.low, held.high, measured=words, caveats=(*undecided, *_doubts(found)))


def _undecided(rule: ScalingHere, ruling: str, held: Estimate, possible: float) -> tuple[str, ...]:
    return to_both_sides(held.low, held.high, (_goal(rule, possible),)) if ruling == "cannot tell" else ()


def _read_variant(rule: ScalingHere, one: Scaling) -> str:
    if one.cpus < 2:
        return NOT_TESTABLE
    share = _held_against(rule, one)
    if share is None or not bounded(share) or not _enough_rounds(one):
        return "cannot tell"
    return _read(rule, one.scaling, one.cpus) if rule.claimed == "no gain" else _read(rule, share, 1)


def _read(rule: ScalingHere, estimate: Estimate, possible: float) -> str:
    """Held against a share of what is possible; "no gain" is about the scaling itself."""
    goal = _goal(rule, possible)
    scales, falls_short = above(estimate, goal), below(estimate, goal)
    true, untrue = (scales, falls_short) if rule.claimed == "scales" else (falls_short, scales)
    return "holds" if true else "does not hold" if untrue else "cannot tell"


def _goal(rule: ScalingHere, possible: float) -> float:
    reaches = GOALS[rule.claimed] if rule.reaches is None else rule.reaches
    return reaches if rule.claimed == "no gain" else reaches * possible


def _held_against(rule: ScalingHere, one: Scaling) -> Estimate | None:
    return one.of_ceiling if rule.against == "ceiling" else one.efficiency


def _words(rule: ScalingHere, one: Scaling) -> str:
    """ "scaling 1.96 [1.95, 1.97] with 2 workers, 0.98 [0.97, 0.99] of the ceiling"."""
    said = f"scaling {estimate_words(one.scaling)} with {one.workers} workers on {one.cpus} CPUs"
    if rule.against == "ceiling":
        said += f", {estimate_words(one.of_ceiling)} of the ceiling" if one.of_ceiling else ", no ceiling measured"
    return said


def _enough_rounds(one: Scaling) -> bool:
    return one.rounds_used >= FEWEST_ROUNDS


def _doubts(found: Sequence[Scaling]) -> tuple[str, ...]:
    few = [
        f"{one.variant}: {one.rounds_used} rounds, {FEWEST_ROUNDS} needed" for one in found if not _enough_rounds(one)
    ]
    own = [caveat for one in found for caveat in one.caveats]
    return tuple(dict.fromkeys((*own, *few, *shared_error(one.family for one in found))))
