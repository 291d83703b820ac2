"""The screen of several runs: one sentence over all, then question after question with a row a machine.

Last what differs between the machines, and where each run's own report is; a figure of one run alone stands there.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from msgspec import structs

from assay.analysis.across import ANSWERS, is_answer, machine_of, measured_at_all, said_across
from assay.analysis.model import ClaimRuling, Comparison
from assay.analysis.names import names_of
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import Across, ClaimAcross, MachineRun, Several
from assay.analysis.short_names import short_names
from assay.report.comparison_table import effort
from assay.report.doubts import shared_doubts
from assay.report.layout import NAME_LENGTHS, WIDEST, Line, columns_of, fits, shortened, table, to_text
from assay.report.questions import in_order
from assay.report.terminal import SIMULATED
from assay.units import plural
from assay.wording import FEWEST_ROUNDS, LABELS, NO_INTERVAL, about_percent_text, cells_of, level_text, quantity

MOST_IN_FULL = 3
"""More comparisons than this of one question are easier to read as a table."""
NOT_HERE = "not measured"
LONGEST_FACT = 32
LONGEST_NAME = 1000
LOADS: tuple[tuple[str, Callable[[MachineRun], float | None]], ...] = (
    ("steal", lambda run: run.findings.machine.steal_share),
    ("foreign CPU", lambda run: run.findings.machine.foreign_share),
)
Names = Mapping[str, str]
Cell = Callable[[Comparison], str]


def render_several(several: Several, width: int = WIDEST, *, color: bool = False, claims: bool = False) -> str:
    """The whole screen as one string, plain unless colour is asked for; or all of its claims and nothing else."""
    lines = claim_lines(several) if claims else several_screen(several, columns_of(width))
    return to_text(lines, width, color=color)


def several_screen(several: Several, width: int) -> list[Line]:
    """Every line, with the mark of simulated data above and below."""
    lines = [*_heading(several), *_questions(several, width), *_claims(several)]
    return _marked(several, [*lines, *_machines(several, width), *_ending(several)])


def claim_lines(several: Several) -> list[Line]:
    """Every claim with its rulings, for those who ask for claims alone."""
    return _marked(several, _claims(several, everything=True)[1:])


def _marked(several: Several, lines: Sequence[Line]) -> list[Line]:
    mark = [Line(SIMULATED, style="SIMULATED")] if several.runs[0].findings.simulated else []
    return [*mark, *lines, *mark]


def _heading(several: Several) -> list[Line]:
    first = several.runs[0].findings
    machines = len({machine_of(run.machine) for run in several.runs})
    quick = "quick, " if first.mode == "quick" else ""
    lines = [
        Line(
            f"{first.title}   ({quick}{plural(machines, 'machine')}, {plural(len(several.runs), 'run')})", style="bold"
        )
    ]
    lines += [Line(f"asked: {first.question}")] if first.question else []
    return [*lines, Line(), Line(several.sentence, style="bold")] if several.sentence else lines


def _questions(several: Several, width: int) -> list[Line]:
    """What answers each question, in the order of the first run; then those that only later runs asked."""
    lines: list[Line] = []
    done: set[str] = set()
    for run in several.runs:
        for families in in_order(run.findings):
            if not done & set(families):
                lines += _question(several, run, families, width)
            done |= set(families)
    return lines


def _question(several: Several, run: MachineRun, families: Sequence[str], width: int) -> list[Line]:
    answers = [one for one in several.across if one.family in families and is_answer(one)]
    beside = [one for one in several.across if one.family in families and _stands_beside(one, run)]
    if not answers:
        return []
    names, common = _short(several, run, [*answers, *beside])
    told = _in_full if len(answers) <= MOST_IN_FULL else _as_table
    lines = told(several, answers, names, width) + [line for one in beside for line in _said(several, one, names)]
    each = [Line(f"each: {common}", indent=2)] if common else []
    return [Line(), Line(run.findings.questions[families[0]], style="bold"), *each, *lines]


def _stands_beside(one: Across, run: MachineRun) -> bool:
    """CPU time and memory of commands."""
    return bool(run.findings.commands) and any(found and found.role == "secondary" for found in one.comparisons)


def _short(several: Several, run: MachineRun, asked: Sequence[Across]) -> tuple[dict[str, str], str]:
    """What the variants of a question are called there, also those of other runs, and what they have in common."""
    variants = {one.variant: one for other in reversed(several.runs) for one in other.findings.variants}
    findings = in_screen_words(structs.replace(run.findings, variants=tuple(variants.values())))
    short = short_names(findings, {name for one in asked for name in (one.baseline, one.candidate)})
    return {**names_of(findings), **short.names}, short.common


def _in_full(several: Several, asked: Sequence[Across], names: Names, width: int) -> list[Line]:
    """A sentence for each comparison, and below it a row a run."""
    lines = []
    for one in asked:
        found = [("", "ratio", "interval", "", "")]
        found += [_row(run.machine, mine) for run, mine in zip(several.runs, one.comparisons, strict=True)]
        lines += [*_said(several, one, names), *table(found, indent=4)]
    return lines


def _said(several: Several, one: Across, names: Names) -> list[Line]:
    """Its sentence, unless that stands at the head of the screen."""
    said = said_across(several.runs, one, names)
    return [] if said == several.sentence else [Line(said, indent=2)]


def _row(machine: str, one: Comparison | None) -> tuple[str, str, str, str, str]:
    if one is None:
        return (machine, "-", NOT_HERE, "", "")
    ratio, interval = cells_of(one)
    none = NO_INTERVAL if one.rounds < FEWEST_ROUNDS else "no interval"
    return (machine, ratio, interval or none, LABELS[one.verdict], _effort(one))


def _effort(one: Comparison) -> str:
    """The level and the rounds behind the interval that stands beside it."""
    rounds = plural(one.rounds, "round")
    return f"{level_text(one.level)}, {rounds}" if one.low is not None else rounds


def _as_table(several: Several, asked: Sequence[Across], names: Names, width: int) -> list[Line]:
    """A row a comparison and a column a run: with intervals where they fit, else ratios, else verdicts alone."""
    for cell, longest in product((_ratio_and_interval, _ratio), NAME_LENGTHS):
        lines = table(_rows(several, asked, names, (cell, longest)))
        if fits(lines, width) and _told_apart(asked, names, longest):
            without = "" if cell is _ratio_and_interval else "; their intervals stand in each run's own report"
            below = Line(f"{_of_what(asked, names)}{without}", indent=2)
            return [Line(_how_many_agree(several, asked), indent=2), *lines, below]
    return [line for one in asked for line in _said(several, one, names)]


def _told_apart(asked: Sequence[Across], names: Names, longest: int) -> bool:
    """Whether names of this length still say which comparison is which."""
    return len({_who(one, names, longest) for one in asked}) == len({_who(one, names, LONGEST_NAME) for one in asked})


def _who(one: Across, names: Names, longest: int) -> tuple[str, str]:
    candidate, baseline = (shortened(names.get(name, name), longest) for name in (one.candidate, one.baseline))
    return candidate, baseline


def _how_many_agree(several: Several, asked: Sequence[Across]) -> str:
    """ "6 of 7 come out alike in all 3 runs; 2 more were not measured in all of them"."""
    runs = "both runs" if len(several.runs) == 2 else f"all {len(several.runs)} runs"
    verdicts = [{found.verdict if found else None for found in one.comparisons} for one in asked]
    everywhere = [said for said in verdicts if None not in said]
    if not everywhere:
        return f"none of {len(asked)} was measured in {runs}"
    left = len(asked) - len(everywhere)
    more = f"; {left} more {'was' if left == 1 else 'were'} not measured in {runs}" if left else ""
    return f"{sum(len(said) == 1 for said in everywhere)} of {len(everywhere)} come out alike in {runs}{more}"


def _of_what(asked: Sequence[Across], names: Names) -> str:
    """ "ratios of time to c, serial; intervals of at least 99.17 %; quick: 11 to 12 rounds"."""
    found = [one for across in asked for one in across.comparisons if one]
    of = " and ".join(dict.fromkeys(quantity(one.metric).noun for one in found))
    baselines = {one.baseline for one in asked}
    to = f" to {names.get(asked[0].baseline, asked[0].baseline)}" if len(baselines) == 1 else ""
    return f"ratios of {of}{to}; {effort(found)}"


def _rows(several: Several, asked: Sequence[Across], names: Names, how: tuple[Cell, int]) -> list[tuple[str, ...]]:
    cell, longest = how
    heading = ("",) if len({one.baseline for one in asked}) == 1 else ("", "against")
    rows: list[tuple[str, ...]] = [(*heading, *(run.machine for run in several.runs), "")]
    for one in asked:
        cells = (cell(found) if found else NOT_HERE for found in one.comparisons)
        rows.append((*_who(one, names, longest)[: len(heading)], *cells, _verdicts(one)))
    return rows


def _ratio_and_interval(one: Comparison) -> str:
    return " ".join(cells_of(one)).strip()


def _ratio(one: Comparison) -> str:
    return cells_of(one)[0]


def _verdicts(one: Across) -> str:
    """ "FASTER" where all say so, else "FASTER, CANNOT TELL" in the order of the runs."""
    said = [LABELS[found.verdict] for found in one.comparisons if found]
    return said[0] if len(set(said)) == 1 else ", ".join(said)


def _claims(several: Several, everything: bool = False) -> list[Line]:
    """Those that were measured somewhere; the others are ruled alike everywhere, and are counted."""
    if not several.claims:
        return []
    pairs = list(zip(several.runs[0].findings.claims, several.claims, strict=True))
    shown = [(claim, one) for claim, one in pairs if everything or (claim.basis == "here" and measured_at_all(one))]
    lines = [Line(), Line("claims, over all machines:", style="bold")]
    for claim, one in shown:
        lines.append(Line(f"{claim.id}: {one.sentence}", more=(f"{claim.claim} ({claim.published})",), indent=2))
    return lines + [Line(f"{text}; all of them: --claims", indent=2) for text in _left(pairs, len(shown)) if text]


def _left(pairs: Sequence[tuple[ClaimRuling, ClaimAcross]], shown: int) -> list[str]:
    """How many claims are not shown, and why."""
    sources = sum(claim.basis != "here" for claim, _ in pairs)
    unmeasured = len(pairs) - shown - sources
    if unmeasured < 0 or shown == len(pairs):
        return []
    waiting = f"{plural(unmeasured, 'claim')} not measured in any of these runs" if unmeasured else ""
    return [f"{plural(sources, 'claim')} decided by the sources themselves", waiting] if sources else [waiting]


def _machines(several: Several, width: int) -> list[Line]:
    """Facts that differ, side by side, and what each did meanwhile; then compilers and runtimes."""
    facts = {fact: [run.header.machine.get(fact, "not told") for run in several.runs] for fact in _fact_names(several)}
    unlike = {fact: told for fact, told in facts.items() if len(set(told)) > 1}
    rows = [("", *(run.machine for run in several.runs))]
    rows += [(fact.replace("_", " "), *(shortened(one, LONGEST_FACT) for one in told)) for fact, told in unlike.items()]
    rows += [(name, *(_share(of(run)) for run in several.runs)) for name, of in LOADS]
    lines = table(rows)
    if not fits(lines, width):  # too many of them: a line each
        names, *columns = zip(*rows, strict=True)
        lines = [Line(f"{column[0]}: {_each(names[1:], column[1:])}", indent=2) for column in columns]
    alike = [] if unlike else [Line("all facts of these machines are alike", indent=2)]
    differs = [Line(f"differs: {text}", indent=2) for text in several.differing]
    return [Line(), Line("the machines:", style="bold"), *lines, *alike, *differs]


def _fact_names(several: Several) -> dict[str, None]:
    return dict.fromkeys(fact for run in several.runs for fact in run.header.machine)


def _share(share: float | None) -> str:
    return "unknown" if share is None else about_percent_text(share)


def _each(names: Sequence[str], told: Sequence[str]) -> str:
    return "; ".join(f"{name} {one}" for name, one in zip(names, told, strict=True))


def _ending(several: Several) -> list[Line]:
    own = shared_doubts([(run.machine, _doubts(run)) for run in several.runs])
    lines = [Line(f"caveat: {text}", indent=2) for text in dict.fromkeys([*several.caveats, *own])]
    named = [run for run in several.runs if run.findings.run]
    return [*lines, *(Line(f"{run.machine}: assay report {run.findings.run}", indent=2) for run in named)]


def _doubts(run: MachineRun) -> list[str]:
    """About the whole run, and about what answers its questions."""
    answers = [one for one in run.findings.comparisons if one.role in ANSWERS]
    return [*run.findings.caveats, *(text for one in answers for text in one.caveats)]
