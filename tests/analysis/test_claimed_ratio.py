"""A published ratio beside ours: recomputed, measured, or turned round where times were compared."""

import pytest

from assay.analysis.rulings import rule_all
from assay.errors import StudyError
from tests.report.made_findings import CLAIMS, ruled

LOOP = "loop/claims.toml"
RATIO = '[claim.ratio]\nwhat = "C, four threads against none"\npublished = "0.3"\ncpus = 4\n'


def with_ratio(ratio: str, claim: str = "loop-1") -> dict[str, str]:
    head, start, rest = CLAIMS.partition(f'id = "{claim}"')
    return {LOOP: head + start + rest.replace("[claim.rule]", f"{ratio}[claim.rule]", 1)}


def test_what_a_split_measures_stands_beside_what_was_published():
    claim = rule_all(with_ratio(RATIO), ruled())[0]
    assert claim.ratio.published == 0.3
    assert claim.ratio.cpus == 4
    assert (claim.ratio.value, claim.ratio.low, claim.ratio.high) == (claim.value, claim.low, claim.high)
    assert claim.ratio.low < claim.ratio.value < claim.ratio.high < 1


def test_without_a_run_only_the_published_one_is_known():
    ratio = rule_all(with_ratio(RATIO), None)[0].ratio
    assert (ratio.published, ratio.value, ratio.low) == (0.3, None, None)


def test_a_formula_gives_what_follows_from_their_own_numbers():
    ratio = rule_all(with_ratio(RATIO + 'here = "0.5 / 2"\n', "loop-2"), None)[1].ratio
    assert (ratio.published, ratio.value, ratio.low) == (0.3, 0.25, None)


def test_a_ratio_of_times_is_turned_round():
    old = 'kind = "scaling, here"\nsplit = "step 7"\nclaimed = "scales"'
    names = 'baseline = "c/count/serial/step=0"\ncandidate = "c/count/thread/step=1/workers=2"'
    new = f'kind = "ratio, here"\n{names}\nat_most = 4'
    files = {LOOP: with_ratio(RATIO, "loop-3")[LOOP].replace(old, new)}
    claim = rule_all(files, ruled())[2]
    assert claim.ratio.value == pytest.approx(1 / claim.value)
    assert (claim.ratio.low, claim.ratio.high) == pytest.approx((1 / claim.high, 1 / claim.low))


def test_a_claim_without_a_ratio_has_none():
    assert [claim.ratio for claim in rule_all({LOOP: CLAIMS}, ruled())] == [None, None, None]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"0.3"', '"0"', "ratio: published: expected one number above 0, found 0"),
        ('"0.3"', '"[1, 2]"', "ratio: published: expected one number above 0"),
        ('"0.3"', '"nothing"', "ratio: published: nothing"),
        ("cpus = 4", "cpu = 4", "cpu"),
    ],
)
def test_a_ratio_that_is_none_is_refused_with_its_place(old, new, said):
    with pytest.raises(StudyError) as refused:
        rule_all(with_ratio(RATIO.replace(old, new)), None)
    assert said in str(refused.value)
    assert "loop-1" in str(refused.value)


def test_a_rule_that_measures_no_speed_is_refused():
    old = 'kind = "scaling, here"\nsplit = "step 7"\nclaimed = "scales"'
    new = 'kind = "kernel threads, here"\nvariant = "c/*"'
    files = {LOOP: with_ratio(RATIO, "loop-3")[LOOP].replace(old, new)}
    with pytest.raises(StudyError, match="expected a rule that measures a ratio of times"):
        rule_all(files, None)
