"""Compares the variants of a family, round by round, and reads a verdict off each interval.

In: the records and one planned look. Out: a `Comparison` for each pair of the family. The value of a round is
log(candidate) - log(baseline); a failed trial drops its pairs and nothing else. In ladders and scaling families only
quiet rounds count, as in their splits. All intervals have level
1 - alpha / m, m being the family's number of comparisons; secondary ones decide nothing.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct, structs

from assay.analysis.measured import Values, trials_of, values_of
from assay.analysis.model import Comparison, Estimate
from assay.analysis.quiet import NEED_QUIET, usable_rounds
from assay.plan.model import Family, Look, Pair
from assay.stats.binomial import clopper_pearson
from assay.stats.decision import read_look
from assay.stats.granularity import COARSE, log_step, tied_share
from assay.stats.verdict import bound, rounds_needed
from assay.store.records import Note, Record, TrialRecord
from assay.units import plural
from assay.wording import FEWEST_ROUNDS, about_percent_text, quantity

GIVEN_UP_AFTER = 5
"""A variant that failed this often in a row, in whatever trials, is not run again; its families go on without it."""
TOO_LOUD = "too few quiet rounds for an interval; the figures are of all rounds"
CLOCKED = {"unit_ns": "work_wall_ns"}
"""Metrics that are worked out from one that a clock measured: its grid is theirs."""
MAIN = ("primary", "elapsed")
"""Roles whose verdict answers the family's question."""
NOT_A_TIME = {"faster": "lower", "slower": "higher"}


class Reading(Struct, frozen=True):
    """What is known of a family so far."""

    comparisons: tuple[Comparison, ...]
    settled: bool  # every primary comparison has its verdict, or the last planned look has been read
    rounds: int  # complete rounds, whatever their outcomes


def read_family(records: Sequence[Record], family: Family, mode: str) -> Reading:
    """Reads the planned looks in turn; a comparison keeps the first verdict that is not "cannot tell".

    Secondary ratios are read at the look of their primary one. Before the first look there is no verdict.
    """
    done = complete_rounds(records, family)
    reached = [look for look in family.looks if look.rounds <= done]
    if not reached:
        return Reading(_no_verdicts(records, family, done, mode), not anything_left(records, family), done)
    kept: dict[tuple[str, str], tuple[Comparison, ...]] = {}
    for look in reached:
        for names, group in _by_pair(look_at(records, family, look, mode)).items():
            if names not in kept or not _decided(kept[names]):
                kept[names] = group
    settled = reached[-1] == family.looks[-1] or all(map(_decided, kept.values()))
    comparisons = tuple(one for group in kept.values() for one in group)
    return Reading(comparisons, settled or not anything_left(records, family), done)


def look_at(records: Sequence[Record], family: Family, look: Look, mode: str) -> tuple[Comparison, ...]:
    """Every pair of the family at one planned look, from the rounds up to it."""
    alpha = look.alpha / family.comparisons
    trials = [trial for trial in trials_of(records, family.name) if trial.round <= look.rounds]
    usable = usable_rounds(trials, family)
    tables: dict[str, Values] = {}
    found: list[Comparison] = []
    for pair in family.pairs:
        for metric in {pair.metric, CLOCKED.get(pair.metric, pair.metric)} - tables.keys():
            values = values_of(records, family.name, metric, look.rounds)
            tables[metric] = _in(values, usable) if family.kind in NEED_QUIET and usable is not None else values
        comparison = _compare(tables, pair, family, alpha)
        if comparison is not None:
            said = any(TOO_LOUD in one.caveats for one in found)
            comparison = comparison if usable is not None else _without_interval(comparison, said=said)
            failures = failure_caveats(trials, pair) if pair.role != "secondary" else ()
            found.append(
                structs.replace(
                    comparison, mode=mode, seconds=seconds_of(trials), caveats=failures + comparison.caveats
                )
            )
    return tuple(found)


