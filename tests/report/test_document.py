"""The JSON document: its schema, its nulls, its marks."""

import json
import math

import pytest
from msgspec import structs

from assay.report.document import to_json
from tests.report.made_findings import CASES, cannot_tell, failing, faster, few_rounds, quick, simulated, slower, study

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
    keys = {"schema", "run", "comparisons", "claims", "scaling", "variants", "skipped", "classes"}
    assert set(document) - {"simulated"} == keys
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


def test_failures_and_skipped_variants_are_in_it() -> None:
    assert to_json(failing())["comparisons"][0]["caveats"] == ["5 pairs left out: trials of new failed"]
    assert to_json(study())["skipped"] == [
        {
            "variant": "a coroutines",
            "reason": "coroutines take turns on one thread",
            "remedy": "compare them in a family of their own",
        }
    ]
