"""Claims about this machine: made records and made findings drive each of them to each ruling it can have."""

from pathlib import Path

import pytest
from msgspec import structs

from assay.analysis.analyse import analyse
from assay.analysis.model import Comparison, Concurrency, Estimate, Findings, MachineLine, Split
from assay.analysis.rulings import NOT_MEASURED, rule_all
from assay.analysis.rulings_here import kernel_threads, ratio, rule_here, scaling, slower_with_workers
from assay.catalogue import load_catalogue
from assay.plan.expand import make_plan
from assay.store.records import Header, TrialRecord
from assay.study.claim_model import MEASURED, KernelThreadsHere, RatioHere, ScalingHere, SplitHere
from assay.study.claims import claim_files, read_claims
from assay.study.reader import read_study
from tests.analysis.made_ladder import ladder_records, loud_load, quiet_load

STUDIES = Path(__file__).parents[2] / "studies"
SOURCES = ("count", "workers", "keyclass", "batch", "primitives")
FILES = {name: text for study in SOURCES for name, text in claim_files(STUDIES / study).items()}
CATALOGUE = load_catalogue()
PLAN = make_plan(read_study("count", CATALOGUE), CATALOGUE, 1, "full", 2)
SPLIT = SplitHere(splits=("O2 step 4", "O0 step 4"))


def findings(*splits, comparisons=(), seen=(), cpus=2, **other):
    values = {
        "study": "count",
        "title": "",
        "question": "",
        "mode": "full",
        "simulated": False,
        "rounds": 20,
        "seconds": 1.0,
        "comparisons": tuple(comparisons),
        "variants": (),
        "parts": {},
        "splits": splits,
        "concurrency": tuple(seen),
        "claims": (),
        "skipped": (),
        "output": None,
        "machine": MachineLine(cpus, 0.0, 0.0, None, ""),
        "carry_over": "",
        "caveats": (),
        "finished": True,
        "run": "",
    }
    return Findings(**(values | other))


def around(value, width=0.02):
    return Estimate(value, value * (1 - width), value * (1 + width), 0.95, 20)


def split(scaled, extra, name="O2 step 4", width=0.02, **other):
    values = {"workers": 2, "gate_passed": True, "rounds_used": 20, "rounds_left_out": 0} | other
    return Split(name, around(scaled / extra, width), around(scaled, width), around(extra, width), **values)


@pytest.mark.parametrize(
    ("found", "ruling"),
    [
        (split(1.98, 6.6), "artefact"),
        (split(1.65, 6.6), "artefact"),
        (split(1.3, 6.6), "confound"),
        (split(0.7, 1.0), "holds"),
        (split(0.7, 6.6), "holds"),
        (split(1.98, 1.0), "does not hold"),
        (split(1.98, 1.5), "does not hold"),
        (split(1.98, 6.6, rounds_used=9), "cannot tell"),
        (split(1.98, 6.6, width=0.9), "cannot tell"),
        (split(1.0, 1.0), "cannot tell"),
        (split(0.99, 1.0), "cannot tell"),
        (split(1.6, 6.6), "cannot tell"),
        (split(0.99, 6.6, workers=1), "not testable here"),
    ],
)
def test_slower_with_threads_is_read_off_the_split(found, ruling):
    assert slower_with_workers(SPLIT, findings(found)).ruling == ruling


def test_no_interval_means_cannot_tell():
    bare = split(1.98, 6.6)
    bare = structs.replace(bare, scaling=Estimate(1.98, rounds=20))
    assert slower_with_workers(SPLIT, findings(bare)).ruling == "cannot tell"


def test_a_slow_down_seen_at_one_optimisation_is_not_outweighed_by_another():
    both = slower_with_workers(SPLIT, findings(split(1.98, 6.6), split(1.98, 1.0, "O0 step 4")))
    assert both.ruling == "artefact"
    assert both.value == pytest.approx(0.30)
    assert "O2 step 4: 0.30x = 1.98 / 6.6: its loop takes 6.60" in both.measured
    assert "O0 step 4: 1.98x = 1.98 / 1.00: its loop takes 1.00" in both.measured
    assert both.concluded.startswith("it is the loop, not the workers")
    assert both.concluded.endswith("; O0 step 4 with 2 workers is not slower at all")
    alike = slower_with_workers(SPLIT, findings(split(1.98, 6.6), split(1.98, 6.6, "O0 step 4")))
    assert "not slower" not in alike.concluded


def test_more_than_one_family_read_is_said_to_allow_more_error():
    one, two = split(1.98, 6.6), split(1.98, 6.6, "O0 step 4")
    said = "read off 2 families at 95 % each: wrong in at most 10 % of runs"
    assert said in slower_with_workers(SPLIT, findings(one, two)).caveats
    assert said not in slower_with_workers(SPLIT, findings(one)).caveats


