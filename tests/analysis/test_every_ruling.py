"""Every rule that measures can come out in every way it may: a rule that has only one end is a defect."""

import pytest
from msgspec import structs

from assay.analysis.rulings_here import RULES, rule_here
from assay.study.claim_model import (
    MEASURED,
    POSSIBLE,
    RULINGS,
    BudgetHere,
    EqualScalingHere,
    KernelThreadsHere,
    NotParallelHere,
    RatioHere,
    ResponseHere,
    ScalingHere,
    SplitHere,
)
from tests.analysis import driven
from tests.analysis.driven import findings


def split(scaled, extra=1.0, name="a", **other):
    values = {"variant": f"c/count/{name}/workers=2", "family": "f"} | other
    return driven.split(scaled, extra, name, **values)


def scaling(share, of_ceiling=None, name="c/count/thread/workers=2", **other):
    return driven.scaling(name, share, of_ceiling, **other)


def ran(word="concurrent", cpu=1.0, kernel=3, workers=2):
    return driven.ran(f"python/count/thread/workers={workers}", word, cpu, kernel)


def pair(value, **other):
    return driven.pair(value, **({"metric": "unit_ns", "baseline": "c/O2", "candidate": "c/O0"} | other))


def response(mean, **other):
    return driven.response("go/batch/coroutine/workers=17", mean, **other)


def with_budget(share, **other):
    return findings(budget=driven.budget("c/count/thread/O2/workers=2", share, **other))


SLOWER = SplitHere(splits=("a",))
SCALES = ScalingHere(split="a", claimed="scales")
SHORT = ScalingHere(split="c/count/*", claimed="falls short")
NO_GAIN = ScalingHere(split="a", claimed="no gain")
OF_CEILING = ScalingHere(variant="c/count/*", claimed="scales", against="ceiling", reaches=0.95)
OF_CPUS = ScalingHere(variant="c/count/*", claimed="scales")
ALIKE = EqualScalingHere(splits=("a", "b"))
DIFFER = EqualScalingHere(splits=("a", "b"), claimed="differ")
NOT_PARALLEL = NotParallelHere(variant="python/*")
EACH_ONE = KernelThreadsHere(variant="python/*")
FEWER = KernelThreadsHere(variant="python/*", fewer=True)
RATIO = RatioHere(baseline="c/O2", candidate="c/O0", metric="unit_ns", at_least=2.0, at_most=8.0)
COSTS = BudgetHere(variant="c/count/thread/*", at_least=0.05)
RESPONSE = ResponseHere(variant="go/*", at_least=8.0, at_most=10.0)

