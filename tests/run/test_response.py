"""How long tasks took to come back, on batches small enough to work out by hand."""

import pytest

from assay.run.response import only_computes, response


def test_a_task_alone_on_a_cpu_takes_its_own_length():
    assert response([1000], [7], 1000) == (1.0, 1.0)


def test_in_order_on_one_cpu_the_short_tasks_wait_for_the_long_one():
    # Sizes 2 and 1 on one CPU of 300 ns: lengths 200 and 100, ends at 200 and 300.
    assert response([200, 300], [2, 1], 300) == (2.0, 3.0)


def test_what_the_caller_does_in_between_counts_as_waiting():
    assert response([400], [1], 200) == (2.0, 2.0)


@pytest.mark.parametrize(("sizes", "cpu_ns"), [([0, 0], 100), ([1, 0], 100), ([1, 2], -1), ([1, 2], 0)])
def test_without_sizes_or_cpu_time_it_is_not_known(sizes, cpu_ns):
    assert response([10, 20], sizes, cpu_ns) == (-1.0, -1.0)


def test_tasks_that_also_sleep_are_not_judged_by_their_cpu_time():
    assert only_computes({"workers": "2"})
    assert only_computes({"cpu_percent": "100"})
    assert not only_computes({"cpu_percent": "99"})
