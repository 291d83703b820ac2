"""From records to findings, whole."""

import pytest
from msgspec import structs

from assay.analysis.analyse import analyse
from assay.plan.model import Refusal
from assay.store.records import Note, Record
from tests.analysis.made_records import (
    MIB,
    TEN,
    made_family,
    made_memory,
    made_pilot,
    made_run,
    made_trial,
    spread,
)
from tests.report.made_findings import STUDY, study

FAMILY = made_family("old", "new")


def records_of(rounds: int = 20, *extra: Record) -> list[Record]:
    return made_run(FAMILY, {"old": spread(200, 0.01, rounds), "new": spread(180, 0.01, rounds, 3)}, extra=extra)


def test_the_same_records_give_the_same_findings() -> None:
    assert analyse(records_of()) == analyse(records_of())


def test_a_compare_run_says_what_was_asked_and_with_what() -> None:
    found = analyse(records_of(20, made_pilot("old", "1"), made_pilot("new", "1")), "runs/x")
    assert found.title == "old against new"
    assert found.question == "which of these commands takes less time?"
    assert found.commands == {"old": "./old", "new": "./new"}
    assert (found.rounds, found.finished, found.run) == (20, True, "runs/x")
    assert found.output is not None
    assert set(found.parts) == {"new"}


def test_seconds_are_those_of_the_timed_trials_only() -> None:
    records = [*records_of(20), made_memory("old", 1, 10)]
    assert analyse(records).seconds == pytest.approx(20 * 0.38, rel=0.01)


def test_a_run_that_ended_before_its_last_look_is_not_finished() -> None:
    family = made_family("old", "new", looks=TEN)
    walls = {"old": spread(200, 0.02, 7), "new": spread(200, 0.05, 7, 8)}
    assert not analyse(made_run(family, walls)).finished
    assert analyse(made_run(family, {name: times * 3 for name, times in walls.items()})).finished


def test_a_run_without_any_trial_has_findings_all_the_same() -> None:
    found = analyse(records_of()[:1])
    assert (found.finished, found.rounds, found.variants) == (False, 0, ())


def test_a_variants_median_has_its_order_statistic_interval() -> None:
    walls = [float(number) for number in range(1, 21)]
    found = analyse(made_run(FAMILY, {"old": walls, "new": walls}))
    metric = found.variants[0].metrics["process_wall_ns"]
    assert [metric.median, metric.low, metric.high] == [10.5e6, 6e6, 15e6]  # ranks 6 and 15 of 20


def test_a_variant_that_only_fails_is_summed_up_by_its_commonest_failure() -> None:
    records = [
        structs.replace(one, outcome="timed out" if one.round < 4 else "crashed", reason="ended by signal 11")
        if index and one.variant == "new"
        else one
        for index, one in enumerate(records_of(5))
    ]
    old, new = analyse(records).variants
    assert (old.outcome, old.failures, old.caveats) == ("ok", 0, ())
    assert (new.outcome, new.trials, new.failures, new.metrics) == ("timed out", 5, 5, {})
    assert new.caveats == ("5 of 5 trials failed, 5 of them so: ended by signal 11",)


def test_orphans_are_a_caveat_of_their_variant() -> None:
    found = analyse([*records_of(19), made_trial("old", 20, 200, orphans=3), made_trial("new", 20, 180, position=1)])
    assert "left 3 processes behind in 20 trials" in found.variants[0].caveats[0]


def test_memory_is_summed_up_with_its_method() -> None:
    found = analyse([*records_of(), *(made_memory("old", number, 40) for number in range(1, 7))])
    assert found.variants[0].metrics["peak_memory_bytes"].median == 40 * MIB
    assert found.memory_method == "cgroup peak"
    assert analyse(records_of()).memory_method == ""


def test_notes_become_caveats_and_skipped_variants() -> None:
    skipped = Note("skipped", {"variant": "go", "reason": "go is not installed", "remedy": "apt install golang"})
    found = analyse(records_of(20, Note("caveat", text="the last line was cut"), skipped))
    assert found.caveats == ("the last line was cut",)
    assert [(one.variant, one.reason, one.remedy) for one in found.skipped] == [
        ("go", "go is not installed", "apt install golang")
    ]


def test_refusals_of_the_plan_are_skipped_variants_too() -> None:
    records = records_of()
    plan = structs.replace(records[0].plan, refused=(Refusal("a", "cannot be", "drop it", expected=True),))
    found = analyse([structs.replace(records[0], plan=plan), *records[1:]])
    assert [(one.variant, one.expected) for one in found.skipped] == [("a", True)]


def test_a_study_has_its_title_its_splits_and_the_words_of_its_steps() -> None:
    found = study()
    assert found.title == "A loop, changed in one step"
    assert f'"{found.question}"' in STUDY
    assert [step.what for step in found.ladders["loop"]] == ["the serial program's loop", "its divisor is loaded"]
    assert [split.gate_passed for split in found.splits] == [True, False]
    assert {one.word for one in found.concurrency} == {"serial", "parallel"}
    assert found.commands == {}
    assert found.output is None
