"""Published claims and what each came to."""

from assay.analysis.several import Several
from assay.tables.columns import caveats_field, field, joined, table_of
from assay.tables.model import Table

FIELDS = (
    field("id", "text", "name of the claim"),
    field("source", "text", "author and year"),
    field("title", "text", "of the source"),
    field("place", "text", "where in the source it stands"),
    field("claim", "text", "what it says, in our words"),
    field("ruling", "text", "holds, does not hold, artefact, confound, ...: see docs/reading-a-report.md"),
    field("basis", "text", "their numbers, their method, or here (this machine)"),
    field("published", "text", "the published value, with what it is of"),
    field("measured", "text", "what was recomputed, read or measured instead"),
    field("why", "text", "why the ruling is this one"),
    field("value", "number", "what was recomputed or measured; unknown where that is no number", "ratio"),
    field("low", "number", "lower end of its interval; unknown where nothing was measured", "ratio"),
    field("high", "number", "upper end of its interval", "ratio"),
    field("measure", "text", "what was measured or derived, in words"),
    field("if_true", "text", "what would be seen if the claim were true"),
    field("if_artefact", "text", "what would be seen if it came from the way it was measured"),
    field(
        "evidence",
        "text",
        "what the source says or does, each piece with its place",
        of=lambda row: joined(row.evidence),
    ),
    caveats_field(),
)


def claims(several: Several) -> Table:
    """A row a claim, in the order of the study."""
    return table_of("claims", "a published claim, ruled on", several, lambda run: run.findings.claims, FIELDS)