def test_one_undecided_split_is_enough_for_doubt_where_the_other_shows_nothing():
    both = slower_with_workers(SPLIT, findings(split(1.98, 6.6, rounds_used=3), split(1.98, 1.0, "O0 step 4")))
    assert both.ruling == "cannot tell"
    assert "O2 step 4: 3 quiet rounds, 10 needed" in both.caveats


def test_one_cpu_cannot_test_it():
    assert slower_with_workers(SPLIT, findings(split(1.98, 6.6), cpus=1)).ruling == "not testable here"


def test_unknown_cpus_are_taken_to_be_enough():
    assert slower_with_workers(SPLIT, findings(split(1.98, 6.6), cpus=0)).ruling == "artefact"


@pytest.mark.parametrize(
    ("found", "scales", "falls_short"),
    [
        (split(1.98, 1.0, "O2 step 0"), "holds", "does not hold"),
        (split(1.5, 1.0, "O2 step 0"), "does not hold", "holds"),
        (split(1.8, 1.0, "O2 step 0"), "cannot tell", "cannot tell"),
        (split(1.98, 1.0, "O2 step 0", rounds_used=9), "cannot tell", "cannot tell"),
        (split(1.0, 1.0, "O2 step 0", workers=1), "not testable here", "not testable here"),
    ],
)
def test_scaling_is_read_off_its_interval(found, scales, falls_short):
    for claimed, ruling in (("scales", scales), ("falls short", falls_short)):
        assert scaling(ScalingHere(split="O2 step 0", claimed=claimed), findings(found)).ruling == ruling


def ran(kernel, workers=2):
    return Concurrency(f"c/count/thread/O2/workers={workers}", 0.99, 2.0, "parallel", kernel, 100)


@pytest.mark.parametrize(
    ("seen", "ruling"),
    [
        ([ran(3)], "holds"),
        ([ran(3), ran(2, workers=1)], "holds"),
        ([ran(2)], "does not hold"),
        ([ran(3), ran(2, workers=2)], "does not hold"),
        ([ran(7)], "cannot tell"),
        ([ran(0)], "cannot tell"),
    ],
)
def test_kernel_threads_are_counted_besides_the_callers(seen, ruling):
    assert kernel_threads(KernelThreadsHere(variant="c/count/thread/*"), findings(seen=seen)).ruling == ruling


def pair(value, width=0.01, metric="process_wall_ns", rounds=20, **other):
    names = {"baseline": "c/count/process/workers=2", "candidate": "c/count/thread/workers=2"} | other
    return Comparison(
        family="f",
        metric=metric,
        better="lower",
        role="primary",
        ratio=value,
        low=None if width is None else value * (1 - width),
        high=None if width is None else value * (1 + width),
        level=0.95,
        rounds=rounds,
        verdict="faster",
        margin=0.01,
        bound=None,
        mode="full",
        baseline_median=None,
        candidate_median=None,
        **names,
    )


@pytest.mark.parametrize(
    ("found", "ruling"),
    [
        ([pair(0.05)], "holds"),
        ([pair(0.3)], "does not hold"),
        ([pair(0.005)], "does not hold"),
        ([pair(0.1)], "cannot tell"),
        ([pair(0.05, width=None)], "cannot tell"),
        ([pair(0.05, rounds=9)], "cannot tell"),
        ([pair(0.05), pair(0.3)], "cannot tell"),
        ([pair(0.05), pair(0.06)], "holds"),
    ],
)
def test_a_ratio_holds_where_its_interval_lies_in_the_claimed_range(found, ruling):
    rule = RatioHere(baseline="c/count/process/*", candidate="c/count/thread/*", at_least=0.01, at_most=0.1)
    assert ratio(rule, findings(comparisons=found)).ruling == ruling


def test_a_ratio_of_another_pair_or_metric_is_none_of_its_business():
    rule = RatioHere(baseline="c/count/process/*", candidate="c/count/thread/*", at_most=1.0)
    others = [pair(0.5, metric="cpu_ns"), pair(0.5, baseline="c/empty/process"), pair(0.5, candidate="c/count/pool")]
    assert ratio(rule, findings(comparisons=others)) is None


def test_an_interrupted_run_gives_no_ruling():
    ruled = rule_here(SPLIT, findings(split(1.98, 6.6), finished=False))
    assert ruled.ruling == "cannot tell"
    assert "interrupted" in ruled.caveats[-1]
    assert ruled.value == pytest.approx(0.30)


def test_quick_says_quick_and_simulated_says_simulated():
    ruled = rule_here(SPLIT, findings(split(1.98, 6.6), mode="quick", simulated=True, rounds=12))
    assert ruled.ruling == "artefact"
    assert "quick: 12 rounds" in ruled.caveats
    assert any("simulated" in caveat for caveat in ruled.caveats)