def complete_rounds(records: Iterable[Record], family: Family) -> int:
    """Rounds that are over: every variant that is still run has a finished trial in them, whatever its outcome."""
    trials = trials_of(records, family.name)
    if not trials:
        return 0
    last = max(trial.round for trial in trials)
    in_last = {trial.variant for trial in trials if trial.round == last}
    awaited = set(family.variants) - gone(records)
    return last if awaited <= in_last else last - 1


def anything_left(records: Iterable[Record], family: Family) -> bool:
    """Whether some pair can still get values: False when one side of each is gone."""
    return family.can_be_told(set(family.variants) - gone(records))


def gone(records: Iterable[Record]) -> frozenset[str]:
    """Variants that are not run any more: absent from the start, or failed time after time."""
    found: set[str] = set()
    failures: dict[str, int] = {}
    for record in records:
        if isinstance(record, Note) and record.topic == "skipped":
            found.add(record.values.get("variant", ""))
        if isinstance(record, TrialRecord):
            failures[record.variant] = failures.get(record.variant, 0) + 1 if record.outcome != "ok" else 0
    return frozenset(found | {name for name, count in failures.items() if count >= GIVEN_UP_AFTER})


def log_ratios(values: Values, pair: Pair) -> dict[int, float]:
    """round -> log(candidate / baseline), for the rounds in which both have a value above zero."""
    baseline, candidate = values.get(pair.baseline, {}), values.get(pair.candidate, {})
    return {
        number: math.log(candidate[number] / baseline[number])
        for number in sorted(baseline.keys() & candidate.keys())
        if baseline[number] > 0 and candidate[number] > 0
    }


def seconds_of(trials: Iterable[TrialRecord]) -> float:
    """Time that these trials took, from the launcher's windows."""
    return sum(_window_ns(trial) for trial in trials) / 1e9


def failure_caveats(trials: Iterable[TrialRecord], pair: Pair) -> tuple[str, ...]:
    """A sentence for each of the two variants that had failed trials; their rate is a result of its own."""
    return tuple(filter(None, (_failures_of(trials, name) for name in (pair.baseline, pair.candidate))))


def _compare(tables: Mapping[str, Values], pair: Pair, family: Family, alpha: float) -> Comparison | None:
    """One pair; None where a secondary metric was not measured at all."""
    values = tables[pair.metric]
    by_round = log_ratios(values, pair)
    if not by_round and pair.role == "secondary":
        return None
    differences = list(by_round.values())
    columns = [[values[name][number] for number in by_round] for name in (pair.baseline, pair.candidate) if by_round]
    clocked = tables[CLOCKED.get(pair.metric, pair.metric)]
    step = log_step([clocked[name].get(n, 0.0) for name in (pair.baseline, pair.candidate) for n in by_round])
    interval, verdict, used = read_look(differences, alpha, family.margin, step)
    if used < FEWEST_ROUNDS or not interval.bounded or interval.low <= 0:
        verdict, low, high = "none", None, None
    else:
        low, high = interval.low, interval.high
    medians = [float(median(column)) for column in columns]
    return Comparison(
        family=family.name,
        metric=pair.metric,
        better="lower",
        baseline=pair.baseline,
        candidate=pair.candidate,
        role=pair.role,
        ratio=_ratio(interval.estimate, medians, low),
        low=low,
        high=high,
        level=1 - alpha,
        rounds=used,
        verdict=verdict if quantity(pair.metric).is_time else NOT_A_TIME.get(verdict, verdict),
        margin=family.margin,
        bound=None if low is None or high is None else bound(low, high),
        mode="full",
        baseline_median=medians[0] if medians else None,
        candidate_median=medians[1] if medians else None,
        rounds_needed=_more_rounds(differences, family.margin, alpha) if verdict == "cannot_tell" else None,
        wins=_wins(differences),
        caveats=_doubts(differences) if pair.role in MAIN else (),
    )


