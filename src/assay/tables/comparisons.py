"""Every ratio that was asked for, with its interval and verdict."""

from assay.analysis.several import Several
from assay.tables.columns import caveats_field, field, table_of
from assay.tables.model import Table

FIELDS = (
    field("family", "text", "the variants compared with each other, to which this pair belongs"),
    field("metric", "text", "what was compared, by its name in `variants` and `trials`"),
    field(
        "role", "text", "primary, secondary (decides nothing), scaling, extra_work, work_gate, step, ceiling, elapsed"
    ),
    field("baseline", "text", "variant in the denominator"),
    field("candidate", "text", "variant in the numerator"),
    field(
        "ratio",
        "number",
        "candidate / baseline: middle of the rounds' ratios; unknown where no round has both",
        "ratio",
    ),
    field("low", "number", "lower end of its interval; unknown with too few rounds for one", "ratio"),
    field("high", "number", "upper end of its interval", "ratio"),
    field("level", "number", "level of the interval: 0.95 covers the true ratio in 95 of 100 runs", "share"),
    field("rounds", "integer", "rounds it rests on"),
    field(
        "verdict", "text", "faster, slower, no_difference, cannot_tell or none; lower or higher for what is not a time"
    ),
    field("margin", "number", "smallest relative difference that counts", "share"),
    field("bound", "number", "no difference larger than this was left possible", "share"),
    field("baseline_median", "number", "median of the baseline over the rounds, in the unit of the metric"),
    field("candidate_median", "number", "median of the candidate over the rounds, in the unit of the metric"),
    field(
        "wins",
        "number",
        "share of rounds, ties left out, in which the candidate was below",
        "share",
        lambda row: row.wins and row.wins.value,
    ),
    field("rounds_needed", "integer", "rounds that would tell, where it cannot be told; unknown where it was told"),
    field("mode", "text", "full or quick"),
    field("seconds", "number", "time its rounds took, all variants of the family together", "s"),
    caveats_field(),
)


def comparisons(several: Several) -> Table:
    """A row a ratio, in the order of the plan."""
    return table_of(
        "comparisons",
        "a ratio that was asked for, with its interval and verdict",
        several,
        lambda run: run.findings.comparisons,
        FIELDS,
    )
