"""Words that charts share: the mark in the corner, names that are unique over machines, values with their intervals."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from assay.analysis.measured import values_of
from assay.analysis.model import Findings, Metric
from assay.analysis.names import names_of
from assay.analysis.quiet import usable_rounds
from assay.analysis.several import MachineRun
from assay.analysis.short_names import short_names
from assay.analysis.variants import metric_of
from assay.charts.axes import slug
from assay.units import plural
from assay.wording import level_text


def corner_of(findings: Findings) -> str:
    """What stands on the picture itself: that nothing was measured, or that it was done quickly."""
    marks = ["simulated: nothing was measured"] if findings.simulated else []
    marks += [f"quick: {plural(findings.rounds, 'round')}"] if findings.mode == "quick" else []
    return "; ".join(marks)


def in_name(name: str, run: MachineRun) -> str:
    """The name of a chart of one run, told apart from that of the other machines."""
    return f"{name}-{slug(run.machine)}" if run.machine else name


def in_title(title: str, run: MachineRun) -> str:
    """The same of a title: "machine A: ..."."""
    return f"{run.machine}: {title}" if run.machine else f"{title[:1].upper()}{title[1:]}"


def levels_text(levels: Iterable[float]) -> str:
    """ "99.29 % intervals", of several levels "intervals of at least 99 %"."""
    known = sorted(set(levels))
    if len(known) == 1:
        return f"{level_text(known[0])} intervals"
    return f"intervals of at least {level_text(known[0])}" if known else "no intervals"


def rounds_text(rounds: Sequence[int]) -> str:
    """ "20 rounds", "11 to 12 rounds"."""
    fewest, most = min(rounds), max(rounds)
    return plural(most, "round") if fewest == most else f"{fewest} to {plural(most, 'round')}"


def few_rounds_text(without: int) -> str:
    """The remark where points have no interval."""
    if not without:
        return ""
    return f"{plural(without, 'point')} without an interval: too few rounds, or too few quiet ones."


def names_for(findings: Findings, variants: Iterable[str]) -> dict[str, str]:
    """What the variants of one chart are called there: what all of them have in common is left out."""
    return {**names_of(findings), **short_names(findings, variants).names}


def common_to(findings: Findings, variants: Iterable[str]) -> str:
    """What was left out of their names; "" where nothing was."""
    return short_names(findings, variants).common


def metrics_of(run: MachineRun, family: str, metric: str, *, quiet: bool = False) -> dict[str, Metric]:
    """Median and interval of each variant over the rounds of one family; over its quiet ones where there are enough."""
    values = values_of(run.records, family, metric)
    plan = next(one for one in run.header.plan.families if one.name == family)
    usable = usable_rounds(run.records, plan) if quiet else None
    if usable is not None:
        kept = {
            variant: [rounds[number] for number in rounds if number in usable] for variant, rounds in values.items()
        }
        return {variant: metric_of(mine) for variant, mine in kept.items() if mine}
    found = {variant: metric_of(list(rounds.values())) for variant, rounds in values.items()}
    return {variant: structs.replace(one, low=None, high=None) for variant, one in found.items()} if quiet else found


def listed(sentences: Iterable[str]) -> str:
    """Sentences one after the other, each ended by one stop."""
    return " ".join(text if text.endswith((".", "?", "!")) else f"{text}." for text in sentences if text)
