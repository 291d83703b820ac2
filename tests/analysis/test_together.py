"""Runs put together: what machines are called, how many there are, and what is said over all of them."""

from pathlib import Path

import pytest
from msgspec import structs

from assay.analysis.across import NO_SAMPLE, OWN_INTERVALS
from assay.analysis.analyse import header_of
from assay.analysis.together import machine_names, open_runs
from assay.errors import StoreError
from assay.store.records import Record
from tests.report.made_findings import study_records
from tests.report.made_several import (
    LARGE,
    OLD,
    SMALL,
    kept,
    loops,
    machines,
    on,
    on_one,
    together,
    twice,
    two_commands,
)


@pytest.mark.parametrize(
    ("facts", "names"),
    [
        ([SMALL], [""]),
        ([SMALL, LARGE, OLD], ["machine A", "machine B", "machine C"]),
        ([SMALL, LARGE, SMALL], ["machine A, run 1", "machine B", "machine A, run 2"]),
        ([SMALL, {**SMALL, "sockets": "1"}], ["machine A, run 1", "machine A, run 2"]),
        ([SMALL, {"sockets": "1"}], ["machine A", "machine B"]),
        ([SMALL, {**SMALL, "memory": "7.6 GiB"}], ["machine A", "machine B"]),
        ([LARGE, LARGE], ["machine A, run 1", "machine A, run 2"]),
    ],
)
def test_machines_are_called_in_the_order_given(facts: list[dict[str, str]], names: list[str]) -> None:
    assert machine_names(facts) == names


def test_after_the_last_letter_there_are_two() -> None:
    names = machine_names([{"cpu_model": str(number)} for number in range(28)])
    assert names[25:] == ["machine Z", "machine AA", "machine AB"]


def test_one_run_alone_has_nothing_across() -> None:
    one = on_one()
    assert (one.runs[0].machine, one.across, one.claims, one.sentence, one.differing, one.caveats) == (
        *("", (), (), "", ()),
        (),
    )


def test_machines_are_counted_and_their_range_given() -> None:
    found = machines()
    assert found.sentence == found.across[0].sentence
    assert found.sentence.startswith("on 2 of 3 machines new takes less time than old (")
    assert "on 1 old and new differ by less than" in found.sentence
    assert "pairs of machines differ from each other" in found.sentence
    assert {NO_SAMPLE, OWN_INTERVALS} <= set(found.caveats)
    assert found.differing == ("gcc: 12.2.0 on machine A and machine C, 13.1.0 on machine B",)


def test_two_runs_of_one_machine_are_one_machine_and_their_quarrel_is_said() -> None:
    found = twice()
    assert [run.machine for run in found.runs] == ["machine A, run 1", "machine A, run 2", "machine B"]
    assert found.sentence.startswith("on 1 of 2 machines new takes less time than old")
    assert "on 1 its own runs do not agree (faster, slower)" in found.sentence
    assert "runs of machine A differ by more than their intervals" in found.sentence
    assert any("2 runs have the same machine facts and count as one machine, machine A" in one for one in found.caveats)


def test_two_runs_on_one_machine_alone_are_no_sample_of_machines() -> None:
    found = together(on(SMALL, two_commands(0.965)), on(SMALL, two_commands(0.96, offset=20)))
    assert found.sentence.startswith("on 1 machine (2 runs) new takes less time than old")
    assert NO_SAMPLE not in found.caveats


def test_a_study_answers_with_its_most_telling_claim_and_quick_says_quick() -> None:
    found = loops()
    assert (
        found.sentence == "quick: artefact on 1 of 2 machines; cannot tell on 1: With two threads the loop gets slower"
    )
    assert [(one.id, one.rulings) for one in found.claims] == [
        ("loop-1", ("artefact", "cannot tell")),
        ("loop-2", ("holds", "holds")),
        ("loop-3", ("cannot tell", "cannot tell")),
    ]
    assert found.claims[1].sentence == "holds, by their method"
    assert found.claims[2].sentence == "cannot tell on 2 of 2 machines (not measured here yet)"


