from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from assay.plan.model import Trial
from assay.run.execute import Options, run_trial
from assay.run.request import Load, Memory, Report, Run

TRIAL = Trial(family="f", round=3, position=1, variant="v", padding=77)
PLAIN = Options()
LOAD = Load(window_ns=10, cpus=2, steal_ns=1, foreign_ns=2, resolution_ns=3, throttled_ns=4)


class Words(Struct, frozen=True):
    argv: tuple[str, ...] = ("program", "model=thread")
    environment: dict[str, str] | None = None
    cwd: str = ""


class Canned:
    """A launcher that answers with one report and remembers what it was asked."""

    simulated = True

    def __init__(self, report):
        self.report = report
        self.asked = []

    def run(self, request):
        self.asked.append(request)
        return self.report

    def close(self):
        pass


def one_run(**changes):
    values = dict(
        started_ns=1, wall_ns=100, exec_ns=90, user_ns=50, system_ns=20, max_rss_bytes=4096,
        voluntary_switches=1, involuntary_switches=2, minor_faults=3, major_faults=4,
    )  # fmt: skip
    return Run(**{**values, **changes})


def outcome(options=PLAIN, stderr=b"", stdout=b"", error="", runs=None, **changes):
    runs = (one_run(**changes),) if runs is None else runs
    report = Report(runs=() if error else runs, load=LOAD, stdout=stdout, stderr=stderr, error=error)
    return run_trial(TRIAL, Words(), Canned(report), options)


def test_a_run_that_ends_well_is_ok():
    record = outcome()
    assert (record.outcome, record.reason) == ("ok", "")
    assert record.key == TRIAL.key
    assert (record.position, record.padding, record.repeats) == (1, 77, 1)


def test_what_the_launcher_billed_is_kept_column_by_column():
    record = outcome(runs=(one_run(wall_ns=5), one_run(wall_ns=7, migrations=2)))
    assert record.runs.wall_ns == (5, 7)
    assert record.runs.migrations == (-1, 2)
    assert record.repeats == 2
    assert record.load.foreign_ns == 2


def test_events_that_the_machine_does_not_tell_are_left_out():
    assert outcome().runs.migrations == ()
    assert outcome().runs.instructions == ()
    assert outcome(runs=(one_run(instructions=9), one_run())).runs.instructions == (9, -1)


def test_an_exit_status_is_a_crash_with_the_last_words():
    record = outcome(exit_code=3, stderr=b"first\ncannot open x\n")
    assert (record.outcome, record.exit_code) == ("crashed", 3)
    assert record.reason == "exit status 3: first / cannot open x"


def test_an_exit_status_is_ok_where_it_is_to_be_ignored():
    record = outcome(Options(ignore_failure=True), exit_code=3)
    assert (record.outcome, record.exit_code) == ("ok", 3)


def test_a_signal_is_a_crash_even_where_exit_statuses_are_ignored():
    record = outcome(Options(ignore_failure=True), exit_code=-1, signal=11)
    assert (record.outcome, record.reason, record.signal) == ("crashed", "ended by signal 11", 11)


def test_a_run_over_its_time_is_timed_out_and_not_crashed():
    record = outcome(Options(timeout_ns=1_500_000_000), timed_out=True, signal=9, exit_code=-1)
    assert (record.outcome, record.reason) == ("timed out", "ended after 1.5 s")


def test_one_failed_run_fails_its_bundle():
    record = outcome(runs=(one_run(), one_run(exit_code=7), one_run()))
    assert (record.outcome, record.exit_code) == ("crashed", 7)


def test_what_does_not_start_is_a_crash_that_says_so():
    record = outcome(error="not found")
    assert (record.outcome, record.reason, record.runs) == ("crashed", "did not start: not found", None)


def test_what_prints_without_end_has_bad_output():
    report = Report(runs=(one_run(exit_code=-1, signal=9),), load=LOAD, error="printed more than 1073741824 bytes")
    record = run_trial(TRIAL, Words(), Canned(report), PLAIN)
    assert (record.outcome, record.reason) == ("bad output", "printed more than 1073741824 bytes")


def test_what_cannot_be_ended_is_a_crash_and_not_a_failed_start():
    report = Report(runs=(one_run(),), load=LOAD, error="some processes of the tree did not die in 5 s")
    assert run_trial(TRIAL, Words(), Canned(report), PLAIN).reason == "some processes of the tree did not die in 5 s"


def test_orphans_of_all_runs_are_counted():
    assert outcome(runs=(one_run(orphans=1), one_run(orphans=2))).orphans == 3


