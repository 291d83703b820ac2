"""How far workers carry: a line a variant, beside what the CPUs could give and what the machine gave.

Where a question has many variants, each language has one line for its best way, and one below it for the others.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

from assay.analysis.ladder import NO_GATE
from assay.analysis.model import Estimate, Findings, Scaling
from assay.report.comparison_table import effort_text
from assay.report.doubts import shared_doubts
from assay.report.layout import UNBOUND, Line, fits, shortened, table
from assay.units import plural
from assay.wording import factor_text, ratio_cells

MOST_ROWS = 12
"""More than this are no longer read; then the best way of each family stands for it."""
NARROW_NAME = 16
"""Names shorter than this are no longer told apart; then columns that follow from others are left away."""
NARROW = 0.02
GATE_NUMBERS = ": one worker takes"
"""What a doubt about a work gate goes on with."""
OTHER_WORK = "work gate: not the same work"
BEST_OF = "each line above is the way that scaled furthest here, chosen afterwards: small leads may be chance"
Names = Mapping[str, str]


def scaling_lines(findings: Findings, families: Sequence[str], names: Names, width: int) -> list[Line]:
    """The table of these families, what is left out of it, the ceiling, and what is in doubt."""
    found = [one for one in findings.scaling if one.family in families]
    if not found:
        return []
    crowded = len(found) > MOST_ROWS
    groups = _grouped(found)
    shown = [_best(group) for group in groups.values()] if crowded else found
    lines = _fitting(shown, names, width)
    levels, rounds = [one.scaling.level for one in shown], [one.rounds_used for one in shown]
    lines.append(Line(_left_out(found, effort_text(levels, rounds, findings.mode)), indent=2))
    lines += [Line(BEST_OF, indent=2), *_others(groups, names)] if crowded else []
    lines += [Line(text, indent=2) for text in (_ceiling_words(found), *_few_cpus(found)) if text]
    lines += [Line(text, indent=4) for text in _how_they_ran(findings, found, names)]
    doubts = shared_doubts(((names.get(one.variant, one.variant), _doubts(one, crowded)) for one in found), "variants")
    return lines + [Line(f"caveat: {text}", indent=2) for text in doubts]


def _doubts(one: Scaling, crowded: bool) -> list[str]:
    """In a crowd without the numbers, so that many can share one; that no gate was measured is said once for all."""
    texts = [text for text in one.caveats if text != NO_GATE]
    return [text.partition(GATE_NUMBERS)[0] if crowded else text for text in texts]


def gate_lines(findings: Findings) -> list[Line]:
    """Of how many variants one worker was held against serial: said once, of all tables together."""
    found = list({one.variant: one for one in findings.scaling}.values())
    without = [one for one in found if NO_GATE in one.caveats]
    if not without:
        return []
    passed = sum(one.gate_passed for one in found)
    failed = sum(any(text.startswith(OTHER_WORK) for text in one.caveats) for one in found)
    measured = len(found) - len(without)
    came_out = f"{passed} passed, {failed} failed, {measured - passed - failed} cannot tell"
    said = (
        f"work gate: for {measured} of {plural(len(found), 'variant')} with workers, one worker was held against the "
        f"serial loop: {came_out}. The rest run "
        "one function serially and with workers, which was not checked by measuring; so all of this is called scaling"
    )
    return [Line(), Line(said, indent=2)]


def _fitting(found: Sequence[Scaling], names: Names, width: int) -> list[Line]:
    """With shares of the CPUs and serial shares where there is room: both can be worked out from the scaling."""
    if width == UNBOUND:
        return table(_rows(found, names, whole=True))
    for whole in (True, False):
        for longest in (40, 32, 24, NARROW_NAME, 8):
            short = {name: shortened(text, longest) for name, text in names.items()}
            lines = table(_rows(found, short, whole=whole))
            if fits(lines, width):
                return lines
            if whole and longest == NARROW_NAME:
                break
    return lines


def _rows(found: Sequence[Scaling], names: Names, *, whole: bool) -> list[tuple[str, ...]]:
    """Columns that say nothing of any variant are left away."""
    cpus = {one.cpus for one in found}
    of_cpus = f"of {plural(cpus.pop(), 'CPU')}" if len(cpus) == 1 else "of the CPUs"
    heading = ("", "scaling", "interval", of_cpus, "of the ceiling", "serial share", "")
    rows = [heading, *(_row(one, names) for one in found)]
    wanted = [place for place in range(len(heading)) if whole or place not in (3, 5)]
    kept = [place for place in wanted if any(row[place] for row in rows[1:])]
    return [tuple(row[place] for place in kept) for row in rows]


def _row(one: Scaling, names: Names) -> tuple[str, ...]:
    value, interval = ratio_cells(one.scaling.value, one.scaling.low, one.scaling.high)
    how = "" if one.word in ("parallel", "") else one.word
    share = " ".join(_percent(one.of_ceiling))
    of_cpus, serial = _percent(one.efficiency)[0], _percent(one.karp_flatt)[0]
    return (names.get(one.variant, one.variant), f"{value}x", interval, of_cpus, share, serial, how)


def _percent(one: Estimate | None) -> tuple[str, str]:
    """As in ("98 %", "[96, 99]"): whole percents, with a decimal where the interval is narrower than two of them."""
    if one is None:
        return "", ""
    if one.low is None or one.high is None:
        return f"{one.value * 100:.0f} %", ""
    decimals = 1 if one.high - one.low < NARROW else 0
    return f"{one.value * 100:.{decimals}f} %", f"[{one.low * 100:.{decimals}f}, {one.high * 100:.{decimals}f}]"


def _how_they_ran(findings: Findings, found: Sequence[Scaling], names: Names) -> list[str]:
    """Why a variant of the table is not called parallel."""
    mine = {one.variant for one in found}
    ran = [one for one in findings.concurrency if one.variant in mine]
    return shared_doubts((names.get(one.variant, one.variant), one.caveats) for one in ran)


def language_of(variant: str) -> str:
    """The probe that runs it, with which its name begins."""
    return variant.partition("/")[0]


def _grouped(found: Sequence[Scaling]) -> dict[str, list[Scaling]]:
    """By language; by family where all are of one."""
    by_language = len({language_of(one.variant) for one in found}) > 1
    groups: dict[str, list[Scaling]] = {}
    for one in found:
        groups.setdefault(language_of(one.variant) if by_language else one.family, []).append(one)
    return groups


def _best(group: Sequence[Scaling]) -> Scaling:
    """What scaled furthest of all that ran parallel; of the rest where nothing did."""
    return max(group, key=lambda one: (one.word in ("parallel", ""), one.scaling.value))


def _others(groups: Mapping[str, Sequence[Scaling]], names: Names) -> list[Line]:
    """ "python: 2 threads 1.00x (concurrent), 2 processes (spawn) 1.91x"."""
    lines = []
    for name, group in groups.items():
        rest = [one for one in group if one is not _best(group)]
        words = ", ".join(_briefly(one, names.get(one.variant, one.variant), name) for one in rest)
        lines += [Line(f"{name}, others: {words}", indent=4)] if rest else []
    return lines


def _briefly(one: Scaling, name: str, group: str) -> str:
    """Without the name that heads the line."""
    how = "" if one.word in ("parallel", "") else f" ({one.word})"
    return f"{name.removeprefix(group).lstrip(' ,') or name} {factor_text(one.scaling.value)}x{how}"


def _left_out(found: Sequence[Scaling], effort: str) -> str:
    most = max(one.rounds_left_out for one in found)
    return f"{effort}, up to {most} loud ones left out" if most else effort


def _ceiling_words(found: Sequence[Scaling]) -> str:
    """What a loop in registers reached meanwhile."""
    values = [one.ceiling.value for one in found if one.ceiling is not None]
    if not values:
        return ""
    low, high = factor_text(min(values)), factor_text(max(values))
    span = f"{low}x" if low == high else f"{low}x to {high}x"
    return f"ceiling: a C loop that only uses registers scaled {span} in these rounds"


def _few_cpus(found: Sequence[Scaling]) -> list[str]:
    """Shares are of the CPUs there are, also where workers are more."""
    over = [one for one in found if one.workers > one.cpus]
    if not over:
        return []
    most, cpus = max(one.workers for one in over), plural(max(one.cpus for one in over), "CPU")
    return [f"up to {most} workers share {cpus}: that shows what sharing costs, not what more CPUs would give"]


def in_tables(findings: Findings) -> set[str]:
    """Variants whose word, or whose mapping, stands in a table of their own."""
    return set(chain((one.variant for one in findings.scaling), (one.variant for one in findings.threads)))