def test_a_run_that_ended_early_is_taken_and_named() -> None:
    early = on(LARGE, two_commands(0.965))
    found = together(on(SMALL, two_commands(0.96, offset=20)), early[: len(early) // 2])
    assert "machine B: this run ended before its last planned look" in found.caveats
    assert "on 1 there is no verdict" in found.sentence


def test_folders_are_read_named_and_refused(tmp_path: Path) -> None:
    first = kept(tmp_path / "a", on(SMALL, two_commands(0.965)))
    other = kept(tmp_path / "b", on(LARGE, two_commands(0.9, offset=20)))
    found = open_runs([first, other])
    assert [run.findings.run for run in found.runs] == [str(first), str(other)]
    with pytest.raises(StoreError, match="found that run again"):
        open_runs([first, first])


def test_a_run_of_a_newer_format_is_refused_by_its_name(tmp_path: Path) -> None:
    first = kept(tmp_path / "a", on(SMALL, two_commands(0.965)))
    newer = kept(tmp_path / "b", on(LARGE, two_commands(0.9, offset=20)))
    file = newer / "records.jsonl"
    file.write_text(file.read_text().replace('"format":1', '"format":2', 1))
    with pytest.raises(StoreError, match=r"b/records.jsonl: written by assay 0\.1\.0 in format 2"):
        open_runs([first, newer])


def test_redacted_machines_are_told_apart_by_what_they_were(tmp_path: Path) -> None:
    builds = [{**SMALL, "kernel": f"Linux 6.1.0-{build}-cloud"} for build in (13, 14)]
    folders = [
        kept(tmp_path / str(n), on(facts, two_commands(0.965, offset=20 * n))) for n, facts in enumerate(builds, 1)
    ]
    found = open_runs(folders, redact=True)
    assert [run.machine for run in found.runs] == ["machine A", "machine B"]
    assert [run.findings.run for run in found.runs] == ["", ""]
    assert {run.header.machine["kernel"] for run in found.runs} == {"Linux 6.1"}


MORE_CLAIMS = """
[source]
name = "Another 2021"
title = "Of loops"
what = "reads"

[[claim]]
id = "other-1"
place = "abstract"
claim = "Loops count."
published = "no figure"
measure = "what the listing counts"
basis = "their method"
here = "they do"
why = "So it is."
[claim.rule]
kind = "reading"
ruling = "unsupported"
evidence = ["listing 1"]
"""


def claims_of(offset: int, *, another_order: bool = False, first_step: bool = True) -> list[Record]:
    """A study with two files of claims, read in one order or the other; without its first step nothing is ruled."""
    records = study_records(396.5, "full", 50_000, claims=True)
    files = {**header_of(records).files, "other/claims.toml": MORE_CLAIMS}
    if another_order:
        files = dict(reversed(files.items()))
    header = structs.replace(header_of(records), files=files)
    if not first_step:
        families = header.plan.families[1:]
        header = structs.replace(header, plan=structs.replace(header.plan, families=families))
    kept = {family.name for family in header.plan.families}
    return [
        header,
        *(structs.replace(one, padding=offset) for one in records if getattr(one, "family", "") in kept),  # type: ignore[type-var]
    ]


def test_claims_that_were_read_in_another_order_are_not_mixed_up() -> None:
    found = together(on(SMALL, claims_of(1)), on(LARGE, claims_of(2, another_order=True)))
    rulings = {one.id: one.rulings for one in found.claims}
    assert rulings["other-1"] == ("unsupported", "unsupported")
    assert rulings["loop-2"] == ("holds", "holds")
    assert len(set(rulings["loop-1"])) == 1


def test_a_claim_that_a_machine_did_not_measure_is_not_said_to_be_left_open_there() -> None:
    found = together(on(SMALL, claims_of(1)), on(LARGE, claims_of(2, first_step=False)))
    assert found.claims[0].sentence == "artefact on 1 of 2 machines; not measured on 1"


def test_a_run_that_did_not_measure_a_claim_does_not_contradict_the_other_run_of_its_machine() -> None:
    found = together(on(SMALL, claims_of(1)), on(SMALL, claims_of(2, first_step=False)))
    assert found.claims[0].sentence == "artefact on 1 machine (1 run)"


def counted_twice(first: dict[str, str], other: dict[str, str]) -> list[str]:
    found = together(on(first, two_commands(0.965)), on(other, two_commands(0.96, offset=20)))
    assert [run.machine for run in found.runs] == ["machine A", "machine B"]
    return [one for one in found.caveats if "count as two" in one]


def test_a_new_kernel_may_be_the_same_machine_and_that_is_said() -> None:
    upgraded = {**SMALL, "kernel": "Linux 6.12.0-1-amd64", "memory": "3.75 GiB"}
    assert counted_twice(SMALL, upgraded) == [
        "machine A and machine B have the same hardware and differ in kernel and memory alone: "
        "they may be one machine that was changed between its runs, and count as two"
    ]


@pytest.mark.parametrize("facts", [LARGE, {**SMALL, "memory": "7.6 GiB"}, {"sockets": "1"}])
def test_machines_of_other_hardware_are_two(facts: dict[str, str]) -> None:
    assert counted_twice(SMALL, facts) == []