def _more_rounds(differences: Sequence[float], margin: float, alpha: float) -> int | None:
    """How many rounds would tell; None where there were as many: then their number is not what keeps it from telling.

    A few wild rounds or a difference at the very margin can do that.
    """
    needed = rounds_needed(differences, margin, alpha)
    return needed if needed is not None and needed > len(differences) else None


def _in(values: Values, rounds: frozenset[int]) -> Values:
    return {name: {n: v for n, v in by_round.items() if n in rounds} for name, by_round in values.items()}


def _without_interval(one: Comparison, said: bool) -> Comparison:
    """What is left where too few rounds were quiet: the figures of all rounds; why is said once a family.

    Where nothing ran no round was loud either.
    """
    caveats = one.caveats if said or not one.rounds else (*one.caveats, TOO_LOUD)
    return structs.replace(
        one, low=None, high=None, bound=None, verdict="none", rounds_needed=None, wins=None, caveats=caveats
    )


def _ratio(estimate: float, medians: Sequence[float], low: float | None) -> float | None:
    """The Hodges-Lehmann ratio; where there is no interval, plainly the ratio of the medians that are shown."""
    if not medians:
        return None
    return estimate if low is not None else medians[1] / medians[0]


def _no_verdicts(records: Sequence[Record], family: Family, done: int, mode: str) -> tuple[Comparison, ...]:
    """Interrupted before the first look: what its interval would be now, and no verdict."""
    first = Look(rounds=done, alpha=family.looks[0].alpha)
    return tuple(
        structs.replace(one, verdict="none", rounds_needed=None) for one in look_at(records, family, first, mode)
    )


def _by_pair(comparisons: Iterable[Comparison]) -> dict[tuple[str, str], tuple[Comparison, ...]]:
    groups: dict[tuple[str, str], tuple[Comparison, ...]] = {}
    for one in comparisons:
        names = (one.baseline, one.candidate)
        groups[names] = (*groups.get(names, ()), one)
    return groups


def _decided(group: Iterable[Comparison]) -> bool:
    return all(one.verdict not in ("cannot_tell", "none") for one in group if one.role != "secondary")


def _wins(differences: Sequence[float]) -> Estimate | None:
    """In which share of the rounds the candidate was below the baseline; ties count for neither."""
    untied = [difference for difference in differences if difference != 0]
    if not untied:
        return None
    share = clopper_pearson(sum(difference < 0 for difference in untied), len(untied))
    return Estimate(share.estimate, share.low, share.high, share.level, len(untied))


def _doubts(differences: Sequence[float]) -> tuple[str, ...]:
    """Caveats that the differences themselves raise."""
    n = len(differences)
    doubts = []
    tied = tied_share(differences)
    if n >= FEWEST_ROUNDS and tied > COARSE:
        doubts.append(f"{about_percent_text(tied)} of the rounds are tied: the clock is coarse beside the difference")
    echo = lag_one(differences)
    if n >= FEWEST_ROUNDS and abs(echo) > 2 / math.sqrt(n):
        doubts.append(
            "the difference was not steady over the rounds "
            f"(lag-1 autocorrelation {echo:.2f}), so one ratio does not describe it fully"
        )
    return tuple(doubts)


def lag_one(values: Sequence[float]) -> float:
    """Lag-1 autocorrelation; 0 for fewer than three values or constant ones."""
    n = len(values)
    if n < 3:
        return 0.0
    mean = sum(values) / n
    spread = sum((value - mean) ** 2 for value in values)
    if spread == 0:
        return 0.0
    return sum((a - mean) * (b - mean) for a, b in pairwise(values)) / spread


def _failures_of(trials: Iterable[TrialRecord], name: str) -> str:
    failed = sum(trial.variant == name and trial.outcome != "ok" for trial in trials)
    return f"{plural(failed, 'pair')} left out: trials of {name} failed" if failed else ""


def _window_ns(trial: TrialRecord) -> int:
    if trial.load is not None and trial.load.window_ns > 0:
        return trial.load.window_ns
    return sum(trial.runs.wall_ns) if trial.runs is not None else 0