# Every measured claim of the five sources, driven by findings made for it.
DRIVEN = {
    "count-2": {
        "artefact": findings(split(1.98, 6.6)),
        "confound": findings(split(1.3, 6.6)),
        "holds": findings(split(0.7, 1.0)),
        "does not hold": findings(split(1.98, 1.0)),
        "cannot tell": findings(split(1.98, 6.6, rounds_used=5)),
        "not testable here": findings(split(1.98, 6.6), cpus=1),
    },
    "count-23": {
        "holds": findings(split(1.98, 1.0, "O2 step 0")),
        "does not hold": findings(split(1.2, 1.0, "O2 step 0")),
        "cannot tell": findings(split(1.8, 1.0, "O2 step 0")),
        "not testable here": findings(split(1.98, 1.0, "O2 step 0"), cpus=1),
    },
    "count-24": {
        "holds": findings(split(1.2, 1.0, "O2 step 0")),
        "does not hold": findings(split(1.98, 1.0, "O2 step 0")),
        "cannot tell": findings(split(1.8, 1.0, "O2 step 0")),
        "not testable here": findings(split(1.98, 1.0, "O2 step 0"), cpus=1),
    },
    "count-25": {
        "holds": findings(seen=[ran(3)]),
        "does not hold": findings(seen=[ran(2)]),
        "cannot tell": findings(seen=[ran(9)]),
    },
    "workers-25": {
        "holds": findings(comparisons=[pair(0.9)]),
        "does not hold": findings(comparisons=[pair(1.1)]),
        "cannot tell": findings(comparisons=[pair(1.0)]),
    },
    "primitives-17": {
        ruling: findings(
            comparisons=[
                pair(
                    value,
                    metric="work_wall_ns",
                    baseline="c/empty/process/workers=2",
                    candidate="c/empty/thread/workers=2",
                )
            ]
        )
        for ruling, value in (("holds", 0.05), ("does not hold", 0.5), ("cannot tell", 0.1))
    },
}
CASES = [(name, ruling, made) for name, ways in DRIVEN.items() for ruling, made in ways.items()]


@pytest.mark.parametrize(("name", "ruling", "made"), CASES, ids=[f"{name} {ruling}" for name, ruling, _ in CASES])
def test_findings_drive_each_measured_claim_to_each_ruling(name, ruling, made):
    found = {one.id: one for one in rule_all(FILES, made)}[name]
    assert found.ruling == ruling
    assert NOT_MEASURED not in found.caveats
    assert found.measured


def test_no_measured_claim_is_left_out_above():
    groups = read_claims(FILES)
    assert set(DRIVEN) == {c.id for group in groups for c in group.claims if isinstance(c.rule, MEASURED)}


def records(work, scaled, spread=0.001, load=lambda _: quiet_load(), kernel=None):
    """A run of the counting study: milliseconds by build and step, and how far threads scale."""

    def planted(variant):
        each = 10 * work.get((variant.factors["build"], variant.factors["step"]), 1.0)
        return each if variant.workers == 1 else each / scaled

    found = ladder_records(PLAN, planted, load, spread)
    files = claim_files(STUDIES / "count")
    return [_with(record, files, kernel) for record in found]


def _with(record, files, kernel):
    if isinstance(record, Header):
        return structs.replace(record, files=files)
    if isinstance(record, TrialRecord) and record.probe and kernel is not None and "thread" in record.variant:
        workers = record.probe.iterations[0].workers_seen
        return structs.replace(record, probe=structs.replace(record.probe, kernel_threads=kernel(workers)))
    return record


EXTRA = {("O2", "4"): 6.6, ("O2", "3"): 6.5}
RUNS = [
    ("count-2", "artefact", records(EXTRA, 1.98)),
    ("count-2", "confound", records(EXTRA, 1.3)),
    ("count-2", "holds", records({}, 0.7)),
    ("count-2", "does not hold", records({}, 1.98)),
    ("count-2", "cannot tell", records(EXTRA, 1.98, load=lambda _: loud_load(steal_ms=100))),
    ("count-23", "holds", records({}, 1.98)),
    ("count-23", "does not hold", records({}, 1.4)),
    ("count-23", "cannot tell", records({}, 1.8, spread=0.05)),
    ("count-24", "holds", records({}, 1.4)),
    ("count-24", "does not hold", records({}, 1.98)),
    ("count-24", "cannot tell", records({}, 1.8, spread=0.05)),
    ("count-25", "holds", records({}, 1.98, kernel=lambda workers: workers + 1)),
    ("count-25", "does not hold", records({}, 1.98, kernel=lambda workers: 2)),
    ("count-25", "cannot tell", records({}, 1.98, kernel=lambda workers: workers + 9)),
]


@pytest.mark.parametrize(("name", "ruling", "made"), RUNS, ids=[f"{name} {ruling}" for name, ruling, _ in RUNS])
def test_a_recorded_run_of_the_counting_study_gives_this_ruling(name, ruling, made):
    found = {one.id: one for one in analyse(made).claims}[name]
    assert (found.ruling, found.basis) == (ruling, "here")
