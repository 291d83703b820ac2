"""Times taken by a workload, summed up: nearest-rank quantiles, raw and from cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.run.messages import Samples
from assay.run.samples import lower_end, problem_of, summary


def raw(*values):
    return summary(Samples(count=len(values), values=values))


def test_one_sample_is_all_its_quantiles():
    assert raw(7) == summary(Samples(count=1, values=(7,)))
    assert (raw(7).median, raw(7).p90, raw(7).p99, raw(7).largest) == (7, 7, 7, 7)


def test_a_quantile_is_the_smallest_value_that_so_many_do_not_exceed():
    hundred = raw(*range(100, 0, -1))
    assert (hundred.count, hundred.median, hundred.p90, hundred.p99, hundred.largest) == (100, 50, 90, 99, 100)
    assert raw(1, 2, 3, 4).median == 2
    assert raw(1, 2, 3, 4).p90 == 4


def cells(values):
    """The same as a histogram, however few they are."""
    counts = {}
    for value in sorted(map(lower_end, values)):
        counts[value] = counts.get(value, 0) + 1
    return summary(Samples(count=len(values), from_=tuple(counts), counts=tuple(counts.values())))


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=200))
def test_cells_give_the_lower_ends_of_what_the_values_give(values):
    exact, coarse = raw(*values), cells(values)
    for name in ("median", "p90", "p99", "largest"):
        assert getattr(coarse, name) == lower_end(getattr(exact, name))


@pytest.mark.parametrize(("value", "end"), [(0, 0), (31, 31), (32, 32), (33, 32), (63, 62), (64, 64), (1023, 992)])
def test_the_lower_end_of_a_cell_keeps_five_binary_digits(value, end):
    assert lower_end(value) == end


@given(st.integers(0, 2**62))
def test_no_cell_is_wider_than_a_sixteenth_of_its_lower_end(value):
    assert 0 <= value - lower_end(value) <= lower_end(value) / 16


def test_good_samples_have_no_problem():
    assert problem_of(Samples(count=2, values=(3, 3))) == ""
    assert problem_of(Samples(count=100_001, from_=(3, 64), counts=(1, 100_000))) == ""
