"""What the pilots printed and how the trials ended."""

from msgspec import structs

from assay.analysis.model import OutputCheck
from assay.analysis.output import check_output
from assay.store.records import Output, Record
from tests.analysis.made_records import made_family, made_pilot, made_trial


def checked(*records: Record, names: tuple[str, ...] = ("old", "new")) -> OutputCheck:
    found = check_output(records, made_family(*names))
    assert found is not None
    return found


def test_equal_output_and_exit_status_are_identical() -> None:
    found = checked(made_pilot("old", "42\n"), made_pilot("new", "42\n"))
    assert found == OutputCheck(same=True, stable=True, text="output: identical | exit 0 both")


def test_the_first_differing_line_is_shown_with_the_sizes() -> None:
    found = checked(made_pilot("old", "a\nb\nc"), made_pilot("new", "a\nB\nc!"))
    assert not found.same
    assert found.text.startswith('output: DIFFERS: line 2 is "b" from old, "B" from new (old prints 5 bytes, new 6')


def test_a_difference_after_the_first_lines_is_told_by_size() -> None:
    long = Output(sha256="other", bytes=2048, head="a")
    found = checked(made_pilot("old", "a"), structs.replace(made_pilot("new", "a"), output=long))
    assert "old prints 1 byte, new 2,048 bytes; their first lines are alike" in found.text


def test_a_long_line_is_cut() -> None:
    found = checked(made_pilot("old", "x" * 100), made_pilot("new", "y"))
    assert f'"{"x" * 40}..."' in found.text


def test_output_that_changes_from_run_to_run_is_not_compared() -> None:
    found = checked(
        made_pilot("old", "1", 0), made_pilot("old", "2", 1), made_pilot("new", "3"), made_pilot("new", "3", 1)
    )
    assert (found.same, found.stable) == (False, False)
    assert "that of old changes from run to run" in found.text
    assert "DIFFERS" not in found.text


def test_exit_statuses_that_differ_are_told_apart() -> None:
    found = checked(made_pilot("old", "1"), made_pilot("new", "1", exit_code=3))
    assert not found.same
    assert found.text == "output: identical | old: exit 0; new: exit 3"


def test_signals_and_time_outs_of_timed_trials_are_seen() -> None:
    crashed = made_trial("new", 4, 1, outcome="crashed", signal=11)
    hung = made_trial("new", 5, 1, outcome="timed out", signal=9)
    found = checked(made_pilot("old", "1"), made_pilot("new", "1"), crashed, hung)
    assert found.text.endswith("old: exit 0; new: exit 0 or signal 11 or timed out")


def test_silent_commands_and_truncated_ones_say_so() -> None:
    assert checked(made_pilot("old", ""), made_pilot("new", "")).text.startswith("output: none")
    cut = Output(sha256="s", bytes=2_000_000, head="x", truncated=True)
    records = (structs.replace(made_pilot(name, "x"), output=cut) for name in ("old", "new"))
    assert "identical in the part that was kept of 2,000,000 bytes" in checked(*records).text


def test_without_pilots_nothing_is_said() -> None:
    assert check_output([made_trial("old", 1, 1)], made_family("old", "new")) is None
