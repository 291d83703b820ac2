"""What may differ between runs in one report: named with who has what, and silent where nothing differs."""

from msgspec import structs

from assay.analysis.analyse import header_of
from assay.analysis.differing import differing
from assay.store.records import Toolchain
from tests.analysis.test_comparable import commands, loops
from tests.report.made_several import SMALL, on


def test_what_differs_besides_the_machine_is_named_with_who_has_what() -> None:
    headers = [header_of(on(SMALL, loops(), gcc)) for gcc in ("12.2.0", "13.1.0", "12.2.0")]
    names = ("machine A", "machine B", "machine C")
    assert differing(headers, names) == ("gcc: 12.2.0 on machine A and machine C, 13.1.0 on machine B",)


def test_flags_assay_and_missing_families_are_named() -> None:
    first = header_of(on(SMALL, loops()))
    tools = {"c/O2": Toolchain("gcc", "12.2.0", "/opt/gcc", ("-O3", "-g"))}
    plan = structs.replace(first.plan, families=first.plan.families[:1])
    other = structs.replace(first, toolchains=tools, assay="0.2.0", plan=plan)
    assert differing([first, other], ("machine A", "machine B")) == (
        "assay: 0.1.0 on machine A, 0.2.0 on machine B",
        "flags of c/O2: -O2 on machine A, -O3 -g on machine B",
        '"programs" was measured only on machine A',
    )


def test_a_runtime_that_is_missing_is_named_and_commands_are_told_apart_by_their_files() -> None:
    one = structs.replace(header_of(commands()), toolchains={"new": Toolchain("new", "sha256:1")})
    other = structs.replace(one, toolchains={"new": Toolchain("new", "sha256:2"), "x": Toolchain("go", "1.26")})
    assert differing([one, other], ("machine A", "machine B")) == (
        "the program of new: sha256:1 on machine A, sha256:2 on machine B",
        "go: none on machine A, 1.26 on machine B",
    )


def test_nothing_differs_between_two_runs_of_one_set_up() -> None:
    assert differing([header_of(commands())] * 2, ("machine A, run 1", "machine A, run 2")) == ()


def test_how_much_work_the_pilots_found_is_named_and_seeds_are_not() -> None:
    works = [{"total": "100", "seed": "1", "tasks": "2"}, {"total": "250", "seed": "2", "tasks": "2"}]
    assert differing([header_of(commands())] * 2, ("machine A", "machine B"), works) == (
        "total of every trial: 100 on machine A, 250 on machine B",
    )


def test_two_builds_with_two_versions_of_one_compiler_are_both_named() -> None:
    first = header_of(on(SMALL, loops()))
    headers = [
        structs.replace(first, toolchains={"c/O2": Toolchain("gcc", older), "c/O0": Toolchain("gcc", "13.1.0")})
        for older in ("12.2.0", "11.4.0")
    ]
    assert differing(headers, ("machine A", "machine B")) == (
        "gcc: 12.2.0 and 13.1.0 on machine A, 11.4.0 and 13.1.0 on machine B",
    )
