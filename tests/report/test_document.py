"""The JSON document: its schema, its nulls, its marks."""

import json
import math

import pytest
from msgspec import structs

from assay.report.document import to_json
from tests.report.made_findings import (
    CASES,
    cannot_tell,
    failing,
    faster,
    few_rounds,
    languages,
    loud,
    quick,
    ruled,
    simulated,
    slower,
    study,
    waiting,
)

COMPARISON = [
    "metric",
    "better",
    "baseline",
    "candidate",
    "ratio",
    "low",
    "high",
    "level",
    "rounds",
    "verdict",
    "margin",
    "bound",
    "mode",
    "caveats",
]


@pytest.mark.parametrize("case", CASES)
def test_every_document_has_the_keys_of_the_schema(case: str) -> None:
    document = to_json(CASES[case]())
    keys = "schema run comparisons splits concurrency claims scaling threads responses variants skipped classes"
    assert [key for key in document if key != "simulated"] == keys.split()
    assert document["schema"] == "assay/1"
    assert all(list(one) == COMPARISON for one in document["comparisons"])
    assert all(list(one) == ["variant", "outcome", "trials", "metrics"] for one in document["variants"])


def test_verdicts_are_words_of_the_schema() -> None:
    words = {one["verdict"] for case in CASES.values() for one in to_json(case())["comparisons"]}
    assert words <= {"faster", "slower", "lower", "higher", "no_difference", "cannot_tell"}
    assert [to_json(case())["comparisons"][0]["verdict"] for case in (faster, slower, cannot_tell)] == [
        "faster",
        "slower",
        "cannot_tell",
    ]


def test_what_is_not_a_time_is_lower_or_higher() -> None:
    found = {one["metric"]: one["verdict"] for one in to_json(slower())["comparisons"]}
    assert (found["process_wall_ns"], found["cpu_ns"]) == ("slower", "higher")


def test_no_verdict_is_cannot_tell_with_a_reason_and_null_bounds() -> None:
    one = to_json(few_rounds())["comparisons"][0]
    assert (one["verdict"], one["low"], one["high"], one["bound"]) == ("cannot_tell", None, None, None)
    assert "no verdict" in one["caveats"][-1]


def test_numbers_that_are_none_become_null() -> None:
    findings = faster()
    broken = structs.replace(findings.comparisons[0], ratio=math.nan, high=math.inf)
    document = to_json(structs.replace(findings, comparisons=(broken,)))
    assert (document["comparisons"][0]["ratio"], document["comparisons"][0]["high"]) == (None, None)
    json.dumps(document, allow_nan=False)


def test_simulated_and_quick_are_marked() -> None:
    assert to_json(simulated())["simulated"] is True
    assert "simulated" not in to_json(faster())
    assert {one["mode"] for one in to_json(quick())["comparisons"]} == {"quick"}


def test_a_split_says_what_it_rests_on_and_whether_its_ratio_is_a_speed_up() -> None:
    passed, failed = to_json(ruled())["splits"][1], to_json(study())["splits"][1]
    assert (passed["name"], passed["workers"], passed["rounds"], passed["rounds_left_out"]) == ("step 1", 2, 20, 0)
    assert passed["variant"] in {one["variant"] for one in to_json(ruled())["variants"]}
    assert passed["serial"] in {one["variant"] for one in to_json(ruled())["variants"]}
    for name in ("ratio", "scaling", "extra_work"):
        assert passed[name]["low"] < passed[name]["value"] < passed[name]["high"]
    assert passed["ratio"]["value"] == pytest.approx(
        passed["scaling"]["value"] / passed["extra_work"]["value"], rel=0.01
    )
    assert (passed["gate_passed"], failed["gate_passed"]) == (True, False)
    assert "speed" not in "".join(passed)


def test_a_split_without_intervals_has_nulls_its_mode_and_its_doubts() -> None:
    one = to_json(loud())["splits"][1]
    assert (one["scaling"]["low"], one["scaling"]["high"], one["mode"]) == (None, None, "quick")
    assert one["caveats"][0].startswith("cannot tell: 0 of 12 rounds")


def test_how_each_variant_ran_is_in_it() -> None:
    found = {one["variant"]: one for one in to_json(ruled())["concurrency"]}
    assert {one["word"] for one in found.values()} == {"serial", "parallel"}
    one = found["c/count/thread/step=1/workers=2"]
    assert (one["overlap"], one["cpu_per_wall"], one["kernel_threads"]) == (0.98, pytest.approx(1.96), 3)


def test_failures_and_skipped_variants_are_in_it() -> None:
    assert to_json(failing())["comparisons"][0]["caveats"] == ["5 pairs left out: trials of new failed"]
    assert to_json(study())["skipped"] == [
        {
            "variant": "a coroutines",
            "reason": "coroutines take turns on one thread",
            "remedy": "compare them in a family of their own",
        }
    ]


def test_scaling_says_what_it_is_held_against() -> None:
    one = next(one for one in to_json(languages())["scaling"] if one["variant"] == "java/count/thread/workers=2")
    assert (one["workers"], one["cpus"], one["word"], one["fits"], one["peak"]) == (2, 2, "parallel", None, None)
    assert one["of_ceiling"]["low"] < one["of_ceiling"]["value"] < one["of_ceiling"]["high"]
    assert one["efficiency"]["value"] == pytest.approx(one["scaling"]["value"] / 2)
    assert one["karp_flatt"]["value"] == pytest.approx(0.026, abs=0.003)
    assert one["throughput"] > 0


def test_a_batch_and_kernel_threads_are_in_it() -> None:
    document = to_json(waiting())
    assert [one["near"] for one in document["responses"]] == ["in_turns", "in_order", "neither"]
    assert document["responses"][0]["elapsed_ratio"] is None
    assert [one["mapping"] for one in document["threads"]] == ["1:1", "N:M", "N:1"]
    assert [one["alive"] for one in document["concurrency"]][:2] == [8.4, 2.0]


def test_first_calls_and_time_per_unit_are_metrics_of_their_own() -> None:
    metrics = {one["variant"]: one["metrics"] for one in to_json(languages())["variants"]}
    java, c = metrics["java/count/serial"], metrics["c/count/serial"]
    assert java["cold_wall_ns"]["median"] == pytest.approx(2.4 * java["work_wall_ns"]["median"], rel=0.01)
    assert java["unit_ns"]["median"] == pytest.approx(java["work_wall_ns"]["median"] / 1000)
    assert "cold_wall_ns" not in c
