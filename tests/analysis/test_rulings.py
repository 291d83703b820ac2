"""Rulings on the five sources by their own numbers: each table spot-checked, each derived number known beforehand."""

from pathlib import Path

import pytest

from assay.analysis.rulings import NOT_MEASURED, rule_all
from assay.analysis.rulings_arithmetic import values_of
from assay.study.claim_model import ARITHMETIC, MEASURED
from assay.study.claims import claim_files, read_claims

STUDIES = Path(__file__).parents[2] / "studies"
SOURCES = ("count", "workers", "keyclass", "batch", "primitives")
FILES = {name: text for study in SOURCES for name, text in claim_files(STUDIES / study).items()}
GROUPS = {group.study: group for group in read_claims(FILES)}
RULINGS = {ruling.id: ruling for ruling in rule_all(FILES, None)}
CLAIMS = {claim.id: claim for group in GROUPS.values() for claim in group.claims}

# (table, row, column, printed): one cell at least of every table, read off the source again.
CELLS = {
    "count": [
        ("table-1-increase", "Java", "single_core_s", 33.368),
        ("table-1-increase", "C", "performance_increase_percent", 76.268),
        ("table-2-serial", "Java", "run_1_s", 30.3),
        ("table-2-serial", "Python", "run_3_s", 92.835),
        ("table-2-serial", "C#", "average_s", 4.409),
        ("table-3-four-way", "Java", "run_4_s", 9.094),
        ("table-3-four-way", "C", "average_s", 3.666),
        ("text-section-6-2", "C#", "four_way_s", 1.44),
        ("machine", "cores", "value", 4),
        ("repository-csharp-slowest", "C#", "run_1_s", 1.5685),
    ],
    "workers": [
        ("part-c-baseline", "progA memory", "time_s", 16.17),
        ("part-c-baseline", "progB io", "cpu_percent", 82.70),
        ("part-d-cpu", "8", "progB_cpu_percent", 351.33),
        ("part-d-cpu", "3", "progA_cpu_percent", 57.38),
        ("part-d-memory", "4", "progB_memory_percent", 4.91),
        ("part-d-memory", "8", "ratio_a_over_b", 0.20),
        ("part-d-io", "3", "progB_time_s", 61.63),
        ("part-d-io", "6", "ratio_a_over_b", 1.31),
        ("memory-statements", "threads_total_at_8", "value", 264),
        ("top-screenshot", "total_memory", "value", 7816.2),
        ("top-screenshot-processes", "733", "cpu_percent", 98.7),
        ("repository-report-commit", "2", "progB_cpu_time_s", 3.01489),
        ("repository-later-commit", "4", "progB_mem_memory_kb", 828288),
    ],
    "keyclass": [
        ("table-1-systems", "hib", "classes", 4450),
        ("table-1-systems", "maz", "classes", 121),
        ("table-2-auth-w", "mar", "pt_s", 4.91),
        ("table-2-auth-w", "hib", "vt_percent", 80.20),
        ("table-3-pr-u2-w", "hib", "st_s", 86.658),
        ("table-3-pr-u2-w", "wro", "vt_s", 0.083),
        ("table-4-auth-w-machines", "PlatformThread", "dse1_linux_4_9_s", 372.911),
        ("table-5-pr-u2-w-machines", "VirtualThread", "cs30_windows_11_s", 36.411),
        ("table-6-both", "pr-u2-w", "min_st_pt", 57.98),
        ("table-6-both", "decrease_percent", "pt", -15.94),
        ("machines", "cs30", "cores", 8),
        ("text-numbers", "iterations_pr_u2_w", "value", 50),
    ],
    "batch": [
        ("computations", "6", "computations", 17),
        ("delay-bias", "6", "delay_bias_ms", 2430),
        ("worked-example", "1", "length_ms", 50),
        ("text-numbers", "degree", "value", 25),
        ("figures", "2", "points", 5),
    ],
    "primitives": [
        ("table-4-1-computers", "HP Probook 440 G5", "cores", 8),
        ("table-4-1-computers", "Raspberry Pi Model 3B+", "frequency_high_mhz", 1400),
        ("text-experiments", "mutex try_lock", "executions", 1000),
        ("text-numbers", "significance_level", "value", 0.05),
    ],
}
ROWS = {  # tables of words, or with several numbers alike: their number of rows
    "workers": {"aspects": 7, "part-d-io": 7, "top-screenshot-processes": 8},
    "keyclass": {"table-1-systems": 14, "table-2-auth-w": 14, "table-3-pr-u2-w": 14},
    "primitives": {"figures": 12, "text-fastest-try-lock": 3},
    "batch": {"figures": 8, "computations": 6},
}


@pytest.mark.parametrize(("study", "cell"), [(s, cell) for s, cells in CELLS.items() for cell in cells])
def test_a_published_table_holds_what_its_source_prints(study, cell):
    table, row, column, printed = cell
    assert GROUPS[study].tables[table].cell(row, column) == printed


