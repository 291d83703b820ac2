"""Methods in plain words: what was done, what each word rests on, and where it ends."""

from assay.page.model import Block, Facts, Group, Items, Said, Section
from assay.page.sheet import Sheet
from assay.units import plural
from assay.wording import percent_text

WORDS = (
    (
        "a trial",
        (
            "One fresh process, started, watched and billed by a tiny native program that does nothing else "
            "meanwhile. For something very short it is a bundle of processes, and their median counts.",
        ),
    ),
    (
        "a round",
        (
            "Everything that is compared with each other, once, one right after the other, in an order drawn by a fair "
            "coin. So a machine that drifts treats all of them alike.",
        ),
    ),
    (
        "a ratio",
        (
            "Candidate / baseline within one round. The ratio that is reported is the middle of all pairwise "
            "averages of the rounds' ratios, on a log scale (Hodges-Lehmann).",
        ),
    ),
    (
        "an interval",
        (
            "The range of ratios that the rounds do not contradict, exact by ranks; no bell curve is assumed. Where a "
            "question has several comparisons each interval is wider, so that all of them hold together.",
        ),
    ),
    (
        "a verdict",
        (
            "Read off the interval and the margin, the smallest difference that counts, which was chosen "
            "beforehand. When to look was planned beforehand as well.",
        ),
    ),
    (
        "the work gate",
        (
            "A check that concurrent and serial do the same work: one worker has to take as long as serial, within the "
            "margin, per unit of work. Where that was not shown, the word speed-up is not used.",
        ),
    ),
    (
        "the ceiling",
        (
            "What this machine gave to anybody: how far a C loop that only uses registers scaled in the same "
            "rounds. On a shared or overbooked host that is less than the number of CPUs; what a program scales is "
            "best read beside it.",
        ),
    ),
    (
        "concurrent, parallel",
        (
            "Concurrent: the workers were at work together for at least 0.8 of the time. Parallel: they also used"
            " at least 0.8 of the CPUs that they could have.",
        ),
    ),
    (
        "a ruling",
        (
            "Of a published sentence, never of its author: what the sentence predicts if it is true and if it "
            "comes from the way of measuring was written down before, and the interval decides between them.",
        ),
    ),
    (
        "the answer is checked",
        (
            "Each trial of a workload checks the result of its own work; a wrong answer is a failure and has no time. "
            "Of commands it is compared what they print, in trials before the first round.",
        ),
    ),
)
LIMITS = (
    "The interval is of the typical ratio. If a change makes some runs much slower and leaves the others alone, "
    "the typical ratio hardly moves: that is why mean and tail are shown beside it.",
    "Ranks cannot answer below 6 rounds (95 %) or 8 rounds (99 %).",
    "All of it holds for this machine, this load and these versions. More workers than CPUs show what sharing "
    "costs, not what more CPUs would give.",
    "Looking several times shares one error, a little cautiously: the true error is below the one stated.",
    "What goes along with a difference is not its cause. Only changing one thing at a time tells that.",
)


def section(sheet: Sheet) -> Section | None:
    """Always there."""
    return Section(
        "methods",
        "Methods, in plain words",
        (*_here(sheet), Facts(WORDS), Group("limits", "Where it ends", (Items(LIMITS),))),
        "Methods",
    )


def _here(sheet: Sheet) -> tuple[Block, ...]:
    """What was chosen for this run."""
    families = sheet.first.run.header.plan.families
    if not families:
        return (Said("Nothing was measured: these rulings follow from the documents' own numbers and methods."),)
    margins = sorted({family.margin for family in families})
    rounds = sorted({family.looks[-1].rounds for family in families})
    looks = sorted({look.rounds for family in families for look in family.looks})
    span = plural(rounds[-1], "round") if len(rounds) == 1 else f"{rounds[0]} to {plural(rounds[-1], 'round')}"
    planned = (
        f"looks were planned after {', '.join(map(str, looks))} rounds"
        if len(looks) > len(rounds)
        else f"{span}, one look at the end"
    )
    least = " or ".join(percent_text(margin) for margin in margins)
    return (Said(f"In this run: {planned}; a difference of less than {least} counts as none."),)
