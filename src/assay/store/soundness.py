"""What must hold of a record beyond its shape, so that nobody behind the reader has to ask again.

A record file is mailed, merged and edited. What names something that is not there, or has columns of different
lengths, is refused here with its line, like any other damage.
"""

import tomllib
from collections import Counter
from collections.abc import Collection, Iterator

from assay.plan.model import CommandWork, Family, Pair, Plan
from assay.store.records import Header, Note, ProbeReport, Record, Runs, TrialRecord
from assay.study.checks import METRICS

COMPARE = "compare"
"""The study of a run whose plan is made of commands."""
LARGEST = 10**15
"""Of what a plan counts: rounds, workers, seeds by far."""
COUNTERS = ("migrations", "cycles", "instructions", "cache_misses", "branch_misses")
"""Columns that may be empty."""
NOTED: dict[str, tuple[str, ...]] = {
    "scale": ("work", "parameter"),
    "options": ("study",),
    "stopped": ("family",),
    "skipped": ("variant",),
}
"""Topic of a note -> values it must have."""
COUNTED: dict[str, tuple[str, ...]] = {"scale": ("value",), "stopped": ("rounds",)}
"""Topic of a note -> values that must be whole numbers."""


def problem_of(record: Record) -> str:
    """The first thing that cannot be: what was expected and what was found; "" where nothing is."""
    return next(_problems(record), "")


def _problems(record: Record) -> Iterator[str]:
    match record:
        case Header():
            yield from _of_header(record)
        case TrialRecord():
            yield from _of_trial(record)
        case Note():
            yield from _of_note(record)


def _of_header(header: Header) -> Iterator[str]:
    plan = header.plan
    yield from _of_plan(plan)
    if plan.study == COMPARE:
        if not plan.families or not all(isinstance(variant.work, CommandWork) for variant in plan.variants):
            yield "plan: expected a comparison of commands, found another plan"
        return
    try:
        tomllib.loads(header.study_text)
    except (ValueError, RecursionError) as mistake:
        yield f"study_text: expected TOML, found a mistake: {mistake}"


def _of_plan(plan: Plan) -> Iterator[str]:
    names = [variant.name for variant in plan.variants]
    yield from _twice("variants", names)
    yield from _twice("families", [family.name for family in plan.families])
    for variant in plan.variants:
        if not 1 <= variant.workers <= LARGEST:
            yield f"plan: variant {variant.name}: expected at least 1 worker, found {variant.workers}"
    if not 0 <= plan.seed < 2**64:
        yield f"plan: expected a seed from 0 to {2**64 - 1}, found another"
    known = set(names)
    for family in plan.families:
        yield from (f"plan: family {family.name}: {problem}" for problem in _of_family(family, known))


def _twice(what: str, names: Collection[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"plan: expected {what} with names of their own, found {name} {count} times"


def _of_family(family: Family, known: Collection[str]) -> Iterator[str]:
    yield from (f"expected variants of the plan, found {name}" for name in family.variants if name not in known)
    yield from (problem for pair in family.pairs for problem in _of_pair(pair, family))
    rounds = [look.rounds for look in family.looks]
    if not rounds or rounds != sorted(set(rounds)) or not 1 <= rounds[0] <= rounds[-1] <= LARGEST:
        yield f"expected looks after rounds that rise from 1, found {rounds}"
    for name, share in (("margin", family.margin), *(("alpha", look.alpha) for look in family.looks)):
        if not 0 < share < 1:
            yield f"{name}: expected a share between 0 and 1, found {share}"


def _of_pair(pair: Pair, family: Family) -> Iterator[str]:
    for name in (pair.baseline, pair.candidate):
        if name not in family.variants:
            yield f"expected pairs of its own variants, found {name}"
    if pair.metric not in METRICS:
        yield f"expected one of the metrics {', '.join(METRICS)}, found {pair.metric}"


def _of_trial(trial: TrialRecord) -> Iterator[str]:
    if trial.runs is not None:
        yield from _of_runs(trial.runs)
    if trial.probe is not None:
        yield from _of_report(trial.probe)


def _of_runs(runs: Runs) -> Iterator[str]:
    count = len(runs.wall_ns)
    if not count:
        yield "runs: expected at least one, found none"
    for name in runs.__struct_fields__:
        length = len(getattr(runs, name))
        if length != count and (length or name not in COUNTERS):
            yield f"runs: expected columns of {count} entries, found {length} in {name}"
    if count and min(runs.wall_ns) < 0:
        yield f"runs: expected times of at least 0, found {min(runs.wall_ns)}"


def _of_report(report: ProbeReport) -> Iterator[str]:
    for iteration in report.iterations:
        if iteration.work_wall_ns <= 0 or iteration.units < 0:
            found = f"{iteration.work_wall_ns} ns and {iteration.units} units"
            yield f"probe: expected times above 0 and units of at least 0, found {found}"


def _of_note(note: Note) -> Iterator[str]:
    counted = tuple(note.values) if note.topic == "bundle" else COUNTED.get(note.topic, ())
    for name in (*NOTED.get(note.topic, ()), *counted):
        if name not in note.values:
            yield f"note {note.topic}: expected a value {name}, found none"
        elif name in counted and not _is_whole(note.values[name]):
            yield f"note {note.topic}: expected a whole number as {name}, found {note.values[name][:40]!r}"


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 20