@pytest.mark.parametrize(
    ("study", "table", "rows"), [(s, t, n) for s, tables in ROWS.items() for t, n in tables.items()]
)
def test_a_published_table_has_all_its_rows(study, table, rows):
    assert len(GROUPS[study].tables[table].rows) == rows


@pytest.mark.parametrize("study", SOURCES)
def test_every_table_is_checked_here(study):
    checked = {cell[0] for cell in CELLS[study]} | set(ROWS.get(study, {}))
    assert checked == set(GROUPS[study].tables)


# What the sources' own numbers give, and the ruling.
DERIVED = [
    ("count-1", "arithmetic error", {"ratio": 3.479, "serial": 30.368, "four_way": 8.728, "share": 0.870}),
    ("count-10", "holds", {"java": 3.479, "csharp": 2.961}),
    ("count-12", "arithmetic error", {"share": 0.870}),
    ("count-15", "arithmetic error", {"mean": 4.4086}),
    ("count-16", "holds", {"miss": 0.0006}),
    ("count-17", "holds", {"ratios": (2.0438, 3.8231, 3.0414, 0.76268)}),
    ("count-18", "arithmetic error", {"increase": (1.0438, 2.8231, 2.0414, -0.2373)}),
    ("count-19", "holds", {"loss": 0.2373, "more": 0.3112}),
    ("count-2", "cannot tell", {"inflation": 5.245, "four_way_ns": 14.665, "serial_ns": 2.796}),
    ("count-3", "conceptual error", {"ratio": 2.0438, "inflation": 1.957}),
    ("count-13", "confound", {"inflation": 1.957}),
    ("count-4", "confound", {"printed": 3.041, "slowest": 2.961}),
    (
        "workers-1",
        "artefact",
        {"miss": 0.2325, "a_last": 80.0, "b_last": 400.0, "ratio": 5.0, "use": 2.272, "time": 1.094},
    ),
    ("workers-2", "artefact", {"miss": 0.0554, "model": (50.0, 60.0, 66.667, 71.429, 75.0, 77.778, 80.0)}),
    ("workers-4", "does not hold", {"total": 1525.7, "each": 190.7}),
    ("workers-5", "does not hold", {"slope": 189.93}),
    ("workers-6", "arithmetic error", {"mean": 0.9113, "geometric": 0.8378, "processes": 44.611, "threads": 50.174}),
    ("workers-9", "unsupported", {"ratios": (1.0267, 0.9401, 0.8046)}),
    ("workers-11", "arithmetic error", {"less": 0.1422, "speed": 0.1658}),
    ("workers-12", "arithmetic error", {"less": 0.6570}),
    ("workers-13", "arithmetic error", {"share": 0.0376}),
    ("workers-14", "does not hold", {"a": 4.89, "b": 4.74, "difference": 0.0307}),
    ("workers-15", "arithmetic error", {"two": 400.0}),
    ("workers-16", "artefact", {"miss": 0.0490, "one": 2.5588, "a_last": 2.047, "b_last": 10.235}),
    ("workers-17", "does not hold", {"first": 1.25, "last": 1.98}),
    ("workers-18", "holds", {"io": (1.018, 0.343, 1.145, 0.5455, 1.3135, 0.9566, 1.0571)}),
    ("workers-19", "artefact", {"miss": 0.2363}),
    ("workers-20", "does not hold", {"time": 1.094, "use": 2.272}),
    ("workers-21", "does not hold", {"worst": -0.657, "best": 0.3135}),
    ("workers-24", "holds", {"less": 0.1407}),
    ("keyclass-1", "arithmetic error", {"st": 141.635, "vt": 51.712, "decrease": 0.6349}),
    ("keyclass-2", "arithmetic error", {"pt": 109.045, "decrease": 0.2301}),
    ("keyclass-3", "holds", {"pr": 12.0, "auth": 13.0, "cost": 58.76}),
    ("keyclass-4", "unsupported", {"pr": 58.76, "auth": 58.86}),
    ("keyclass-5", "unsupported", {"auth": 2.404, "pr": 2.880}),
    ("keyclass-6", "artefact", {"whole": 9.0, "number": 9.0}),
    ("keyclass-9", "arithmetic error", {"best": 82.845, "decrease": 0.4151}),
    ("keyclass-10", "arithmetic error", {"best": 56.104}),
    ("keyclass-11", "arithmetic error", {"least": 2.747, "most": 9.231}),
    ("keyclass-12", "arithmetic error", {"least": 1.494, "most": 5.804}),
    ("keyclass-13", "arithmetic error", {"least": 1.115, "most": 2.406}),
    ("keyclass-14", "does not hold", {"auth_pt": 0.593, "pr_pt": 0.682, "auth_st": 0.873, "pr_st": 0.911}),
    ("keyclass-15", "does not hold", {"auth": 13.0, "pr": 14.0}),
    ("keyclass-16", "holds", {"small": 11.0, "against": 0.0}),
    ("keyclass-17", "does not hold", {"auth_hib": 0.6548, "pr_mar": 0.8344, "auth_mar": 1.6178}),
    ("keyclass-18", "holds", {"sums": (36.781, 40.398, 15.301, 104.854, 68.647, 36.411)}),
    ("keyclass-20", "holds", {"decreases": (-15.94, 58.42, 26.23)}),
    ("keyclass-21", "holds", {"ratios": (2.336, 2.225, 2.919, 2.851)}),
    ("keyclass-25", "holds", {"longest": 86.658}),
    ("batch-2", "holds", {"gain": 0.5177, "longest_first": 26.956, "shared": 13.0}),
    ("batch-3", "conceptual error", {"factors": (5.0, 2.4, 1.8333, 1.5909, 1.4571)}),
    ("batch-4", "holds", {"response": (2.0, 5.85, 10.480, 15.619, 21.137, 26.956)}),
    ("batch-5", "does not hold", {"less": 1 / 3}),
    ("batch-9", "holds", {"first": 5.0, "shared": 13.0}),
    ("batch-10", "unsupported", {"largest": 17.0, "degree": 25.0}),
    ("batch-12", "does not hold", {"random_order": 15.978, "gain": 0.1864, "more": 0.6871, "shortest": 5.0}),
    ("batch-13", "holds", {"total": 150.0}),
    ("batch-14", "holds", {"queue": (1.5, 3.0, 4.5, 6.0, 7.5, 9.0)}),
    ("primitives-5", "unsupported", {"tests": 90.0, "alarms": 4.5}),
]


