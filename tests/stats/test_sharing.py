"""Theory of a batch of 17 tasks, of sizes 1 to 17, against numbers worked out elsewhere and by hand."""

import pytest

from assay.stats.sharing import finishing_times, mean_response

DOWN, UP = tuple(range(17, 0, -1)), tuple(range(1, 18))


def told(sizes, cpus, at_once):
    ends = finishing_times(sizes, cpus, at_once)
    return round(max(ends), 2), round(mean_response(sizes, ends), 2)


@pytest.mark.parametrize(
    ("sizes", "cpus", "at_once", "elapsed", "response"),
    [
        (DOWN, 1, 1, 153, 26.96),
        (UP, 1, 1, 153, 5.00),
        (DOWN, 1, 2, 153, 27.36),
        (DOWN, 1, 4, 153, 28.05),
        (DOWN, 1, 8, 153, 29.12),
        (DOWN, 1, 17, 153, 13.00),
        (DOWN, 2, 2, 77, 13.71),
        (UP, 2, 2, 81, 2.78),
        (DOWN, 2, 4, 77, 14.06),
        (DOWN, 2, 8, 77, 14.59),
        (DOWN, 2, 17, 77, 6.50),
        (DOWN, 4, 4, 39, 7.06),
        (UP, 4, 4, 45, 1.70),
        (DOWN, 4, 17, 39.75, 3.26),
    ],
)
def test_a_batch_of_seventeen_comes_back_as_theory_says(sizes, cpus, at_once, elapsed, response):
    assert told(sizes, cpus, at_once) == (elapsed, response)


def test_equal_tasks_that_take_turns_all_come_back_last():
    # Each of 4 tasks of size 1 on one CPU ends at 4 if they take turns; in order they end at 1, 2, 3, 4.
    assert finishing_times([1, 1, 1, 1], 1, 4) == pytest.approx([4, 4, 4, 4])
    assert finishing_times([1, 1, 1, 1], 1, 1) == pytest.approx([1, 2, 3, 4])


def test_no_task_runs_on_two_cpus():
    assert finishing_times([3.0], 8, 8) == [3.0]


def test_a_task_waits_until_one_ends():
    # Two CPUs, two at once: 3 and 1 begin; the 2 comes in at 1 and ends at 3.
    assert finishing_times([3, 1, 2], 2, 2) == pytest.approx([3, 1, 3])


@pytest.mark.parametrize(("sizes", "cpus", "at_once"), [([1], 0, 1), ([1], 1, 0), ([0], 1, 1)])
def test_a_batch_without_cpus_places_or_work_is_refused(sizes, cpus, at_once):
    with pytest.raises(ValueError, match="expected at least one CPU"):
        finishing_times(sizes, cpus, at_once)


def test_an_empty_batch_is_done():
    assert finishing_times([], 2, 2) == []
