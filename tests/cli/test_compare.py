"""`assay compare` with real processes: what a user types, what comes out, what bad input gets."""

import json
import os
import re
import time

import pytest

from assay.run.locks import machine_lock
from assay.store.reader import RECORDS
from tests.cli.seen import children_with, trials

pytestmark = pytest.mark.usefixtures("native")


def own_program(assay, text, name="program"):
    path = assay.folder / name
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def test_two_commands_are_compared_and_the_run_is_kept(assay):
    status, said, _ = assay("compare", "true", "sleep 0.02", "--rounds", "6", "--margin", "2%")
    assert status == 0
    assert "SLOWER" in said
    (folder,) = assay.runs()
    assert folder.name in said
    assert (folder / "report.txt").read_text() == said
    assert {trial.outcome for trial in trials(folder)} == {"ok"}


def test_json_is_one_document_and_nothing_else_on_standard_output(assay):
    status, said, _ = assay("compare", "true", "true", "--rounds", "2", "--json")
    document = json.loads(said)
    assert status == 0
    assert document["schema"] == "assay/1"
    assert document["comparisons"][0]["rounds"] == 2


@pytest.mark.parametrize("rounds", ["2", "5"])
def test_under_six_rounds_there_is_no_verdict(assay, rounds):
    status, said, _ = assay("compare", "true", "sleep 0.01", "--rounds", rounds)
    assert status == 0
    for verdict in ("FASTER", "SLOWER", "NO DIFFERENCE", "CANNOT TELL"):
        assert verdict not in said


def test_what_it_costs_is_said_on_standard_error_before_measuring(assay):
    _, said, error = assay("compare", "true", "true", "--rounds", "2")
    assert "one round takes about" in error
    assert "one round takes about" not in said


def test_names_stand_for_the_commands(assay):
    _, said, _ = assay("compare", "--name", "old", "--name", "new", "true", "sleep 0.01", "--rounds", "3")
    assert re.search(r"\bnew\b.*\bold\b", said)


def test_report_shows_the_last_run_again(assay):
    _, measured, _ = assay("compare", "true", "sleep 0.01", "--rounds", "3")
    status, again, _ = assay("report")
    assert status == 0
    assert again == measured


@pytest.mark.parametrize("words", [["true"], []])
def test_fewer_than_two_commands_are_refused(assay, words):
    status, _, error = assay("compare", *words)
    assert status == 2
    assert "expected at least two commands" in error


def test_more_than_eight_commands_are_refused(assay):
    status, _, error = assay("compare", *["true"] * 9)
    assert status == 2
    assert "expected at most 8 commands" in error


@pytest.mark.parametrize("margin", ["0", "100%", "-1%", "wide"])
def test_a_margin_that_is_no_share_is_refused(assay, margin):
    status, _, error = assay("compare", "true", "true", "--margin", margin)
    assert status == 2
    assert "expected a share" in error


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e300", "0", "-1", "1e-10", "soon"])
def test_a_time_out_that_no_run_can_have_is_refused(assay, seconds):
    status, _, error = assay("compare", "true", "true", "--timeout", seconds)
    assert status == 2
    assert f"expected seconds, 0.001 to 10,000,000, such as 30 or 0.5, found '{seconds}'" in error
    assert assay.runs() == []


def test_the_longest_time_out_is_taken(assay):
    status, _, _ = assay("compare", "true", "true", "--rounds", "1", "--timeout", "1e7")
    assert status == 0


@pytest.mark.parametrize("rounds", ["0", "99999999999999999999"])
def test_rounds_beyond_reason_are_refused(assay, rounds):
    status, _, error = assay("compare", "true", "true", "--rounds", rounds)
    assert status == 2
    assert "rounds: expected at" in error


def test_quick_and_rounds_together_are_refused(assay):
    status, _, error = assay("compare", "true", "true", "--quick", "--rounds", "9")
    assert status == 2
    assert "found both" in error


def test_quotes_that_do_not_close_are_refused(assay):
    status, _, error = assay("compare", "true", "echo 'a")
    assert status == 2
    assert "quote" in error


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-program-anywhere", "none of that name on the PATH"),
        ("./no-such-file", "no such file"),
        ("./readable", "may not be executed"),
    ],
)
def test_a_command_that_is_not_there_is_refused(assay, command, words):
    (assay.folder / "readable").write_text("data")
    status, _, error = assay("compare", "true", command)
    assert status == 2
    assert words in error
    assert assay.runs() == []