@pytest.mark.parametrize(("purpose", "kept", "repeat"), [("pilot", 1 << 20, 1), ("timed", 0, 9), ("memory", 0, 1)])
def test_only_pilots_keep_the_output_and_only_timed_trials_are_bundled(purpose, kept, repeat):
    launcher = Canned(Report(runs=(one_run(stdout_bytes=2),), load=LOAD, stdout=b"hi"))
    trial = Trial(family="f", round=1, position=0, variant="v", purpose=purpose)
    record = run_trial(trial, Words(), launcher, Options(repeats=9))
    (request,) = launcher.asked
    assert (request.keep_stdout, request.repeat, request.sample_memory) == (kept, repeat, purpose == "memory")
    assert request.counters == (purpose == "memory")  # they make starting a thread dearer, so never in a timed trial
    assert (record.output is not None) == (purpose == "pilot")


def asked(options, purpose="timed", words=("program", "model=thread")):
    """The request that comes of it."""
    launcher = Canned(Report(runs=(one_run(),), load=LOAD))
    run_trial(Trial(family="f", round=1, position=0, variant="v", purpose=purpose), Words(words), launcher, options)
    return launcher.asked[0]


def test_settings_reach_the_launcher():
    request = asked(Options(settings={"nice": "5", "policy": "batch", "cpus": "1"}))
    assert (request.nice, request.policy, len(request.cpus)) == (5, "batch", 1)
    request = asked(PLAIN)
    assert (request.nice, request.policy, request.cpus) == (0, "", ())


@pytest.mark.parametrize(("purpose", "mark", "expected"), [
    ("memory", "mark=1", True), ("memory", "mark=0", False), ("timed", "mark=1", False), ("pilot", "mark=1", False),
])  # fmt: skip
def test_only_in_memory_trials_a_probe_is_let_go_on_from_its_mark(purpose, mark, expected):
    assert asked(Options(probe=True), purpose, ("probe", mark)).mark == expected
    assert not asked(PLAIN, purpose, ("command", mark)).mark


@pytest.mark.parametrize("error", ["nice: Permission denied; the kernel ...", "policy: fifo needs ...", "cpus: none"])
def test_a_setting_that_the_machine_does_not_allow_is_skipped_with_the_reason(error):
    record = outcome(error=error)
    assert (record.outcome, record.reason, record.runs) == ("skipped", error, None)


class Native(Canned):
    simulated = False


def test_more_cpus_than_there_are_is_skipped_without_asking_anybody():
    launcher = Native(None)
    record = run_trial(TRIAL, Words(), launcher, Options(settings={"cpus": "4000"}))
    assert record.outcome == "skipped"
    assert record.reason.startswith("cpus: expected at most the ")
    assert launcher.asked == []


def test_memory_at_the_mark_is_kept():
    memory = Memory(method="sampled PSS", peak_bytes=9, mean_bytes=5, samples=3, marked_bytes=7)
    report = Report(runs=(one_run(),), load=LOAD, memory=memory)
    assert run_trial(TRIAL, Words(), Canned(report), PLAIN).memory.marked_bytes == 7


def test_a_probe_that_says_nothing_has_bad_output():
    assert outcome(Options(probe=True)).outcome == "bad output"


def test_a_probe_that_dies_in_mid_sentence_is_crashed_and_not_blamed_for_its_output():
    record = outcome(Options(probe=True), exit_code=139, stdout=b'{"say":', stderr=b"segfault")
    assert (record.outcome, record.reason) == ("crashed", "exit status 139: segfault")


def test_a_probe_over_its_time_is_timed_out_whatever_it_said():
    assert outcome(Options(probe=True, timeout_ns=1), stdout=b"nonsense", timed_out=True).outcome == "timed out"


SAID = (Path(__file__).parent / "conversations" / "good" / "no-stamps.jsonl").read_bytes()
"""A probe that did 100 units of work in each iteration."""


def spoken(total, units_word="total", **more):
    hello = msgspec.json.decode(SAID.splitlines()[0])
    words = {name: hello[name] for name in ("workload", "model", "workers", "tasks", "iterations", "warmup", "stamps")}
    argv = ("probe", *(f"{name}={value}" for name, value in (words | more).items()), f"total={total}")
    report = Report(runs=(one_run(),), load=LOAD, stdout=SAID)
    return run_trial(TRIAL, Words(argv), Canned(report), Options(probe=True, units_word=units_word))


def test_a_probe_that_does_another_amount_of_work_than_it_was_asked_for_has_a_wrong_answer():
    record = spoken(total=101)
    assert record.outcome == "wrong answer"
    assert record.reason == "units of work: expected 101 in each iteration, as total says, found 100"
    assert record.probe is not None


def test_a_probe_that_does_what_it_was_asked_for_is_ok():
    assert spoken(total=100).outcome == "ok"


def test_where_no_word_says_how_much_there_is_to_do_nothing_is_held_against_it():
    assert spoken(total=101, units_word="").outcome == "ok"