CASES = [
    (SLOWER, "holds", findings(splits=[split(0.7)])),
    (SLOWER, "does not hold", findings(splits=[split(1.98)])),
    (SLOWER, "artefact", findings(splits=[split(1.98, 6.6)])),
    (SLOWER, "confound", findings(splits=[split(1.3, 6.6)])),
    (SLOWER, "cannot tell", findings(splits=[split(1.98, 6.6, width=0.9)])),
    (SLOWER, "not testable here", findings(splits=[split(1.98)], cpus=1)),
    (SCALES, "holds", findings(splits=[split(1.98)])),
    (SCALES, "does not hold", findings(splits=[split(1.5)])),
    (SCALES, "cannot tell", findings(splits=[split(1.8)])),
    (SCALES, "cannot tell", findings(splits=[split(1.98, rounds_used=9)])),
    (SCALES, "not testable here", findings(splits=[split(1.0)], cpus=1)),
    (SHORT, "holds", findings(splits=[split(1.5), split(1.4, name="b")])),
    (SHORT, "does not hold", findings(splits=[split(1.5), split(1.98, name="b")])),
    (SHORT, "cannot tell", findings(splits=[split(1.5), split(1.8, name="b")])),
    (SHORT, "not testable here", findings(splits=[split(1.0), split(1.0, name="b")], cpus=1)),
    (NO_GAIN, "holds", findings(splits=[split(1.01)])),
    (NO_GAIN, "does not hold", findings(splits=[split(1.9)])),
    (NO_GAIN, "cannot tell", findings(splits=[split(1.2)])),
    (NO_GAIN, "not testable here", findings(splits=[split(1.0)], cpus=1)),
    (OF_CEILING, "holds", findings(scaling=[scaling(0.90, 0.98)])),
    (
        OF_CEILING,
        "does not hold",
        findings(scaling=[scaling(0.98, 0.98), scaling(0.9, 0.9, name="c/count/pool/workers=2")]),
    ),
    (OF_CEILING, "cannot tell", findings(scaling=[scaling(0.98, 0.95)])),
    (OF_CEILING, "cannot tell", findings(scaling=[scaling(0.98, None)])),
    (OF_CEILING, "not testable here", findings(scaling=[scaling(1.0, 1.0, cpus=1)])),
    (OF_CPUS, "holds", findings(scaling=[scaling(0.95)])),
    (OF_CPUS, "does not hold", findings(scaling=[scaling(0.5)])),
    (OF_CPUS, "cannot tell", findings(scaling=[scaling(0.95, rounds=9)])),
    (OF_CPUS, "not testable here", findings(scaling=[scaling(1.0, cpus=1)])),
    (ALIKE, "holds", findings(splits=[split(1.98, width=0.005), split(1.97, name="b", width=0.005)])),
    (ALIKE, "does not hold", findings(splits=[split(1.98), split(1.5, name="b")])),
    (ALIKE, "cannot tell", findings(splits=[split(1.98), split(1.9, name="b")])),
    (ALIKE, "cannot tell", findings(splits=[split(1.98)])),
    (ALIKE, "not testable here", findings(splits=[split(1.0), split(1.0, name="b")], cpus=1)),
    (DIFFER, "holds", findings(splits=[split(1.98), split(1.5, name="b")])),
    (DIFFER, "does not hold", findings(splits=[split(1.98, width=0.005), split(1.97, name="b", width=0.005)])),
    (DIFFER, "cannot tell", findings(splits=[split(1.98), split(1.9, name="b")])),
    (DIFFER, "not testable here", findings(splits=[split(1.0), split(1.0, name="b")], cpus=1)),
    (NOT_PARALLEL, "holds", findings(concurrency=[ran()])),
    (NOT_PARALLEL, "does not hold", findings(concurrency=[ran(), ran("parallel", 1.98, workers=4)])),
    (NOT_PARALLEL, "cannot tell", findings(concurrency=[ran("not shown")])),
    (NOT_PARALLEL, "cannot tell", findings(concurrency=[ran(cpu=None)])),
    (NOT_PARALLEL, "not testable here", findings(concurrency=[ran()], cpus=1)),
    (EACH_ONE, "holds", findings(concurrency=[ran(kernel=3)])),
    (EACH_ONE, "does not hold", findings(concurrency=[ran(kernel=2)])),
    (EACH_ONE, "cannot tell", findings(concurrency=[ran(kernel=9)])),
    (FEWER, "holds", findings(concurrency=[ran(kernel=3, workers=16)])),
    (FEWER, "does not hold", findings(concurrency=[ran(kernel=3)])),
    (FEWER, "cannot tell", findings(concurrency=[ran(kernel=0)])),
    (RATIO, "holds", findings(comparisons=[pair(4.0)])),
    (RATIO, "does not hold", findings(comparisons=[pair(1.1)])),
    (RATIO, "cannot tell", findings(comparisons=[pair(2.0)])),
    (RATIO, "cannot tell", findings(comparisons=[pair(4.0, width=None)])),
    (RESPONSE, "holds", findings(responses=[response(9.0)])),
    (RESPONSE, "does not hold", findings(responses=[response(13.7)])),
    (RESPONSE, "cannot tell", findings(responses=[response(8.0)])),
    (RESPONSE, "cannot tell", findings(responses=[response(9.0, trials=5)])),
    (COSTS, "holds", with_budget(0.08)),
    (COSTS, "does not hold", with_budget(0.002)),
    (COSTS, "cannot tell", with_budget(0.05)),
    (COSTS, "cannot tell", with_budget(0.002, trials=9)),
    (COSTS, "cannot tell", with_budget(0.002, width=None)),
]


def tag(rule):
    return rule.__struct_config__.tag


@pytest.mark.parametrize(("rule", "ruling", "found"), CASES, ids=[f"{tag(rule)}: {word}" for rule, word, _ in CASES])
def test_findings_drive_a_rule_to_this_ruling(rule, ruling, found):
    ruled = rule_here(rule, found)
    assert ruled.ruling == ruling
    assert ruled.measured


@pytest.mark.parametrize("kind", MEASURED, ids=tag)
def test_no_ruling_of_any_rule_is_left_out_above(kind):
    assert {word for rule, word, _ in CASES if type(rule) is kind} == set(POSSIBLE[kind])


def test_every_rule_that_measures_has_its_function_and_says_what_it_can_come_out_as():
    assert set(RULES) == set(MEASURED) == set(POSSIBLE)
    assert all(set(words) <= set(RULINGS) for words in POSSIBLE.values())


@pytest.mark.parametrize("rule", list({type(rule): rule for rule, _, _ in CASES}.values()), ids=tag)
def test_what_was_not_measured_is_not_ruled_on(rule):
    assert rule_here(rule, findings()) is None


@pytest.mark.parametrize(("rule", "ruling", "found"), CASES, ids=[f"{tag(rule)}: {word}" for rule, word, _ in CASES])
def test_an_interrupted_run_takes_every_ruling_back(rule, ruling, found):
    assert rule_here(rule, structs.replace(found, finished=False)).ruling == "cannot tell"


def test_a_ruling_read_off_several_families_says_how_often_it_may_err():
    two = findings(splits=[split(1.98), split(1.98, name="b", family="g")])
    said = "read off 2 families at 95 % each: wrong in at most 10 % of runs"
    assert said in rule_here(ScalingHere(split="c/count/*", claimed="scales"), two).caveats
    assert said not in rule_here(SCALES, two).caveats


def test_the_telling_split_of_several_comes_first():
    found = findings(splits=[split(1.98), split(1.2, name="b")])
    ruled = rule_here(ScalingHere(split="c/count/*", claimed="scales"), found)
    assert (ruled.ruling, ruled.splits, ruled.value) == ("does not hold", ("b", "a"), 1.2)


def test_where_some_scalings_were_not_measured_equal_is_not_said():
    rule = EqualScalingHere(splits=("a", "b", "c/absent/*"))
    ruled = rule_here(rule, findings(splits=[split(1.98, width=0.005), split(1.97, name="b", width=0.005)]))
    assert ruled.ruling == "cannot tell"
    assert "c/absent/*: not measured" in ruled.caveats