def test_a_program_that_cannot_be_started_is_refused(assay):
    broken = own_program(assay, "#!/no/such/interpreter\n")
    status, _, error = assay("compare", "true", broken)
    assert status == 2
    assert "expected it to start" in error
    assert assay.runs() == []


def test_an_exit_status_is_named_with_the_last_words_and_the_flag(assay):
    status, _, error = assay("compare", "true", "ls ./not-here", "--rounds", "2")
    assert status == 4
    assert "command 'ls ./not-here'" in error
    assert "exit status 2" in error
    assert "not-here" in error.split("exit status 2")[1]
    assert "--ignore-failure" in error
    assert assay.runs() == []


def test_an_exit_status_can_be_ignored(assay):
    status, said, _ = assay("compare", "true", "false", "--rounds", "2", "--ignore-failure")
    assert status == 0
    assert "exit 1" in said


def test_a_crash_names_the_signal_even_when_statuses_are_ignored(assay):
    status, _, error = assay("compare", "true", "sh -c 'kill -SEGV $$'", "--rounds", "2", "-i")
    assert status == 4
    assert "signal 11" in error


def test_a_hanging_command_is_ended_after_its_time_with_all_its_children(assay):
    began = time.monotonic()
    status, _, error = assay("compare", "true", "sh -c 'sleep 987.25 & sleep 987.25'", "--timeout", "0.3")
    assert status == 4
    assert "ended after 0.3 s" in error
    assert "--timeout" in error
    assert time.monotonic() - began < 20
    assert children_with("987.25") == []


def test_a_command_that_ignores_being_asked_to_end_is_ended(assay):
    stubborn = own_program(assay, "#!/bin/sh\ntrap '' TERM INT HUP\nwhile :; do sleep 988.25; done\n")
    status, _, error = assay("compare", "true", stubborn, "--timeout", "0.3")
    assert status == 4
    assert "ended after 0.3 s" in error
    assert children_with("988.25") == []


def test_a_command_that_prints_without_end_is_ended_and_fills_nothing(assay):
    status, _, error = assay("compare", "true", "yes")
    assert status == 4
    assert "printed more than" in error
    assert "> /dev/null" in error
    assert assay.runs() == []


def test_much_output_is_cut_in_the_record_and_said_so(assay):
    status, said, _ = assay("compare", "head -c 3000000 /dev/zero", "head -c 3000000 /dev/zero", "--rounds", "2")
    assert status == 0
    assert "identical in the part that was kept" in said
    assert (assay.runs()[0] / RECORDS).stat().st_size < 200_000


def test_output_that_changes_every_time_is_said_beside_the_result(assay):
    status, said, _ = assay("compare", "true", "date +%N", "--rounds", "2")
    assert status == 0
    assert "change" in said


def test_outputs_that_differ_are_said_beside_the_result(assay):
    _, said, _ = assay("compare", "echo a", "echo b", "--rounds", "2")
    assert "output: DIFFERS" in said


def test_a_command_that_wants_a_terminal_is_shown_with_its_own_words(assay):
    wants = own_program(assay, "#!/bin/sh\n[ -t 0 ] || { echo 'I need a terminal' >&2; exit 1; }\n")
    status, _, error = assay("compare", "true", wants)
    assert status == 4
    assert "I need a terminal" in error


def test_orphans_are_ended_and_harm_nothing(assay):
    status, _, _ = assay("compare", "true", "sh -c 'sleep 989.25 &'", "--rounds", "2")
    assert status == 0
    assert children_with("989.25") == []


def test_a_shell_reads_what_needs_one(assay):
    status, said, _ = assay("compare", "echo a | cat", "echo a", "--rounds", "2")
    assert status == 0
    assert "output: identical" in said


def test_a_second_run_at_once_is_refused(assay):
    with machine_lock():
        status, _, error = assay("compare", "true", "true", "--rounds", "2")
    assert status == 2
    assert f"pid {os.getpid()}" in error
    assert "--wait" in error
    assert assay.runs() == []


@pytest.mark.parametrize("place", ["/proc/no-runs-here", "a-file"])
def test_a_place_that_cannot_hold_runs_is_refused(assay, place):
    (assay.folder / "a-file").write_text("")
    status, _, error = assay("compare", "true", "true", "--runs", place)
    assert status == 2
    assert "--runs DIR" in error
