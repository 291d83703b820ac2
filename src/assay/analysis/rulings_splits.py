"""The rule "slower with workers": is it the workers, or the loop they run? Read off speed-up = scaling / extra work."""

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from assay.analysis.interval_reading import FEWEST_ROUNDS, above, below, enough, estimate_words, shared_error
from assay.analysis.model import Findings, Split
from assay.analysis.ruled import Ruled
from assay.study.claim_model import SplitHere
from assay.units import plural
from assay.wording import factor_text, split_text

NEAR = 0.8
"""Of min(workers, CPUs): a loop that scales at least so far is not what slows a program down; what "parallel" asks."""


def slower_with_workers(rule: SplitHere, findings: Findings) -> Ruled | None:
    """ "It gets slower with more workers", read off speed-up = scaling / extra work.

    Holds where the same loop itself gets slower; artefact where the program does, its loop scales, and extra work is
    what makes up the difference. The first split that settles it decides.
    """
    splits = splits_meant(rule.splits, findings)
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
        caveats=(*split_caveats(splits), *shared_error(split.family for split in splits)),
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


def _concluded(ruling: str, split: Split) -> str:
    extra, workers = factor_text(split.extra_work.value), plural(split.workers, "worker")
    return SO.get(ruling, "").format(name=split.name, workers=workers, extra=extra)


def _elsewhere(ruling: str, telling: Split, splits: Sequence[Split]) -> str:
    """A slow-down that is explained in one place and not seen in another was not seen there."""
    faster = [split.name for split in splits if split is not telling and above(split.speed_up, 1)]
    seen = ruling in ("artefact", "confound") and faster
    return f"; {' and '.join(faster)} with {plural(telling.workers, 'worker')} is not slower at all" if seen else ""


def _read_split(split: Split, cpus: int) -> str:
    possible = possible_workers(split, cpus)
    if possible < 2:
        return "not testable here"
    if not enough(split, split.speed_up, split.scaling, split.extra_work):
        return "cannot tell"
    if below(split.scaling, 1):
        return "holds"
    if above(split.speed_up, 1):
        return "does not hold"
    if below(split.speed_up, 1) and above(split.extra_work, 1):
        if above(split.scaling, NEAR * possible):
            return "artefact"
        return "confound" if below(split.scaling, NEAR * possible) else "cannot tell"
    return "cannot tell"


def splits_meant(names: Iterable[str], findings: Findings) -> list[Split]:
    """The splits that these names, or patterns of variant names, mean: each once, in the order of the names."""
    found = [one for name in names for one in findings.splits if one.name == name or fnmatchcase(one.variant, name)]
    return list({one.name: one for one in found}.values())


def possible_workers(split: Split, cpus: int) -> int:
    """Workers that can run at once; where the CPUs are not known, all of them."""
    return min(split.workers, cpus or split.workers)


def split_caveats(splits: Iterable[Split]) -> tuple[str, ...]:
    """The splits' own doubts, each once, and where they have too few quiet rounds."""
    known = list(splits)
    few = [f"{s.name}: {s.rounds_used} quiet rounds, {FEWEST_ROUNDS} needed" for s in known if not enough(s)]
    return tuple(dict.fromkeys((*_named(known), *few)))


def _named(splits: Sequence[Split]) -> list[str]:
    """Each doubt with whose it is, where not all have it."""
    common = [text for text in splits[0].caveats if all(text in one.caveats for one in splits)] if splits else []
    own = [f"{one.name}: {text}" for one in splits for text in one.caveats if text not in common]
    return [*common, *own]


def _split_words(split: Split) -> str:
    numbers = split_text(split.speed_up.value, split.scaling.value, split.extra_work.value)
    extra, scaled = estimate_words(split.extra_work), estimate_words(split.scaling)
    return (
        f"{split.name}: {numbers}: its loop takes {extra} times the first one's time, "
        f"and with {split.workers} workers it is {scaled} times as fast as alone"
    )
