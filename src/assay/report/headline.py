"""The head of a study's screen: its question, answered from the published claim that was measured here.

What was published, what came out here, how sure that is, and what it does not say; a line or two each.
"""

from collections.abc import Sequence

from assay.analysis.model import ClaimRuling, Findings, Split
from assay.analysis.rulings import measured_claim
from assay.analysis.short_names import called_shortly
from assay.report.claims import MEANINGS, ruling_words
from assay.report.doubts import shared_doubts
from assay.report.layout import Line
from assay.units import plural
from assay.wording import level_text, ratio_cells, split_text

KEY = 16
"""Columns for what stands before a fact."""


def headline(findings: Findings) -> list[Line]:
    """The answer; nothing where no claim was measured in this run."""
    claim = measured_claim(findings.claims)
    return [] if claim is None else [answer_line(findings, claim), *_aligned(answer_facts(findings, claim))]


def answer_facts(findings: Findings, claim: ClaimRuling) -> list[tuple[str, str]]:
    """What it rests on, each with its name; "" continues what stands above it."""
    splits = splits_of(findings, claim)
    return [
        ("published", f"{claim.claim} ({claim.published}; {claim.source}, {claim.place})"),
        *_steps(findings, splits),
        *_measured(claim, splits, "drawn by law" if findings.simulated else "measured here"),
        ("ruling", _ruling(claim, splits)),
        ("how sure", _how_sure(findings, claim, splits)),
        *(("does not say", text) for text in _not_said(findings, splits)),
    ]


def splits_of(findings: Findings, claim: ClaimRuling) -> list[Split]:
    """The splits that the claim was ruled on, called by what tells them apart."""
    splits = [one for name in claim.splits for one in findings.splits if one.name == name]
    return called_shortly(findings, splits)


def equation_pieces(split: Split) -> tuple[str, ...]:
    """The three intervals of a split by name; "" where there are none. Without a passed work gate it is no speed-up."""
    whole = "speed-up" if split.gate_passed else "ratio of times"
    named = ((whole, split.speed_up), ("scaling", split.scaling), ("extra work", split.extra_work))
    cells = [(name, ratio_cells(one.value, one.low, one.high)[1]) for name, one in named if one.low != one.high]
    return tuple(f"{name} {interval}" for name, interval in cells if interval)


def answer_line(findings: Findings, claim: ClaimRuling) -> Line:
    """The ruling, and what was found in a sentence."""
    said = claim.concluded or {"cannot tell": "this run cannot tell", "holds": "as published"}.get(claim.ruling, "")
    said = said or MEANINGS.get(claim.ruling, claim.why)
    quick = f" (quick: {plural(findings.rounds, 'round')})" if findings.mode == "quick" else ""
    return Line(f"answer: {ruling_words(claim).upper()}: {said}{quick}", style="bold")


def _steps(findings: Findings, splits: Sequence[Split]) -> list[tuple[str, str]]:
    """What the first step and the one spoken of are."""
    for steps in findings.ladders.values():
        place = next((n for n, step in enumerate(steps) if splits and step.variant == splits[0].serial), 0)
        if place and steps[0].what and steps[place].what:
            return [("steps", f"{n + 1} of {len(steps)}: {steps[n].what}") for n in (0, place)]
    return []


def _measured(claim: ClaimRuling, splits: Sequence[Split], how: str) -> list[tuple[str, str]]:
    """An equation and its intervals for each split, else the words of the claim."""
    if not splits:
        return [(how, claim.measured)]
    left = "speed-up" if all(one.gate_passed for one in splits) else "first step serially / this step with workers"
    found = [(how, f"{left} = scaling / extra work, {plural(splits[0].workers, 'worker')}")]
    for one in splits:
        found.append(("", f"{one.name}:  {split_text(one.speed_up.value, one.scaling.value, one.extra_work.value)}"))
        pieces = equation_pieces(one)
        found += [("", f"    {', '.join(pieces)}")] if pieces else []
    return found


def _ruling(claim: ClaimRuling, splits: Sequence[Split]) -> str:
    words = ruling_words(claim)
    if claim.ruling == "cannot tell" and splits and _bounded(splits):
        return f"{words}: the intervals reach to both sides of what would decide it"
    if claim.ruling == "holds" and claim.if_true:
        return f"{words}: what was to be expected if true came out: {claim.if_true}"
    if claim.ruling == "artefact" and claim.if_artefact:
        return f"{words}: what was to be expected of one came out: {claim.if_artefact}"
    meaning = MEANINGS.get(claim.ruling)
    return f"{words}: {meaning}" if meaning else words


def _how_sure(findings: Findings, claim: ClaimRuling, splits: Sequence[Split]) -> str:
    if not splits:
        return "; ".join(claim.caveats) or f"{plural(findings.rounds, 'round')}, with the intervals above"
    quick = "quick: " if findings.mode == "quick" else ""
    with_interval = [one for one in splits if _bounded([one])]
    if not with_interval:
        doubts = shared_doubts((one.name, one.caveats[:1]) for one in splits)
        return f"{quick}no interval, so no ruling. {'. '.join(doubts)}. A quieter machine may tell"
    used = ", ".join(f"{one.name} in {_rounds(one)}" for one in with_interval)
    loud = "; in the others other programs or the hypervisor took too much (decided without looking at the times)"
    used += loud if any(one.rounds_left_out for one in with_interval) else ""
    level = level_text(min(one.scaling.level for one in with_interval))
    without = [one.name for one in splits if not _bounded([one])]
    rest = f"; {' and '.join(without)}: no interval, too few quiet rounds" if without else ""
    return f"{quick}intervals of {level}; {used}{rest}"


def _rounds(split: Split) -> str:
    """ "15 of 20 rounds"; "20 rounds" where none was left out."""
    everything = plural(split.rounds_used + split.rounds_left_out, "round")
    return f"{split.rounds_used} of {everything}" if split.rounds_left_out else everything


def _bounded(splits: Sequence[Split]) -> bool:
    return all(one.scaling.low is not None for one in splits)


def _not_said(findings: Findings, splits: Sequence[Split]) -> list[str]:
    machine = f"this was one machine with {plural(findings.machine.cpus, 'CPU')}" if findings.machine.cpus else ""
    most = max((one.workers for one in splits), default=0)
    with_more = f", or with more than {plural(most, 'worker')}" if most else ""
    found = [f"how it is on the source's machine{with_more}: {machine or 'this was another one'}"]
    failed = [one.name for one in splits if not one.gate_passed]
    if failed:
        found.append(
            f"whether one worker takes just the serial time ({'; '.join(failed)}: the work gate did not pass); so what "
            "stands left of the = sign is a ratio of times, not a speed-up"
        )
    return found


def _aligned(facts: Sequence[tuple[str, str]]) -> list[Line]:
    """Facts below each other; a key that is repeated is not written again."""
    lines, last = [], ""
    for key, text in facts:
        shown = "" if key == last else key
        extra = len(text) - len(text.lstrip())
        lines.append(Line(f"{shown:<{KEY}}{text}", indent=2, hang=KEY + extra))
        last = key or last
    return lines
