"""Planned looks: what is kept, what is left out, and where its share goes."""

import pytest

from assay.stats.looks import ALPHA, planned_looks
from assay.stats.signed_rank import fewest_values


def test_one_comparison_has_four_looks():
    assert planned_looks("full", 1) == ((10, 0.005), (20, 0.010), (40, 0.015), (80, 0.020))


def test_a_look_that_could_not_decide_is_left_out_and_its_share_passed_on():
    # three comparisons: 0.005 / 3 needs 11 rounds, so the look at 10 goes and the one at 20 spends 0.015
    assert fewest_values(0.005 / 3) == 11
    assert planned_looks("full", 3) == ((20, 0.015), (40, 0.015), (80, 0.020))
    assert planned_looks("full", 2)[0] == (10, 0.005)


@pytest.mark.parametrize("comparisons", [1, 2, 3, 7, 28, 1000, 10**6])
def test_shares_always_add_up_to_five_percent(comparisons):
    looks = planned_looks("full", comparisons)
    assert sum(alpha for _, alpha in looks) == pytest.approx(ALPHA, abs=1e-12)
    assert all(fewest_values(alpha / comparisons) <= rounds for rounds, alpha in looks)


def test_so_many_comparisons_that_no_look_could_decide_still_get_one():
    assert planned_looks("full", 2**90) == ((80, ALPHA),)


def test_quick_and_fixed_rounds_are_one_look():
    assert planned_looks("quick", 3) == ((12, 0.05),)
    assert planned_looks("full", 3, rounds=20) == ((20, 0.05),)
    assert planned_looks("quick", 1, rounds=7) == ((7, 0.05),)
