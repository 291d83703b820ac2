"""What holds across machines: each comparison and each claim in a sentence, one sentence over all, and their doubts."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from msgspec import structs

from assay.analysis.across_words import UNMEASURED, Names, Runs, across_words, rulings_words
from assay.analysis.model import ClaimRuling, Comparison, Findings
from assay.analysis.names import names_of
from assay.analysis.rulings import NOT_MEASURED, measured_claim
from assay.analysis.screen_words import in_screen_words
from assay.analysis.several import Across, ClaimAcross, MachineRun
from assay.units import plural

Key = tuple[str, str, str, str]
T = TypeVar("T")
MOST_SPOKEN = 3
"""Comparisons of commands that the sentence over all takes up."""
NO_SAMPLE = (
    "these machines are no random sample: a count of them speaks of these ones, and no figure is pooled over them"
)
OWN_INTERVALS = (
    "each interval has its level on its own machine; that some interval among several machines misses is more likely"
)

BUILT_OF = ("cpu_model", "cpus_online", "threads_per_core", "architecture", "memory")
"""Facts that stay when a machine gets another kernel, another limit or another setting."""
SIZE = re.compile(r"(\d+(?:\.\d+)?) ([KMGT]iB)")
NEARLY = 0.03


def machine_of(name: str) -> str:
    """ "machine A" of "machine A, run 2"."""
    return name.partition(",")[0]


def comparisons_across(runs: Sequence[MachineRun]) -> tuple[Across, ...]:
    """Each comparison that any of them made, in the order of the study."""
    tables = [{_key(one): one for one in run.findings.comparisons} for run in runs]
    called = _names(runs)
    keys = dict.fromkeys(key for table in tables for key in table)
    return tuple(_across(key, [table.get(key) for table in tables], runs, called) for key in keys)


def claims_across(runs: Sequence[MachineRun]) -> tuple[ClaimAcross, ...]:
    """Each claim; what its source decides by itself is alike everywhere and said so."""
    by_id = [{claim.id: claim for claim in run.findings.claims} for run in runs]
    return tuple(
        _claim_across(runs, [claims[claim.id] for claims in by_id])  # not by place: files may be in another order
        for claim in runs[0].findings.claims
    )


def _claim_across(runs: Sequence[MachineRun], found: Sequence[ClaimRuling]) -> ClaimAcross:
    claim, rulings = found[0], tuple(one.ruling for one in found)
    if claim.basis != "here":
        return ClaimAcross(claim.id, rulings, f"{claim.ruling}, by {claim.basis}")
    if all(NOT_MEASURED in one.caveats for one in found):
        return ClaimAcross(claim.id, rulings, f"{rulings_words(_by_machine(runs, rulings))} ({NOT_MEASURED})")
    told = [UNMEASURED if NOT_MEASURED in one.caveats else one.ruling for one in found]
    return ClaimAcross(claim.id, rulings, rulings_words([_measured(mine) for mine in _by_machine(runs, told)]))


def _measured(rulings: Sequence[str]) -> Sequence[str]:
    """Runs of one machine that did not measure a claim leave it to its other ones."""
    return [one for one in rulings if one != UNMEASURED] or rulings


def measured_at_all(claim: ClaimAcross) -> bool:
    """Whether any of the runs measured what it is about."""
    return not claim.sentence.endswith(f"({NOT_MEASURED})")


def over_all(runs: Sequence[MachineRun], across: Sequence[Across], claims: Sequence[ClaimAcross]) -> str:
    """The most telling measured claim, or what became of the commands, or of the first question; quick says quick."""
    findings = runs[0].findings
    claim = measured_claim(claim for run in runs for claim in run.findings.claims)
    if claim is not None:
        said = next(one.sentence for one in claims if one.id == claim.id)
        quick = "quick: " if findings.mode == "quick" else ""
        return f"{quick}{said}: {claim.claim.rstrip('.')}"
    answers = [one for one in across if is_answer(one)]
    most = MOST_SPOKEN if findings.commands else 1
    more = (
        [f"and {plural(len(answers) - most, 'more comparison')}"] if len(answers) > most and findings.commands else []
    )
    return "; ".join([*(one.sentence for one in answers[:most]), *more])


ANSWERS = ("primary", "elapsed", "scaling", "extra_work", "step")
"""Roles of what answers a question; work gates, ceilings and what only stands beside a time do not."""


def is_answer(one: Across) -> bool:
    """Whether it answers a question of the study."""
    return any(found is not None and found.role in ANSWERS for found in one.comparisons)


def doubts(runs: Sequence[MachineRun]) -> tuple[str, ...]:
    """What must be said wherever several runs are counted together."""
    machines = dict.fromkeys(machine_of(run.machine) for run in runs)
    found = [NO_SAMPLE, OWN_INTERVALS] if len(machines) > 1 else []
    for machine in machines:
        mine = [run for run in runs if machine_of(run.machine) == machine]
        if len(mine) > 1:
            found.append(
                f"{len(mine)} runs have the same machine facts and count as one machine, {machine}; "
                "two machines of one kind cannot be told apart by their facts"
            )
    found += _maybe_one({machine_of(run.machine): run.header.machine for run in reversed(runs)})
    unfinished = [run.machine for run in runs if not run.findings.finished]
    return (*found, *(f"{name}: this run ended before its last planned look" for name in unfinished))


def _maybe_one(machines: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Pairs that differ in nothing of which a machine is built: a new kernel alone makes no second machine."""
    said = []
    for (one, mine), (another, theirs) in combinations(sorted(machines.items()), 2):
        known = [fact for fact in BUILT_OF if fact in mine and fact in theirs]
        if known and all(_alike(mine[fact], theirs[fact]) for fact in known):
            unlike = [fact.replace("_", " ") for fact in mine if fact in theirs and mine[fact] != theirs[fact]]
            what = f"{' and '.join(unlike)} alone" if unlike else "facts that are not shown here"
            said.append(
                f"{one} and {another} have the same hardware and differ in {what}: "
                "they may be one machine that was changed between its runs, and count as two"
            )
    return said


