"""The answer to a study's question, from the published claim that was measured here.

One sentence for what came out, one for each of its numbers with their intervals, how sure they are, and what they do
not say. The terminal, the page and Markdown all take these words.
"""

from collections.abc import Callable, Sequence

from assay.analysis.model import ClaimRuling, Estimate, Findings, Split
from assay.analysis.short_names import called_shortly
from assay.report.answer_names import how_run, kind_of, labels, loops
from assay.report.claims import MEANINGS
from assay.report.doubts import shared_doubts
from assay.units import plural
from assay.wording import factor_cells, factor_text, level_text, percent_text

SO = {
    "artefact": "it is the loop, not the {workers}",
    "confound": "it is the loop, and in part the {workers}",
    "holds": "it is the {workers}: one loop takes longer with them than alone",
    "does not hold": "it does not get slower with {how}",
}
"""What a claim that something gets slower with workers comes to, where its splits settle it."""
EXPLAINED_SLOWNESS = ("artefact", "confound")
ELSE = {"cannot tell": "this run cannot tell", "holds": "as published", "does not hold": "not as published"}
BOTH_SIDES = "this run cannot tell: the intervals reach to both sides of what would decide it"
LOUD = "; in the others other programs or the hypervisor took too much (decided without looking at the times)"
GATE, NO_GATE = "work gate", "no work gate passed"
ALPHA = 0.05
"""The share of runs in which a group of comparisons may err; its intervals divide it."""


def splits_of(findings: Findings, claim: ClaimRuling) -> list[Split]:
    """The splits that the claim was ruled on, called by what tells them apart."""
    splits = [one for name in claim.splits for one in findings.splits if one.name == name]
    return called_shortly(findings, splits)


def concluded(findings: Findings, claim: ClaimRuling) -> str:
    """What came out, in a few words and without numbers; quick says quick, and what was drawn says so."""
    splits = splits_of(findings, claim)
    if splits and claim.concluded and claim.ruling in SO:
        how = how_run(findings, splits)
        said = SO[claim.ruling].format(workers=kind_of(how), how=how) + _not_slower(findings, claim, splits)
    elif splits and claim.ruling == "cannot tell" and findings.finished and bounded(splits):
        said = BOTH_SIDES
    else:
        said = claim.concluded or ELSE.get(claim.ruling) or MEANINGS.get(claim.ruling, claim.why)
    quick = f" (quick: {plural(findings.rounds, 'round')})" if findings.mode == "quick" else ""
    return f"{said}{quick}"


def _not_slower(findings: Findings, claim: ClaimRuling, splits: Sequence[Split]) -> str:
    """Where what is explained did not show at all: "; with gcc -O0 it is not slower here"."""
    names = labels(findings, splits)
    faster = [names[one.variant] for one in splits if one.speed_up.low is not None and one.speed_up.low > 1]
    told = claim.ruling in EXPLAINED_SLOWNESS and faster and len(faster) < len(splits)
    return f"; with {' and '.join(faster)} it is not slower here" if told else ""


def numbers(findings: Findings, claim: ClaimRuling) -> list[str]:
    """A sentence for each part of it: the loops alone, the workers alone, both together and as published."""
    splits = splits_of(findings, claim)
    if not splits:
        return [claim.measured]
    more = [one for one in splits if one.extra_work.value != 1]
    how, (this, first) = how_run(findings, splits), loops(findings, more or splits)
    found = [f"alone, {this} takes {_each(findings, more, _extra_work, f'times as long as {first}')}"] if more else []
    found.append(f"with {how} it runs {_each(findings, splits, _scaling, 'times as fast as alone')}")
    if more:
        found.append(f"together: {_each(findings, more, _whole, f'times as fast with {how} as {first} alone')}")
    return [f"{one}{'' if bounded(splits) else '; no interval'}" for one in found] + _published(claim)


def why_sure(findings: Findings, claim: ClaimRuling) -> list[str]:
    """The level and where it comes from, the rounds it rests on, and what is in doubt."""
    splits = splits_of(findings, claim)
    quick = "quick: " if findings.mode == "quick" else ""
    if not splits:
        bounds = ", with the interval above" if claim.low is not None else ""
        return ["; ".join(claim.caveats) or f"{quick}{plural(findings.rounds, 'round')}{bounds}"]
    with_interval = [one for one in splits if bounded([one])]
    if not with_interval:
        names = labels(findings, splits)
        doubts = shared_doubts((names[one.variant] or one.name, one.caveats[:1]) for one in splits)
        return [f"{quick}no interval, so no ruling. {'. '.join(doubts)}. A quieter machine may tell"]
    return ["; ".join((f"{quick}{_level(with_interval)}, {_rounds(findings, splits)}", *_other_doubts(splits, claim)))]


