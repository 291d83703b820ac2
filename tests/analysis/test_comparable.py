"""Which runs may stand in one report: each fact that keeps two apart, and each that may differ."""

import json
from collections.abc import Callable, Sequence

import pytest
from msgspec import structs

from assay.analysis.analyse import header_of
from assay.analysis.comparable import Candidate, refuse_unlike
from assay.errors import StoreError
from assay.plan.model import Look, Plan, ProbeWork
from assay.store.records import Record, Toolchain
from tests.report.made_findings import STUDY, study_records
from tests.report.made_several import LARGE, SMALL, header_with, on, two_commands

COMMANDS = {"commands": ["./old", "./new"], "names": ["old", "new"], "seed": 1, "mode": "full", "margin": 0.01}


def commands(offset: int = 7, **text: object) -> list[Record]:
    return header_with(two_commands(0.965, offset=offset), study_text=json.dumps({**COMMANDS, **text}))


def loops(mode: str = "full", offset: int = 0) -> list[Record]:
    """A study; another offset makes other times of it."""
    records = study_records(396.5, mode, 50_000, claims=True)
    return [records[0], *(structs.replace(one, padding=offset) for one in records[1:])]  # type: ignore[type-var]


def with_plan(records: Sequence[Record], change: Callable[[Plan], Plan]) -> list[Record]:
    return header_with(records, plan=change(header_of(records).plan))


def family_with(**changes: object) -> Callable[[Plan], Plan]:
    """The first family of a plan, changed."""
    return lambda plan: structs.replace(
        plan, families=(structs.replace(plan.families[0], **changes), *plan.families[1:])
    )


def work_with(**arguments: str) -> Callable[[Plan], Plan]:
    """The first variant of a plan with other words for its probe."""

    def change(plan: Plan) -> Plan:
        first = plan.variants[0]
        assert isinstance(first.work, ProbeWork)
        work = structs.replace(first.work, arguments=arguments)
        return structs.replace(plan, variants=(structs.replace(first, work=work), *plan.variants[1:]))

    return change


def refused(first: Sequence[Record], other: Sequence[Record]) -> str:
    """What is said of the second one; "" where both may stand together."""
    try:
        refuse_unlike([Candidate("runs/a", first), Candidate("runs/b", other)])
    except StoreError as trouble:
        return str(trouble)
    return ""


OTHER_STUDY = STUDY.replace("its divisor is loaded", "its divisor is computed")
CLAIMS_PLACE = "loop/claims.toml"


def other_claims() -> list[Record]:
    files = header_of(loops()).files
    changed = {CLAIMS_PLACE: files[CLAIMS_PLACE].replace("30 % of the speed", "40 % of the speed")}
    return header_with(loops(offset=1), files=changed)


