"""Claims about this machine: made records and made findings drive each of them to each ruling it can have."""

from pathlib import Path

import pytest
from msgspec import structs

from assay.analysis.analyse import analyse
from assay.analysis.model import Estimate
from assay.analysis.rulings import NOT_MEASURED, rule_all
from assay.analysis.rulings_here import rule_here
from assay.analysis.rulings_ratios import ratio
from assay.analysis.rulings_running import kernel_threads
from assay.analysis.rulings_scaling import scaling
from assay.analysis.rulings_splits import slower_with_workers
from assay.store.records import Header, TrialRecord
from assay.study.claim_model import MEASURED, POSSIBLE, KernelThreadsHere, RatioHere, ScalingHere, SplitHere
from assay.study.claims import claim_files, read_claims
from tests.analysis.driven import MAKERS, drive, pair, split
from tests.analysis.driven import findings as made_findings
from tests.analysis.driven import ran as made_ran
from tests.analysis.made_ladder import ladder_plan, ladder_records, loud_load, quiet_load

STUDIES = Path(__file__).parents[2] / "studies"
SOURCES = ("count", "workers", "keyclass", "batch", "primitives")
FILES = {name: text for study in SOURCES for name, text in claim_files(STUDIES / study).items()}
SPLIT = SplitHere(splits=("O2 step 4", "O0 step 4"))


def findings(*splits, comparisons=(), seen=(), cpus=2, **other):
    return made_findings(cpus, splits=list(splits), comparisons=list(comparisons), concurrency=list(seen), **other)


def ran(kernel, workers=2):
    return made_ran(f"c/count/thread/O2/workers={workers}", "parallel", 2.0, kernel)


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


MEASURED_CLAIMS = {
    claim.id: claim for group in read_claims(FILES) for claim in group.claims if isinstance(claim.rule, MEASURED)
}
EVERY_END = [(name, ruling) for name, claim in MEASURED_CLAIMS.items() for ruling in POSSIBLE[type(claim.rule)]]


@pytest.mark.parametrize(("name", "ruling"), EVERY_END, ids=[" ".join(each) for each in EVERY_END])
def test_findings_drive_each_measured_claim_to_each_ruling(name, ruling):
    made = drive(MEASURED_CLAIMS[name].rule, ruling)
    found = {one.id: one for one in rule_all(FILES, made)}[name]
    assert found.ruling == ruling
    assert NOT_MEASURED not in found.caveats
    assert found.measured


def test_every_kind_of_rule_that_measures_has_a_maker():
    assert set(MAKERS) == set(MEASURED)


CLAIMS = """
[source]
name = "Somebody 2020"
title = "Threads"
what = "counts"
{claims}
"""
CLAIM = """
[[claim]]
id = "mine-{number}"
place = "p"
claim = "c"
published = "p"
measure = "m"
basis = "here"
here = "h"
why = "w"
if_true = "t"
if_artefact = "a"
[claim.rule]
{rule}
"""
RULED = {
    "mine-1": 'kind = "slower with workers, here"\nsplits = ["O2 step 2", "O0 step 2"]',
    "mine-2": 'kind = "scaling, here"\nsplit = "c/count/thread/O2/step=0/*"\nclaimed = "scales"',
    "mine-3": 'kind = "kernel threads, here"\nvariant = "c/count/thread/*"',
    "mine-4": 'kind = "equal scaling, here"\nsplits = ["O2 step 0", "O2 step 2"]',
}
MINE = {
    "mine/claims.toml": CLAIMS.format(
        claims="".join(CLAIM.format(number=n, rule=rule) for n, rule in enumerate(RULED.values(), 1))
    )
}
PLAN = ladder_plan()


def records(work, scaled, spread=0.001, load=lambda _: quiet_load(), kernel=None):
    """A run of the made study: work by build and step, and how far threads scale (at all steps, or step by step)."""

    def planted(variant):
        step = variant.factors["step"]
        each = 10 * work.get((variant.factors["build"], step), 1.0)
        return each if variant.workers == 1 else each / (scaled[step] if isinstance(scaled, dict) else scaled)

    return [_with(record, kernel) for record in ladder_records(PLAN, planted, load, spread)]


def _with(record, kernel):
    if isinstance(record, Header):
        return structs.replace(record, files=MINE)
    if isinstance(record, TrialRecord) and record.probe and kernel is not None and "thread" in record.variant:
        workers = record.probe.iterations[0].workers_seen
        return structs.replace(record, probe=structs.replace(record.probe, kernel_threads=kernel(workers)))
    return record


EXTRA = {("O2", "1"): 6.5, ("O2", "2"): 6.6}
RUNS = [
    ("mine-1", "artefact", records(EXTRA, 1.98)),
    ("mine-1", "confound", records(EXTRA, 1.3)),
    ("mine-1", "holds", records({}, 0.7)),
    ("mine-1", "does not hold", records({}, 1.98)),
    ("mine-1", "cannot tell", records(EXTRA, 1.98, load=lambda _: loud_load(steal_ms=100))),
    ("mine-2", "holds", records({}, 1.98)),
    ("mine-2", "does not hold", records({}, 1.4)),
    ("mine-2", "cannot tell", records({}, 1.8, spread=0.05)),
    ("mine-3", "holds", records({}, 1.98, kernel=lambda workers: workers + 1)),
    ("mine-3", "does not hold", records({}, 1.98, kernel=lambda workers: 1)),
    ("mine-3", "cannot tell", records({}, 1.98, kernel=lambda workers: workers + 9)),
    ("mine-4", "holds", records({}, 1.98)),
    ("mine-4", "does not hold", records({}, {"0": 1.98, "1": 1.98, "2": 1.5})),
    ("mine-4", "cannot tell", records({}, {"0": 1.98, "1": 1.98, "2": 1.88}, spread=0.03)),
]


@pytest.mark.parametrize(("name", "ruling", "made"), RUNS, ids=[f"{name} {ruling}" for name, ruling, _ in RUNS])
def test_a_recorded_run_gives_this_ruling(name, ruling, made):
    found = {one.id: one for one in analyse(made).claims}[name]
    assert (found.ruling, found.basis) == (ruling, "here")