def not_said(findings: Findings, claim: ClaimRuling) -> list[str]:
    """What would be read into the answer and is not in it."""
    splits = splits_of(findings, claim)
    most = max((one.workers for one in splits), default=0)
    with_more = f", or with more than {plural(most, 'worker')}" if most else ""
    here = f"one machine with {plural(findings.machine.cpus, 'CPU')}" if findings.machine.cpus else "another one"
    found = [f"how it is on the source's machine{_of_cpus(claim)}, with its build{with_more}: this was {here}"]
    failed = [one for one in splits if not one.gate_passed]
    if failed:
        found.append(f"that this is a speed-up rather than a ratio of times: {_gates(findings, failed)}")
    return found


def bounded(splits: Sequence[Split]) -> bool:
    """Whether all of them have an interval."""
    return all(one.scaling.low is not None for one in splits)


def _each(findings: Findings, splits: Sequence[Split], pick: Callable[[Split], Estimate], words: str) -> str:
    """ "6.95 [6.91, 7.01] times as long as the first step (gcc -O2), 1.30 [1.28, 1.31] times (gcc -O0)"."""
    pieces, names = [], labels(findings, splits)
    for place, split in enumerate(splits):
        one, label = pick(split), names[split.variant]
        cells = " ".join(filter(None, factor_cells(one.value, one.low, one.high)))
        pieces.append(f"{cells} {'times' if place else words}{f' ({label})' if label else ''}")
    return ", ".join(pieces)


def _extra_work(split: Split) -> Estimate:
    return split.extra_work


def _scaling(split: Split) -> Estimate:
    return split.scaling


def _whole(split: Split) -> Estimate:
    return split.speed_up


def _published(claim: ClaimRuling) -> list[str]:
    ratio = claim.ratio
    return [f"published{_on_cpus(ratio.cpus)}: {factor_text(ratio.published)} times as fast"] if ratio else []


def _on_cpus(cpus: int) -> str:
    return f", on {plural(cpus, 'CPU')}" if cpus else ""


def _of_cpus(claim: ClaimRuling) -> str:
    return f" of {plural(claim.ratio.cpus, 'CPU')}" if claim.ratio and claim.ratio.cpus else ""


def _level(splits: Sequence[Split]) -> str:
    """ "intervals of 99.29 %: the 5 % that may err are shared by 7 comparisons"."""
    level = min(one.scaling.level for one in splits)
    shared = round(ALPHA / (1 - level)) if level < 1 else 1
    if shared < 2 or abs(ALPHA / shared - (1 - level)) > 1e-6:
        return f"intervals of {level_text(level)}"
    return f"intervals of {level_text(level)} ({percent_text(1 - ALPHA)} for {shared} comparisons together)"


def _rounds(findings: Findings, splits: Sequence[Split]) -> str:
    """ "from all 20 rounds"; "from 15 of 20 rounds (gcc -O2) and 12 of 20 rounds (gcc -O0)"."""
    names, used = labels(findings, splits), [one for one in splits if bounded([one])]
    counts = [_count(one.rounds_used, one.rounds_used + one.rounds_left_out) for one in used]
    named = [f"{count} ({names[one.variant]})" for count, one in zip(counts, used, strict=True)]
    text = f"from {counts[0] if len(set(counts)) == 1 else ' and '.join(named)}"
    if any(one.rounds_left_out for one in used):
        text += LOUD
    without = [names[one.variant] for one in splits if not bounded([one])]
    return text + (f"; {' and '.join(without)}: no interval, too few quiet rounds" if without else "")


def _count(used: int, everything: int) -> str:
    return f"all {plural(used, 'round')}" if used == everything else f"{used} of {plural(everything, 'round')}"


def _other_doubts(splits: Sequence[Split], claim: ClaimRuling) -> list[str]:
    """Doubts of the claim that are not those of a split, nor said already."""
    own = [text for one in splits for text in one.caveats]
    return [text for text in claim.caveats if not text.startswith("quick:") and not any(text.endswith(x) for x in own)]


def _gates(findings: Findings, failed: Sequence[Split]) -> str:
    """What each work gate found."""
    names = labels(findings, failed)
    found = ((names[one.variant], next((text for text in one.caveats if GATE in text), NO_GATE)) for one in failed)
    return "; ".join(f"{name}: {text.removeprefix(f'{GATE}: ')}".removeprefix(": ") for name, text in found)
