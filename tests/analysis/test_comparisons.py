"""Comparisons from records made by hand."""

import math

import pytest
from msgspec import structs

from assay.analysis.comparisons import _more_rounds, complete_rounds, gone, lag_one, look_at, read_family
from assay.analysis.measured import value_of
from assay.analysis.model import Comparison
from assay.plan.model import Family, Look
from assay.stats.hodges_lehmann import hodges_lehmann
from assay.store.records import Iteration, Note, ProbeReport, Record
from tests.analysis.made_records import (
    TEN,
    TWENTY,
    made_family,
    made_header,
    made_memory,
    made_run,
    made_runs,
    made_trial,
    spread,
)

FAMILY = made_family("old", "new")


def primary(records: list[Record], family: Family = FAMILY, look: Look = TWENTY[0]) -> Comparison:
    return next(one for one in look_at(records, family, look, "full") if one.role == "primary")


def run_of(ratio: float, share: float = 0.01, rounds: int = 20, family: Family = FAMILY) -> list[Record]:
    old = spread(200, share, rounds)
    return made_run(family, {"old": old, "new": [ratio * t * (1 + e) for t, e in zip(old, noise(rounds), strict=True)]})


def noise(rounds: int, share: float = 0.003) -> list[float]:
    return [value - 1 for value in spread(1, share, rounds, offset=5)]


@pytest.mark.parametrize(
    ("ratio", "verdict"), [(0.95, "faster"), (1.05, "slower"), (1.0, "no_difference"), (0.0333, "faster")]
)
def test_the_verdict_follows_the_interval(ratio: float, verdict: str) -> None:
    assert primary(run_of(ratio)).verdict == verdict


def test_wide_noise_cannot_tell_and_says_how_many_rounds_would() -> None:
    old = spread(200, 0.02, 20)
    records = made_run(FAMILY, {"old": old, "new": spread(200, 0.05, 20, offset=8)})
    found = primary(records)
    assert found.verdict == "cannot_tell"
    assert found.rounds_needed is not None
    assert found.rounds_needed > 20
    assert found.bound == pytest.approx(max(1 - found.low, found.high - 1))


def test_the_ratio_is_the_hodges_lehmann_ratio_of_the_rounds() -> None:
    records = run_of(0.95)
    old = {r.round: value_of(r, "process_wall_ns") for r in records[1:] if r.variant == "old"}
    new = {r.round: value_of(r, "process_wall_ns") for r in records[1:] if r.variant == "new"}
    expected = math.exp(hodges_lehmann([math.log(new[n] / old[n]) for n in sorted(old)]))
    assert primary(records).ratio == pytest.approx(expected)


def test_a_bundle_counts_as_its_median() -> None:
    assert value_of(made_trial("old", 1, [5, 100, 6]), "process_wall_ns") == 6_000_000


def test_cpu_is_user_and_system_and_not_their_separate_medians() -> None:
    runs = made_runs([10, 10, 10], user_ns=(1, 5, 9), system_ns=(9, 2, 0))
    assert value_of(made_trial("old", 1, 1, runs=runs), "cpu_ns") == 9  # sums 10, 7, 9; the medians would give 7


def test_work_time_is_the_median_of_the_warm_iterations_only() -> None:
    iterations = tuple(Iteration(warm, ns) for warm, ns in ((False, 1), (True, 30), (True, 10), (True, 20)))
    probe = ProbeReport("c", "12", "mono", 20.0, 1.0, iterations, True)
    assert value_of(made_trial("old", 1, 1, probe=probe), "work_wall_ns") == 20


def test_the_level_is_shared_among_the_primary_pairs() -> None:
    family = made_family("old", "new", "newer", "newest")
    walls = {name: spread(200, 0.01, 20, offset) for offset, name in enumerate(family.variants)}
    found = look_at(made_run(family, walls), family, Look(20, 0.03), "full")
    assert {round(one.level, 6) for one in found} == {0.99}


