"""The screen of several runs: nothing in it is wider than the screen, whatever the number of machines."""

import re
from collections.abc import Mapping, Sequence

import pytest
from msgspec import structs

from assay.analysis.analyse import header_of
from assay.analysis.several import Several
from assay.plan.model import Family
from assay.report.several_screen import render_several
from assay.store.records import Record
from tests.analysis.made_records import made_family, made_run, spread
from tests.report.made_findings import study_records
from tests.report.made_several import SEVERAL, SMALL, header_with, loops, machines, on, together, two_commands


def of_many(commands: int, runs: int) -> Several:
    """So many commands on so many machines."""
    names = ("old", *(f"another-{number}" for number in range(1, commands)))

    def run(number: int) -> Several:
        walls = {name: spread(200 + place, 0.003, 20, 50 * number + place) for place, name in enumerate(names)}
        return on({**SMALL, "cpu_model": f"Model {number}"}, made_run(made_family(*names), walls))  # type: ignore[return-value]

    return together(*(run(number) for number in range(1, runs + 1)))  # type: ignore[arg-type]


@pytest.mark.parametrize("case", SEVERAL)
@pytest.mark.parametrize("width", [80, 100, 120])
def test_no_line_is_wider_than_the_screen(case: str, width: int) -> None:
    assert max(map(len, render_several(SEVERAL[case](), width).splitlines())) <= width


@pytest.mark.parametrize("runs", [2, 4, 9])
def test_many_comparisons_are_a_table_while_it_fits_and_sentences_beyond(runs: int) -> None:
    text = render_several(of_many(6, runs), 100)
    assert max(map(len, text.splitlines())) <= 100
    question = text.partition("the machines:")[0]
    as_table = re.search(rf"\d of 5 come out alike in {'both' if runs == 2 else f'all {runs}'} runs", question)
    assert bool(as_table) != (f"of {runs} machines no difference in time" in question.split("less time?")[-1])
    assert bool(as_table) == (runs < 9)
    for number in range(1, 6):
        assert f"another-{number}" in question


def test_many_machines_are_a_line_each() -> None:
    text = render_several(of_many(2, 9), 100)
    assert "  machine I: cpu model Model 9; steal 0 %; foreign CPU 0 %" in text


def test_only_facts_that_differ_are_shown() -> None:
    text = render_several(machines())
    assert "cpu model" in text
    alike = together(on(SMALL, two_commands(0.965)), on(SMALL, two_commands(0.96, offset=20)))
    assert "all facts of these machines are alike" in render_several(alike)
    assert "cpu model" not in render_several(alike)


def test_each_run_is_named_with_the_line_that_shows_it() -> None:
    assert "  machine B: assay report runs/2026-01-02-2" in render_several(machines())


def test_runs_that_name_no_folder_are_not_pointed_at() -> None:
    several = machines()
    nowhere = tuple(structs.replace(run, findings=structs.replace(run.findings, run="")) for run in several.runs)
    assert "assay report" not in render_several(structs.replace(several, runs=nowhere))


def test_claims_alone_are_all_of_them() -> None:
    text = render_several(loops(), claims=True)
    assert [word for word in ("loop-1", "loop-2", "loop-3") if f"{word}: " in text] == ["loop-1", "loop-2", "loop-3"]
    assert "the machines:" not in text


def test_simulated_runs_are_marked_above_and_below() -> None:
    runs = [header_with(two_commands(0.965, offset=20 * n), simulated=True, machine={"n": str(n)}) for n in (1, 2)]
    lines = render_several(together(*runs)).splitlines()
    assert lines[0].startswith("SIMULATED")
    assert lines[-1].startswith("SIMULATED")
    assert "SIMULATED" not in render_several(machines())


def test_what_was_not_measured_everywhere_is_not_counted_as_alike() -> None:
    family = made_family("old", *(f"another-{number}" for number in range(1, 6)))
    walls = {name: spread(200 + place, 0.003, 20, place) for place, name in enumerate(family.variants)}
    fewer = {name: times for name, times in walls.items() if name in family.variants[:4]}

    def run(family: Family, walls: Mapping[str, Sequence[float]], model: str) -> list[Record]:
        return on({"cpu_model": model}, made_run(family, dict(walls)))

    few = made_family(*family.variants[:4])
    text = render_several(together(run(family, walls, "1"), run(few, fewer, "2")))
    assert "3 of 3 come out alike in both runs; 2 more were not measured in both runs" in text
    alone = run(made_family("old", "unheard-of"), {"old": walls["old"], "unheard-of": walls["another-1"]}, "3")
    assert "none of 6 was measured in all 3 runs" in render_several(
        together(run(family, walls, "1"), run(few, fewer, "2"), alone)
    )


def test_colour_is_only_there_when_asked_for() -> None:
    assert "\x1b[" in render_several(machines(), color=True)
    assert "\x1b[" not in render_several(machines())


def test_a_variant_that_only_one_machine_could_run_is_said_to_be_missing_elsewhere() -> None:
    first = on(SMALL, two_commands(0.965))
    family = made_family("old", "new", "third")
    walls = {name: spread(200 + place, 0.003, 20, place) for place, name in enumerate(family.variants)}
    text = render_several(together(first, on({"cpu_model": "other"}, made_run(family, walls))))
    assert "on 1 it was not measured" in text
    assert re.search(r"machine A +- +not measured", text)


def test_what_only_a_later_machine_could_run_has_its_short_name_too() -> None:
    few = study_records(396.5, "full", 50_000, claims=False)
    plan = header_of(few).plan
    without = [one for one in plan.variants if one.workers == 1]
    names = {one.name for one in without}
    families = tuple(
        structs.replace(
            family,
            variants=tuple(name for name in family.variants if name in names),
            pairs=tuple(pair for pair in family.pairs if {pair.baseline, pair.candidate} <= names),
        )
        for family in plan.families[:1]
    )
    first = [
        structs.replace(header_of(few), plan=structs.replace(plan, variants=tuple(without), families=families)),
        *(one for one in few[1:] if getattr(one, "variant", "") in names and getattr(one, "family", "") == "loop"),
    ]
    text = render_several(together(on(SMALL, first), on({"cpu_model": "other"}, few)))
    assert "step 2 of 2, 2 threads" in text
    assert "c/count/" not in text.partition("the machines:")[0]


def test_names_are_never_shortened_until_two_rows_look_alike() -> None:
    names = (
        "old",
        *(f"a rather long name of which the middle matters, part {number}, two workers" for number in range(5)),
    )
    walls = {name: spread(200 + place, 0.003, 20, place) for place, name in enumerate(names)}
    runs = [on({"cpu_model": f"{n}"}, made_run(made_family(*names), walls)) for n in range(4)]
    records = [[one[0], *(structs.replace(trial, padding=n) for trial in one[1:])] for n, one in enumerate(runs)]
    for width in (80, 120):
        question = render_several(together(*records), width).partition("less time?")[2].partition("the machines:")[0]
        assert len({line for line in question.splitlines() if "part" in line or "\N{HORIZONTAL ELLIPSIS}" in line}) >= 5
        for number in range(5):
            assert f"part {number}" in " ".join(question.split())
