"""The budget of what threads cost, as a table: cost a time, how often, share of the run."""

from assay.analysis.model import Findings
from assay.report.layout import Line, table
from assay.units import per_unit_texts, plural
from assay.wording import about_percent_text

NONE_IN_THE_LOOP = ("sharing", "locking")
"""What the measured loop does not do at all."""


def budget_lines(findings: Findings) -> list[Line]:
    """Nothing where the prices were not measured."""
    found = findings.budget
    if found is None:
        return []
    labels = {one.variant: one.label for one in findings.variants}
    costs = [per_unit_texts([line.cost_ns], "time")[0].removesuffix(" a time") for line in found.lines]
    rows = [("what threads do", "cost a time", "times in a run", "share of its CPU time")]
    for line, cost in zip(found.lines, costs, strict=True):
        often = "none in this loop" if line.name in NONE_IN_THE_LOOP and line.count == 0 else f"{line.count:,.0f}"
        rows.append((line.name, cost, often, about_percent_text(line.share)))
    rows.append(("together", "", "", about_percent_text(found.share)))
    who = labels.get(found.variant, found.variant)
    question = f"What the threads' own business comes to in a run of {who} ({plural(found.trials, 'trial')})"
    return [Line(), Line(question, style="bold"), *table(rows), Line(NOTE, indent=2)]


NOTE = (
    "costs are measured apart, with nothing else to do; switching and scheduling are switches that the kernel counted "
    "for the whole process, asked for and not"
)