def test_a_failed_trial_drops_its_pair_and_is_counted() -> None:
    records = run_of(0.95)
    index = next(i for i, r in enumerate(records) if i and r.variant == "new" and r.round == 3)
    records[index] = structs.replace(records[index], outcome="crashed", reason="ended by signal 11")
    found = primary(records)
    assert found.rounds == 19
    assert found.caveats == ("1 pair left out: trials of new failed",)


def test_without_failures_and_doubts_there_is_no_caveat() -> None:
    assert primary(run_of(0.95)).caveats == ()


def test_a_failure_of_a_third_variant_drops_nothing_of_the_others() -> None:
    family = made_family("old", "new", "newer")
    walls = {name: spread(200, 0.01, 20, offset) for offset, name in enumerate(family.variants)}
    records = [
        structs.replace(r, outcome="timed out") if i and r.variant == "newer" and r.round < 5 else r
        for i, r in enumerate(made_run(family, walls))
    ]
    found = {one.candidate: one.rounds for one in look_at(records, family, TWENTY[0], "full") if one.role == "primary"}
    assert found == {"new": 20, "newer": 16}


def test_under_six_rounds_there_are_medians_and_no_interval() -> None:
    family = made_family("old", "new", looks=[Look(5, 0.05)])
    found = primary(run_of(0.5, rounds=5, family=family), family, family.looks[0])
    assert (found.verdict, found.low, found.high, found.bound) == ("none", None, None, None)
    assert found.ratio == pytest.approx(found.candidate_median / found.baseline_median)


def test_six_rounds_are_enough() -> None:
    family = made_family("old", "new", looks=[Look(6, 0.05)])
    assert primary(run_of(0.5, rounds=6, family=family), family, family.looks[0]).verdict == "faster"


def test_rounds_after_the_look_are_not_seen() -> None:
    records = run_of(0.95, rounds=20)
    early = primary(records, look=Look(10, 0.05))
    assert early == primary(run_of(0.95, rounds=20)[:21], look=Look(10, 0.05))
    assert early.rounds == 10


def test_memory_is_compared_from_its_own_trials_and_has_no_faster() -> None:
    records = run_of(0.95)
    for number in range(1, 9):
        records += [made_memory("old", number, 40 + number / 100), made_memory("new", number, 30)]
    memory = next(one for one in look_at(records, FAMILY, TWENTY[0], "full") if one.metric == "peak_memory_bytes")
    assert (memory.verdict, memory.rounds) == ("lower", 8)
    assert memory.caveats == ()


def test_a_secondary_metric_that_was_not_measured_is_left_out() -> None:
    assert [one.metric for one in look_at(run_of(0.95), FAMILY, TWENTY[0], "full")] == ["process_wall_ns", "cpu_ns"]


def test_tied_rounds_raise_a_caveat() -> None:
    old = [10.0 + number for number in range(20)]
    tied = made_run(FAMILY, {"old": old, "new": [t if n % 3 == 0 else t * 1.1 for n, t in enumerate(old)]})
    assert any("tied" in caveat for caveat in primary(tied).caveats)


def test_a_drifting_difference_raises_a_caveat() -> None:
    records = made_run(FAMILY, {"old": [100.0] * 20, "new": [100.0 + number for number in range(20)]})
    assert any("not steady" in caveat for caveat in primary(records).caveats)


def test_lag_one_autocorrelation_worked_by_hand() -> None:
    # mean 2.5, deviations -1.5 -.5 .5 1.5: (0.75 - 0.25 + 0.75) / 5
    assert lag_one([1, 2, 3, 4]) == pytest.approx(0.25)
    assert lag_one([3, 3, 3]) == 0.0


def test_wins_count_the_rounds_in_which_the_candidate_took_less() -> None:
    wins = primary(run_of(0.95)).wins
    assert wins is not None
    assert (wins.value, wins.rounds, wins.high) == (1.0, 20, 1.0)
    assert wins.low == pytest.approx(0.8316, abs=1e-4)  # (0.025)^(1/20)


def test_a_decided_comparison_keeps_the_look_it_was_decided_at() -> None:
    family = made_family("old", "new", looks=TEN)
    reading = read_family(run_of(0.5, rounds=20, family=family), family, "full")
    assert reading.settled
    assert {one.rounds for one in reading.comparisons} == {10}