def _alike(one: str, another: str) -> bool:
    """The same; of sizes almost the same, as each kernel keeps some memory for itself."""
    sizes = SIZE.fullmatch(one), SIZE.fullmatch(another)
    if sizes[0] is None or sizes[1] is None or sizes[0][2] != sizes[1][2]:
        return one == another
    first, other = (float(size[1]) for size in sizes if size)
    return abs(first - other) <= NEARLY * max(first, other)


def said_across(runs: Sequence[MachineRun], across: Across, called: Mapping[str, str]) -> str:
    """Its sentence, with the variants called as where it is shown."""
    machines: Sequence[Runs] = _by_machine(runs, across.comparisons)
    names = Names(
        called.get(across.candidate, across.candidate),
        called.get(across.baseline, across.baseline),
        tuple(dict.fromkeys(machine_of(run.machine) for run in runs)),
    )
    return across_words(machines, names)


def _across(
    key: Key, found: Sequence[Comparison | None], runs: Sequence[MachineRun], called: Mapping[str, str]
) -> Across:
    one = Across(*key, tuple(found), sentence="")
    return structs.replace(one, sentence=said_across(runs, one, called))


def _by_machine(runs: Sequence[MachineRun], of_each: Sequence[T]) -> list[list[T]]:
    """Something of each run, those of one machine together."""
    groups: dict[str, list[T]] = {}
    for run, one in zip(runs, of_each, strict=True):
        groups.setdefault(machine_of(run.machine), []).append(one)
    return list(groups.values())


def _key(one: Comparison) -> Key:
    return (one.family, one.metric, one.baseline, one.candidate)


def _names(runs: Sequence[MachineRun]) -> dict[str, str]:
    """A variant is called as on the screen of the first run that has it."""
    called: dict[str, str] = {}
    for run in runs:
        called = {**_called(run.findings), **called}
    return called


def _called(findings: Findings) -> dict[str, str]:
    return names_of(in_screen_words(findings))
