"""The JSON document of several runs: that of each run as ever, and what holds across them."""

import json

import pytest

from assay.report.document import to_json
from assay.report.several_document import document_of
from tests.report.made_several import SEVERAL, header_with, loops, machines, on_one, together, two_commands


def test_of_one_run_it_is_the_document_of_that_run() -> None:
    several = on_one()
    assert document_of(several) == to_json(several.runs[0].findings)


@pytest.mark.parametrize("case", SEVERAL)
def test_of_several_each_machine_holds_the_document_of_its_run(case: str) -> None:
    several = SEVERAL[case]()
    document = document_of(several)
    assert list(document) == ["schema", "machines", "across"]
    assert document["schema"] == "assay/1"
    for run, found in zip(several.runs, document["machines"], strict=True):
        own = {key: value for key, value in found.items() if key not in ("machine", "facts", "toolchains")}
        assert own == to_json(run.findings)
        assert (found["machine"], found["facts"]) == (run.machine, run.header.machine)
    json.dumps(document, allow_nan=False)


@pytest.mark.parametrize("case", SEVERAL)
def test_verdicts_and_rulings_stand_in_the_order_of_the_machines(case: str) -> None:
    document = document_of(SEVERAL[case]())
    for one in document["across"]["comparisons"]:
        alike = [
            next(
                (
                    other["verdict"]
                    for other in machine["comparisons"]
                    if all(other[key] == one[key] for key in ("metric", "baseline", "candidate"))
                ),
                None,
            )
            for machine in document["machines"]
        ]
        assert one["verdicts"] == alike
    for claim in document["across"]["claims"]:
        rulings = [
            next(one["ruling"] for one in machine["claims"] if one["id"] == claim["id"])
            for machine in document["machines"]
        ]
        assert claim["rulings"] == rulings


def test_the_sentences_of_the_screen_stand_in_it() -> None:
    across = document_of(loops())["across"]
    assert across["sentence"].startswith("quick: artefact on 1 of 2 machines")
    assert list(across) == ["sentence", "comparisons", "claims", "differing", "caveats"]
    assert document_of(machines())["across"]["differing"]


def test_simulated_runs_are_marked() -> None:
    runs = [header_with(two_commands(0.965, offset=20 * n), simulated=True, machine={"n": str(n)}) for n in (1, 2)]
    assert document_of(together(*runs))["simulated"] is True
    assert "simulated" not in document_of(machines())
