"""Every comparison of a question, with its interval, the margin and 1."""

from collections.abc import Sequence

from assay.analysis.model import Comparison, Findings
from assay.analysis.several import MachineRun, Several
from assay.charts.asked import by_question
from assay.charts.axes import slug
from assay.charts.model import Chart
from assay.charts.ratio_rows import ratio_reading, ratio_spec, ratio_summary, ratio_table, rows_of
from assay.charts.said import corner_of, in_name, in_title, names_for
from assay.wording import quantity


def ratios(several: Several) -> list[Chart]:
    """One chart a question of every run that compares; nothing where nothing was compared."""
    asked = by_question(several, _asked)
    return [_chart(run, findings, families, mine) for run, findings, families, mine in asked]


def _asked(findings: Findings) -> list[Comparison]:
    """What the questions themselves compare; of commands also what goes with it."""
    roles = ("primary", "elapsed", "secondary") if findings.commands else ("primary", "elapsed")
    return [one for one in findings.comparisons if one.ratio is not None and one.role in roles]


def _chart(run: MachineRun, findings: Findings, families: Sequence[str], mine: Sequence[Comparison]) -> Chart:
    names = names_for(findings, {variant for one in mine for variant in (one.baseline, one.candidate)})
    rows = rows_of(mine, names)
    nouns = list(dict.fromkeys(quantity(one.metric).noun for one in mine))
    question = findings.questions.get(families[0], "") or findings.question
    name = in_name(f"ratios-{slug(families[0])}", run)
    return Chart(
        name=name,
        section="questions",
        title=in_title(f"{question} Ratio of {' and '.join(nouns)}".strip(), run),
        summary=ratio_summary(rows),
        data=ratio_table(name, rows),
        spec=ratio_spec(rows),
        families=tuple(families),
        corner=corner_of(findings),
        reading=ratio_reading(rows),
    )
