"""speed-up = scaling / extra work: known answers, quiet rounds, and the work gate."""

import pytest
from msgspec import structs

from assay.analysis.comparisons import look_at
from assay.analysis.ladder import NO_GATE, splits
from assay.analysis.model import Split
from assay.analysis.quiet import is_loud
from assay.store.records import MachineLoad, TrialRecord
from assay.wording import split_text
from tests.analysis.made_ladder import (
    MS,
    SCALING,
    SECOND,
    ladder_plan,
    ladder_records,
    loud_load,
    planted_ms,
    quiet_load,
)

PLAN = ladder_plan()


def split_named(name: str, records=None, plan=PLAN) -> Split:
    (found,) = [split for split in splits(records or ladder_records(plan), plan) if split.name == name]
    return found


def shown(split: Split) -> str:
    return split_text(split.speed_up.value, split.scaling.value, split.extra_work.value)


def test_each_step_that_ran_concurrently_has_one_split_named_by_its_levels():
    assert [split.name for split in splits(ladder_records(PLAN), PLAN)] == [
        "O2 step 0",
        "O2 step 2",
        "O0 step 0",
        "O0 step 2",
    ]


def test_a_planted_ladder_is_split_into_what_was_planted():
    """Work 6.6, scaling 1.98: a publication would find 1.98 / 6.6 = 0.30 and blame the threads."""
    split = split_named("O2 step 2")
    assert shown(split) == "0.30x = 1.98 / 6.6"
    for estimate, truth in ((split.extra_work, 6.6), (split.scaling, SCALING), (split.speed_up, SCALING / 6.6)):
        assert estimate.low < truth < estimate.high
        assert estimate.high / estimate.low < 1.002
        assert estimate.rounds == 20
    assert (split.workers, split.gate_passed, split.caveats) == (2, True, ())


def test_the_first_step_makes_no_extra_work_by_definition():
    split = split_named("O2 step 0")
    assert split.extra_work.value == split.extra_work.low == split.extra_work.high == 1.0
    assert split.speed_up == split.scaling


def test_where_the_loops_are_the_same_work_the_speed_up_is_the_scaling():
    split = split_named("O0 step 2")
    assert shown(split) == "1.98x = 1.98 / 1.00"


def test_the_level_is_shared_out_among_the_comparisons_of_the_family():
    """Two ratios of extra work, two of scaling, and the speed-up of the last step: 1 - 0.05 / 5."""
    split = split_named("O2 step 2")
    assert {split.scaling.level, split.extra_work.level, split.speed_up.level} == {1 - 0.05 / 5}
    assert split_named("O2 step 0").speed_up.level == 1 - 0.05 / 5


def test_more_units_in_the_same_time_are_less_work_each():
    def doubled(record):
        if not (isinstance(record, TrialRecord) and "step=2" in record.variant):
            return record
        iterations = tuple(structs.replace(each, units=2 * each.units) for each in record.probe.iterations)
        return structs.replace(record, probe=structs.replace(record.probe, iterations=iterations))

    split = split_named("O2 step 2", [doubled(record) for record in ladder_records(PLAN)])
    assert split.extra_work.value == pytest.approx(3.3, rel=0.01)
    assert split.scaling.value == pytest.approx(SCALING, rel=0.01)


@pytest.mark.parametrize("loud", [loud_load(steal_ms=20), loud_load(foreign_ms=20), loud_load(90, 90)])
def test_rounds_with_steal_or_foreign_cpu_from_one_percent_are_left_out(loud):
    """20 ms of each second on two CPUs is exactly 1 %."""
    records = ladder_records(PLAN, load=lambda number: loud if number <= 6 else quiet_load())
    split = split_named("O2 step 2", records)
    assert (split.rounds_used, split.rounds_left_out) == (14, 6)
    assert split.caveats == ()


def test_a_round_just_below_one_percent_is_used():
    records = ladder_records(PLAN, load=lambda _: loud_load(steal_ms=19, foreign_ms=19))
    split = split_named("O2 step 2", records)
    assert split.rounds_used == 20
    assert split.scaling.low is not None  # used for an interval, not fallen back on for want of quiet ones


def test_what_loud_rounds_measured_does_not_matter():
    def load(number):
        return loud_load(steal_ms=100) if number in (3, 9) else quiet_load()

    records = ladder_records(PLAN, load=load)
    spoiled = [
        structs.replace(record, probe=structs.replace(record.probe, iterations=record.probe.iterations[:1]))
        if isinstance(record, TrialRecord) and record.round in (3, 9)
        else record
        for record in records
    ]
    assert splits(spoiled, PLAN) == splits(records, PLAN)


def test_rounds_are_chosen_without_a_look_at_the_times():
    slow = ladder_records(PLAN, planted=lambda variant: 3 * planted_ms(variant))
    assert split_named("O2 step 2", slow).rounds_used == split_named("O2 step 2").rounds_used


def test_ten_quiet_rounds_are_enough_and_nine_cannot_tell():
    def with_quiet(count):
        records = ladder_records(PLAN, load=lambda number: quiet_load() if number <= count else loud_load(50))
        return split_named("O2 step 2", records)

    enough, too_few = with_quiet(10), with_quiet(9)
    assert enough.scaling.low is not None
    assert not any("cannot tell" in caveat for caveat in enough.caveats)
    assert too_few.scaling.low is None
    assert too_few.speed_up.high is None
    assert too_few.caveats[0].startswith("cannot tell: 9 of 20 rounds had steal and foreign CPU each under 1 %")
    assert not too_few.gate_passed


