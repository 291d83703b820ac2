"""Numbers of workers as expressions of the CPUs allowed."""

import pytest

from assay.study.workers import MOST_IN_SWEEP, spread, workers_of


@pytest.mark.parametrize(
    ("expression", "cpus", "expected"),
    [
        ("1", 8, (1,)),
        (" 12 ", 2, (12,)),
        ("cpus", 6, (6,)),
        ("2*cpus", 4, (8,)),
        ("cpus/2", 5, (2,)),
        ("cpus/2", 1, (1,)),
        ("min(cpus, 4)", 2, (2,)),
        ("min(cpus, 4)", 64, (4,)),
        ("max(2, cpus)", 1, (2,)),
        ("1..cpus", 4, (1, 2, 3, 4)),
        ("1..cpus", 1, (1,)),
        ("2..2*cpus", 2, (2, 3, 4)),
        ("1..cpus", 64, (1, 2, 5, 12, 28, 64)),
    ],
)
def test_an_expression_is_worked_out_for_the_cpus_there_are(expression, cpus, expected):
    assert workers_of(expression, cpus) == expected


@pytest.mark.parametrize(
    "expression", ["", "four", "cpus+1", "0", "5000", "cpus/0", "min(cpus)", "1..", "min(1, min(2, 3))"]
)
def test_what_is_no_number_of_workers_is_refused(expression):
    with pytest.raises(ValueError, match="expected"):
        workers_of(expression, 4)


@pytest.mark.parametrize("high", [6, 7, 16, 100, 256])
def test_a_long_sweep_is_thinned_and_keeps_its_ends(high):
    points = spread(1, high)
    assert points[0] == 1
    assert points[-1] == high
    assert len(points) <= MOST_IN_SWEEP
    assert list(points) == sorted(set(points))