def test_an_undecided_comparison_is_not_settled_before_the_last_look() -> None:
    family = made_family("old", "new", looks=TEN)
    walls = {"old": spread(200, 0.02, 12), "new": spread(200, 0.05, 12, offset=8)}
    reading = read_family(made_run(family, walls), family, "full")
    assert (reading.settled, reading.rounds) == (False, 12)
    assert {one.verdict for one in reading.comparisons} == {"cannot_tell"}


def test_before_the_first_look_there_is_no_verdict_but_an_estimate() -> None:
    family = made_family("old", "new", looks=TEN)
    reading = read_family(run_of(0.5, rounds=9, family=family), family, "full")
    assert not reading.settled
    assert {one.verdict for one in reading.comparisons} == {"none"}
    assert reading.comparisons[0].ratio == pytest.approx(0.5, rel=0.01)


def test_a_round_that_is_not_over_does_not_count() -> None:
    records = run_of(0.95, rounds=10)
    assert complete_rounds(records, FAMILY) == 10
    assert complete_rounds(records[:-1], FAMILY) == 9


def test_a_variant_that_failed_five_times_in_a_row_is_not_waited_for() -> None:
    family = made_family("old", "new", "broken", looks=[Look(20, 0.05)])
    walls = {"old": spread(200, 0.01, 20), "new": spread(190, 0.01, 20), "broken": [1.0] * 5}
    records = [
        structs.replace(r, outcome="crashed") if i and r.variant == "broken" else r
        for i, r in enumerate(made_run(family, walls))
    ]
    reading = read_family(records, family, "full")
    assert (reading.settled, reading.rounds) == (True, 20)
    verdicts = {one.candidate: one.verdict for one in reading.comparisons if one.role == "primary"}
    assert verdicts == {"new": "faster", "broken": "none"}


def test_failures_of_pilots_count_as_they_do_while_running() -> None:
    failed = [made_trial("new", 0, 1, purpose="pilot", outcome="crashed")]
    failed += [made_trial("new", number, 1, outcome="crashed") for number in range(1, 5)]
    assert gone(failed) == {"new"}
    assert gone(failed[1:]) == frozenset()
    assert gone([*failed, made_trial("new", 5, 1)]) == frozenset()


def test_a_family_whose_variants_are_absent_is_settled_without_a_trial() -> None:
    absent = [made_header(FAMILY), Note("skipped", {"variant": "new", "reason": "no compiler"})]
    reading = read_family(absent, FAMILY, "full")
    assert (reading.settled, reading.rounds) == (True, 0)
    assert not read_family(absent[:1], FAMILY, "full").settled


def test_an_interval_allows_for_the_step_of_the_clock() -> None:
    fine = primary(run_of(0.95))
    ticks = [10.0 * number for number in spread(20, 0.05, 20)]
    coarse = made_run(
        FAMILY, {"old": [round(t / 10) * 10 for t in ticks], "new": [round(t / 10) * 10.0 for t in ticks]}
    )
    assert primary(coarse).high == pytest.approx(1 + 10 / 200 / 4, rel=0.001)  # all ties, and a quarter of a step
    assert fine.high is not None


def test_when_one_side_of_every_pair_keeps_failing_nothing_is_left_to_do() -> None:
    records = [
        structs.replace(r, outcome="crashed") if i and r.variant == "old" else r
        for i, r in enumerate(run_of(0.95, rounds=5))
    ]
    reading = read_family(records, FAMILY, "full")
    assert reading.settled
    assert [(one.verdict, one.ratio, one.rounds) for one in reading.comparisons] == [("none", None, 0)]


def test_a_run_that_had_the_rounds_and_could_not_tell_is_not_sent_for_fewer() -> None:
    wild = [0.0] * 18 + [0.001, -0.001]
    assert _more_rounds(wild, 0.03, 0.05) is None
    assert _more_rounds([0.1, -0.1] * 10, 0.03, 0.05) > 20
