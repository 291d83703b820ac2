"""The untimed trials before the first round: does it run, what does it print, how long does it take."""

from collections.abc import Mapping

from msgspec.structs import replace

from assay.errors import CommandFailed, UsageError
from assay.plan.cost import BETWEEN_TRIALS_S
from assay.plan.model import CommandWork, Family, Plan
from assay.plan.order import pilot_trials
from assay.run.bundle import bundle_sizes
from assay.run.progress import Listener
from assay.run.session import Session
from assay.store.records import TrialRecord
from assay.units import duration_text, plural
from assay.wording import FEWEST_ROUNDS

TWICE = (0, 1)
"""Each command runs twice: the second time it is warm, and what it prints can be compared with the first."""


def pilot(session: Session, plan: Plan, family: Family) -> dict[str, float]:
    """Seconds of one run of each command; a command that fails ends everything here, before anything is timed."""
    trials = [replace(trial, round=number) for number in TWICE for trial in pilot_trials(plan, family)]
    session.begin("trying each command twice", trials)
    session.listener.say("trying each command twice, untimed")
    seconds: dict[str, float] = {}
    for trial in trials:
        for record in session.run((trial,)):
            _check(plan, record)
            one = sum(record.runs.wall_ns) / 1e9 if record.runs else 0.0
            seconds[trial.variant] = min(one, seconds.get(trial.variant, one))
    return seconds


def try_variants(session: Session, plan: Plan, family: Family) -> dict[str, float]:
    """Seconds of one trial of each variant that works; one that fails is a record like any other."""
    trials = pilot_trials(plan, family)
    session.begin(f"{family.name}: trying each variant once", trials)
    records = session.run(trials)
    return {record.variant: sum(record.runs.wall_ns) / 1e9 for record in records if record.runs}


def bundles_of(session: Session, seconds: Mapping[str, float], rounds: int) -> dict[str, int]:
    """Runs in each bundle: as the record says where it does, so that a resumed run goes on with the same."""
    for note in session.notes("bundle"):
        return {name: int(size) for name, size in note.values.items()}
    sizes = bundle_sizes(seconds, rounds)
    session.note("bundle", **{name: str(size) for name, size in sizes.items()})
    return sizes


def announce_cost(listener: Listener, plan: Plan, trial_seconds: Mapping[str, float]) -> None:
    """Say what a round costs and when the first and the last verdict can come."""
    for family in plan.families:
        one = sum(trial_seconds.get(name, 0.0) + BETWEEN_TRIALS_S for name in family.variants)
        listener.say(_cost_sentence(one, [look.rounds for look in family.looks]))


def announce_whole(listener: Listener, seconds: float, families: int) -> None:
    """Say how long the rounds of a study will take."""
    if families:
        listener.say(f"{plural(families, 'comparison')} to measure, in about {duration_text(seconds)}")


def _cost_sentence(one: float, looks: list[int]) -> str:
    first, last = looks[0], looks[-1]
    sentence = f"one round takes about {duration_text(one)}; "
    if last < FEWEST_ROUNDS:
        return sentence + f"{plural(last, 'round')} (about {duration_text(one * last)}) cannot give a verdict"
    if first == last:
        return sentence + f"the verdict comes after {first} rounds, in about {duration_text(one * first)}"
    return sentence + (
        f"the first verdict can come after {first} rounds, in about {duration_text(one * first)}, "
        f"the last after {last}, in about {duration_text(one * last)}"
    )


def _check(plan: Plan, record: TrialRecord) -> None:
    if record.outcome == "ok":
        return
    variant = next(variant for variant in plan.variants if variant.name == record.variant)
    text = variant.work.text if isinstance(variant.work, CommandWork) else variant.name
    if record.runs is None:
        raise UsageError(f"command {text!r}: expected it to start, found: {record.reason}; run it by hand first")
    raise CommandFailed(f"command {text!r}: expected it to end well, found {record.reason}; {_remedy(record)}")


def _remedy(record: TrialRecord) -> str:
    if record.outcome == "timed out":
        return "give it more time with --timeout SECONDS, or less to do"
    if record.outcome == "bad output":
        return "let it print less, or nothing: > /dev/null"
    if record.signal:
        return "mend it first: what crashes cannot be compared"
    return "mend it first, or count that as success with --ignore-failure"
