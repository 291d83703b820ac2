"""Why an interval does not decide is said with the goal that lies inside it."""

from assay.analysis.interval_reading import to_both_sides


def test_a_goal_inside_the_interval_is_named_with_whose_interval_it_is():
    said = "the interval reaches to both sides of 1.05; a narrower one would tell"
    assert to_both_sides(1.0, 1.113, (1.05,)) == (said,)
    assert to_both_sides(1.0, 1.113, (None, 1.05), "c, 2 threads") == (f"c, 2 threads: {said}",)


def test_nothing_is_said_where_no_goal_lies_inside_or_there_is_no_interval():
    assert to_both_sides(1.1, 1.2, (1.05, None)) == ()
    assert to_both_sides(None, None, (1.05,)) == ()
