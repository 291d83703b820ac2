"""Words for the parts of a difference."""

from assay.analysis.model import Estimate, Part
from assay.report.goes_with import goes_with

MS = 1e6


def part(name: str, change: float, width: float = 0.1, unit: str = "ns", medians: tuple[float, float] = (0, 0)) -> Part:
    scale = MS if unit == "ns" else 1
    interval = Estimate(change * scale, (change - width) * scale, (change + width) * scale, 0.99, 20)
    return Part(name, medians[0], medians[1], interval, unit)


def test_parts_that_go_the_same_way_are_shares_of_the_whole() -> None:
    parts = [part("wall", -7.4), part("user CPU", -7.1), part("system CPU", 0.02), part("off-CPU", -0.3)]
    assert goes_with(parts) == "7.1 of the 7.4 ms are user CPU, 0.3 off-CPU"


def test_parts_that_go_both_ways_are_listed_with_their_direction() -> None:
    parts = [part("wall", -7.4), part("user CPU", -9.0), part("system CPU", 0), part("off-CPU", 1.6)]
    assert goes_with(parts) == "user CPU 9.000 ms less, off-CPU 1.600 ms more (7.400 ms less in all)"


def test_counts_name_their_medians() -> None:
    faults = part("page faults", -114, 5, "count", (1204, 1090))
    assert goes_with([part("wall", 0), part("off-CPU", 0), faults]) == "fewer page faults (1,204 -> 1,090)"


def test_counts_with_equal_medians_say_by_how_much_the_rounds_differ() -> None:
    switches = part("context switches", 0.5, 0.4, "count", (3, 3))
    assert goes_with([part("wall", 0), part("off-CPU", 0), switches]) == "more context switches (by 0.5)"


def test_a_change_of_the_parts_is_told_even_where_the_whole_cannot_be() -> None:
    assert goes_with([part("wall", 0), part("user CPU", 3), part("off-CPU", -3)]) == (
        "user CPU 3.000 ms more, off-CPU 3.000 ms less"
    )


def test_nothing_is_said_of_parts_that_may_be_zero() -> None:
    assert goes_with([part("wall", 0), part("user CPU", 0.05), part("off-CPU", 0)]) == ""
    assert goes_with([]) == ""


def test_a_difference_without_a_part_that_can_be_told_says_so() -> None:
    parts = [part("wall", 7), part("user CPU", 3, 4), part("off-CPU", 3, 4)]
    assert goes_with(parts) == "no part of the time can be told apart in this many rounds"


def test_several_cpus_are_said_where_off_cpu_time_has_no_meaning() -> None:
    text = goes_with([part("wall", -7.4), part("user CPU", -3)])
    assert text == (
        "3.0 of the 7.4 ms are user CPU; it runs on several CPUs, so CPU time and elapsed time are not parts of one sum"
    )