REFUSALS: dict[str, tuple[Callable[[], Sequence[Record]], Callable[[], Sequence[Record]], str]] = {
    "twice": (commands, commands, "found that run again; give each run once"),
    "a copy of when it had not ended": (commands, lambda: commands()[:9], "found that run again"),
    "another study": (commands, loops, "found another study: loop, not compare; report them apart"),
    "other commands": (
        commands,
        lambda: commands(20, commands=["./old", "./newer"]),
        "another text of the study compare: commands 2 is ./newer, not ./new",
    ),
    "another study text": (
        loops,
        lambda: header_with(loops(offset=1), study_text=OTHER_STUDY),
        "another text of the study loop: ladders 1.steps 2.what is its divisor is computed, not its divisor is loaded",
    ),
    "a key more": (
        loops,
        lambda: header_with(loops(offset=1), study_text=f"source = 'x'\n{STUDY}"),
        "another text of the study loop: source is only in this one",
    ),
    "other claims": (
        loops,
        other_claims,
        f"another {CLAIMS_PLACE}: claim 1.published is 40 % of the speed, not 30 % of the speed",
    ),
    "no claims": (
        loops,
        lambda: header_with(loops(offset=1), files={}),
        f"found that only runs/a has {CLAIMS_PLACE}",
    ),
    "another published table": (
        lambda: header_with(loops(), files={"loop/published/t.csv": "a,b\n1,2\n"}),
        lambda: header_with(loops(offset=1), files={"loop/published/t.csv": "a,b\n1,3\n"}),
        "another loop/published/t.csv; report them apart",
    ),
    "claims that are damaged": (
        loops,
        lambda: header_with(loops(offset=1), files={CLAIMS_PLACE: "[[[ nope"}),
        f"another {CLAIMS_PLACE}: source is only in the first one",
    ),
    "words that are damaged": (
        commands,
        lambda: header_with(commands(20), study_text='{"commands": '),
        "another text of the study compare: commands is only in the first one",
    ),
    "quick and full": (
        loops,
        lambda: loops("quick"),
        "a quick run, not a full one; report them apart, or measure again without --quick",
    ),
    "full and quick": (
        lambda: loops("quick"),
        loops,
        "a full run, not a quick one; report them apart, or measure again with",
    ),
    "simulated and measured": (
        commands,
        lambda: header_with(commands(20), simulated=True),
        "found that runs/b was simulated and runs/a measured",
    ),
    "another margin": (
        commands,
        lambda: with_plan(commands(20), family_with(margin=0.05)),
        "another plan: margin is 5 %, not 1 % in the family commands",
    ),
    "other looks": (
        commands,
        lambda: with_plan(commands(20), family_with(looks=(Look(10, 0.01), Look(20, 0.04)))),
        "another plan: rounds is looks after 10, 20, not looks after 20 in the family commands",
    ),
    "another metric": (
        commands,
        lambda: with_plan(
            commands(20),
            lambda plan: family_with(
                pairs=(structs.replace(plan.families[0].pairs[0], metric="work_wall_ns"), *plan.families[0].pairs[1:])
            )(plan),
        ),
        "another plan: metric is work_wall_ns, not process_wall_ns in the family commands",
    ),
    "another question": (
        commands,
        lambda: with_plan(commands(20), family_with(question="which is smaller?")),
        "another plan: question is which is smaller?",
    ),
    "other work under one name": (
        lambda: with_plan(loops(), work_with(total="100", seed="1")),
        lambda: with_plan(loops(offset=1), work_with(total="200", seed="1")),
        "other work under the name c/count/serial/step=0: arguments.total is 200, not 100",
    ),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_what_must_not_stand_together_is_refused_with_the_differing_fact(case: str) -> None:
    first, other, fact = REFUSALS[case]
    text = refused(first(), other())
    assert text.startswith("runs/b: expected a run that can stand in one report with runs/a, found ")
    assert fact in text


ALLOWED: dict[str, tuple[Callable[[], Sequence[Record]], Callable[[], Sequence[Record]]]] = {
    "another machine": (lambda: on(SMALL, commands()), lambda: on(LARGE, commands())),
    "another hour": (commands, lambda: commands(20)),
    "another seed": (commands, lambda: with_plan(commands(20, seed=2), lambda plan: structs.replace(plan, seed=2))),
    "another time-out": (commands, lambda: commands(20, timeout_s=9)),
    "other comments": (loops, lambda: header_with(loops(offset=1), study_text=f"# mine\n{STUDY}")),
    "other comments in its claims": (
        loops,
        lambda: header_with(loops(offset=1), files={CLAIMS_PLACE: f"# mine\n{header_of(loops()).files[CLAIMS_PLACE]}"}),
    ),
    "other forecasts": (
        loops,
        lambda: header_with(loops(offset=1), study_text=f"{STUDY}\n[trial_seconds]\n'*' = 2\n"),
    ),
    "another compiler": (lambda: on(SMALL, loops()), lambda: on(SMALL, loops(), "13.1.0")),
    "another seed of what a workload draws": (
        lambda: with_plan(loops(), work_with(total="100", seed="1")),
        lambda: with_plan(loops(offset=1), work_with(total="100", seed="2")),
    ),
    "a family less": (
        loops,
        lambda: with_plan(loops(offset=1), lambda plan: structs.replace(plan, families=plan.families[:1])),
    ),
    "two quick ones": (lambda: loops("quick"), lambda: loops("quick", 1)),
    "two simulated ones": (
        lambda: header_with(commands(), simulated=True),
        lambda: header_with(commands(20), simulated=True),
    ),
}


@pytest.mark.parametrize("case", ALLOWED)
def test_what_may_differ_is_not_refused(case: str) -> None:
    first, other = ALLOWED[case]
    assert refused(first(), other()) == ""


def test_one_run_alone_is_never_refused() -> None:
    refuse_unlike([Candidate("runs/a", commands())])


def test_the_third_of_three_is_refused_too() -> None:
    runs = [Candidate("runs/a", commands()), Candidate("runs/b", commands(20)), Candidate("runs/c", commands(20))]
    with pytest.raises(StoreError, match=r"^runs/c: .* with runs/b, found that run again"):
        refuse_unlike(runs)


def without_the_first_family(plan: Plan) -> Plan:
    """As of a machine that could not run it."""
    return structs.replace(plan, families=plan.families[1:], variants=plan.variants[1:])


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        (family_with(margin=0.2), "margin is 20 %, not"),
        (work_with(total="999"), "other work under the name"),
    ],
)
def test_what_only_later_runs_measured_must_be_alike_too(change: Callable[[Plan], Plan], fact: str) -> None:
    runs = [
        Candidate("runs/a", with_plan(loops(), without_the_first_family)),
        Candidate("runs/b", loops(offset=1)),
        Candidate("runs/c", with_plan(loops(offset=2), change)),
    ]
    with pytest.raises(StoreError, match=f"^runs/c: .* with runs/b, found .*{fact}"):
        refuse_unlike(runs)


def built_from(digest: str, offset: int) -> list[Record]:
    sources = {} if not digest else {"count": digest}
    return header_with(loops(offset=offset), toolchains={"c/O2": Toolchain("gcc", f"12.{offset}", sources=sources)})


def test_works_built_from_two_texts_do_not_stand_together_and_from_one_they_do() -> None:
    assert "found another source of count in c/O2; report them apart" in refused(
        built_from("aa", 0), built_from("bb", 1)
    )
    assert refused(built_from("aa", 0), built_from("aa", 1)) == ""
    assert refused(built_from("aa", 0), built_from("", 1)) == ""  # of before it was kept


def test_a_long_text_is_shortened_in_a_refusal() -> None:
    text = refused(commands(), commands(20, commands=["./old", "./new --with " + "x" * 200]))
    assert "./new --with xxxx" in text
    assert "..." in text
    assert len(text) < 300