def test_foreign_cpu_of_a_round_is_summed_before_it_is_judged():
    below, above = (MachineLoad(SECOND, 2, 0, ms * MS, 4 * MS) for ms in (-30, 49))
    assert not is_loud([below, above], 0.01)
    assert is_loud([above], 0.01)


def test_a_machine_that_does_not_report_its_load_is_said_to_be_one():
    (caveat,) = split_named("O2 step 2", ladder_records(PLAN, load=lambda _: None)).caveats
    assert "does not report steal or foreign CPU" in caveat
    untold = MachineLoad(SECOND, 2, -1, -1, 4 * MS)
    assert split_named("O2 step 2", ladder_records(PLAN, load=lambda _: untold)).caveats == (caveat,)


def test_a_failed_trial_takes_its_own_pairs_along_and_no_others():
    records = [
        structs.replace(record, outcome="crashed")
        if isinstance(record, TrialRecord) and record.round == 4 and record.variant.endswith("step=2/workers=2")
        else record
        for record in ladder_records(PLAN)
    ]
    split = split_named("O2 step 2", records)
    assert (split.scaling.rounds, split.speed_up.rounds, split.extra_work.rounds) == (19, 19, 20)


def gate_with(one_worker: float, spread: float = 0.001) -> Split:
    def planted(variant):
        alone = variant.workers == 1 and "thread" in variant.name
        return planted_ms(variant) * (one_worker if alone else 1.0)

    return split_named("O2 step 2", ladder_records(PLAN, planted=planted, spread=spread))


@pytest.mark.parametrize("ratio", [0.975, 1.0, 1.025])
def test_the_work_gate_passes_within_its_margin(ratio):
    assert gate_with(ratio).gate_passed


@pytest.mark.parametrize("ratio", [0.95, 1.05])
def test_the_work_gate_fails_beyond_its_margin_and_says_by_how_much(ratio):
    split = gate_with(ratio)
    assert not split.gate_passed
    words = f"work gate: not the same work within 3 %: one worker takes {ratio:.2f}"
    assert split.caveats[0].startswith(words)
    assert shown(split) == "0.30x = 1.98 / 6.6"


def test_the_work_gate_cannot_tell_when_its_interval_crosses_the_margin():
    split = gate_with(1.03, spread=0.02)
    assert not split.gate_passed
    assert "cannot tell whether it is the same work within 3 %" in split.caveats[0]


def test_a_step_without_a_work_gate_says_so():
    split = split_named("O0 step 2")
    assert not split.gate_passed
    assert split.caveats == (NO_GATE,)


def test_an_interrupted_ladder_has_only_the_splits_it_has_values_for():
    records = [
        record
        for record in ladder_records(PLAN)
        if not (isinstance(record, TrialRecord) and record.variant == "c/count/thread/O2/step=2/workers=2")
    ]
    assert [split.name for split in splits(records, PLAN)] == ["O2 step 0", "O0 step 0", "O0 step 2"]
    assert splits(records[:1], PLAN) == ()


def test_the_intervals_hold_the_truth_when_rounds_scatter_widely():
    """5 % of scatter: the interval is wide, and still holds what was planted."""
    split = split_named("O2 step 2", ladder_records(PLAN, spread=0.05))
    assert split.extra_work.low < 6.6 < split.extra_work.high
    assert split.extra_work.high / split.extra_work.low > 1.02


def extra_work_of(records):
    found = look_at(records, PLAN.families[0], PLAN.families[0].looks[-1], "full")
    return next(one for one in found if one.role == "extra_work" and "step=2" in one.candidate)


def test_extra_work_has_one_interval_whether_it_is_read_as_a_comparison_or_in_a_split():
    loud = loud_load(foreign_ms=100)
    records = ladder_records(PLAN, load=lambda number: loud if number <= 6 else quiet_load())
    beside, split = extra_work_of(records), split_named("O2 step 2", records)
    assert (beside.rounds, split.extra_work.rounds) == (14, 14)
    assert (beside.ratio, beside.low, beside.high) == pytest.approx(
        (split.extra_work.value, split.extra_work.low, split.extra_work.high), rel=1e-6
    )


def test_with_too_few_quiet_rounds_neither_has_an_interval():
    records = ladder_records(PLAN, load=lambda _: loud_load(foreign_ms=100))
    beside = extra_work_of(records)
    assert (beside.low, beside.high, beside.verdict) == (None, None, "none")
    said = [one.caveats for one in look_at(records, PLAN.families[0], PLAN.families[0].looks[-1], "full")]
    assert said[0] == ("too few quiet rounds for an interval; the figures are of all rounds",)
    assert not any(said[1:])  # once is enough
    assert split_named("O2 step 2", records).extra_work.low is None


def test_of_a_family_in_which_nothing_ran_no_round_is_called_loud():
    records = [one for one in ladder_records(PLAN) if not isinstance(one, TrialRecord)]
    found = look_at(records, PLAN.families[0], PLAN.families[0].looks[-1], "full")
    assert all(one.rounds == 0 and one.caveats == () for one in found)
    assert found
