"""What did not run or failed, and why; and every doubt."""

from collections import Counter

from assay.page.model import Block, Grid, Group, Items, Said, Section
from assay.page.sheet import Sheet, Told, each_run
from assay.report.commands_screen import NOT_FINISHED, doubts_of
from assay.report.study_screen import left_out_texts

GOOD = ("ok", "skipped")


def section(sheet: Sheet) -> Section | None:
    """Always there: that nothing failed is worth saying."""
    return Section(
        "left-out", "What was left out, what failed, what is in doubt", each_run(sheet, "left-out", _of), "Left out"
    )


def _of(one: Told) -> tuple[Block, ...]:
    findings = one.findings
    skipped, doubts = left_out_texts(findings.skipped, one.names), doubts_of(findings)
    blocks: list[Block] = [] if findings.finished else [Said(NOT_FINISHED)]
    blocks.append(
        Group(f"{one.mark}skipped", "Left out", (Items(tuple(skipped)),)) if skipped else Said("Nothing was left out.")
    )
    blocks += _failures(one)
    if doubts:
        blocks.append(Group(f"{one.mark}doubts", "In doubt", (Items(tuple(doubts)),)))
    return tuple(blocks)


def _failures(one: Told) -> list[Block]:
    """Trials that did not end well, by variant and reason."""
    trials = one.trials
    found = Counter(
        (one.names.get(trial.variant, trial.variant), trial.outcome, trial.reason)
        for trial in trials
        if trial.outcome not in GOOD
    )
    if not found:
        return [Said(f"None of {len(trials):,} trials failed.")] if trials else []
    rows = tuple((who, outcome, str(count), reason) for (who, outcome, reason), count in found.most_common())
    said = f"Trials that failed, of {len(trials):,}"
    grid = Grid(said, ("variant", "outcome", "trials", "reason"), rows, (False, False, True, False), spoken_only=True)
    return [Group(f"{one.mark}failed", said, (grid,))]