@pytest.mark.parametrize(("name", "ruling", "expected"), DERIVED, ids=[name for name, _, _ in DERIVED])
def test_the_sources_numbers_give_this_and_no_other(name, ruling, expected):
    claim = CLAIMS[name]
    values = values_of(claim, GROUPS[name.partition("-")[0]].tables)
    for key, number in expected.items():
        assert values[key] == pytest.approx(number, abs=6e-4, rel=6e-4), key
    assert RULINGS[name].ruling == ruling


def test_every_claim_decided_by_numbers_is_checked_above():
    decided = {name for name, claim in CLAIMS.items() if isinstance(claim.rule, ARITHMETIC)}
    assert decided - {name for name, _, _ in DERIVED} == {"keyclass-19"}  # 84 percentages, checked below


def test_all_84_percentages_of_two_tables_are_shares_of_their_columns():
    for name in ("table-2-auth-w", "table-3-pr-u2-w"):
        table = GROUPS["keyclass"].tables[name]
        for model in ("st", "pt", "vt"):
            times, percents = table.column(f"{model}_s"), table.column(f"{model}_percent")
            assert percents == pytest.approx([100 * time / sum(times) for time in times], abs=0.01)
    assert RULINGS["keyclass-19"].ruling == "holds"


def test_the_responses_of_a_batch_are_those_of_a_simulation():
    """Closed forms against the schedules themselves, at every batch size of the source."""
    for n in (2, 5, 8, 11, 14, 17):
        sizes = list(range(1, n + 1))

        def in_turn(order):
            done, responses = 0, []
            for size in order:
                done += size
                responses.append(done / size)
            return sum(responses) / len(order)

        at_once = [sum(min(size, other) for other in sizes) / size for size in sizes]
        harmonic = sum(1 / k for k in sizes)
        assert in_turn(sizes[::-1]) == pytest.approx((n + 1) / 2 * harmonic - (n - 1) / 4)
        assert in_turn(sizes) == pytest.approx((n + 3) / 4)
        assert sum(at_once) / n == pytest.approx((3 * n + 1) / 4)
        every = [1 + sum(other for other in sizes if other != size) / 2 / size for size in sizes]
        assert sum(every) / n == pytest.approx(1 / 2 + (n + 1) / 4 * harmonic)


def test_what_has_to_be_measured_waits_for_a_run_and_says_what_is_known():
    waiting = [name for name, claim in CLAIMS.items() if isinstance(claim.rule, MEASURED)]
    assert waiting
    for name in waiting:
        assert RULINGS[name].ruling == "cannot tell"
        assert RULINGS[name].caveats[-1] == NOT_MEASURED
        assert RULINGS[name].measured
        assert RULINGS[name].basis == "here"


def test_every_ruling_carries_its_source_place_and_words():
    for ruling in RULINGS.values():
        assert ruling.source
        assert ruling.title
        assert ruling.place
        assert ruling.why
        assert "{" not in ruling.why + ruling.measured


def test_what_held_is_a_good_part_of_every_source():
    for study in SOURCES:
        assert sum(r.ruling == "holds" for r in RULINGS.values() if r.id.startswith(study)) >= 3


def test_the_same_files_give_the_same_rulings():
    assert rule_all(FILES, None) == tuple(RULINGS.values())
