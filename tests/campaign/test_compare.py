"""`assay compare` from the words to the findings, with a launcher that only draws times."""

import pytest

from assay.campaign.bench import Bench
from assay.campaign.commands import Asked, compare, continue_comparison
from assay.errors import CommandFailed, StoreError, UsageError
from assay.run.progress import Silence
from assay.run.request import LOST
from assay.run.simulated import Behaviour, Failure, SimulatedLauncher
from assay.store.reader import RECORDS, read_records
from assay.store.records import Header, Note, TrialRecord

SLOW = Behaviour(seconds=0.1)
FAST = Behaviour(seconds=0.1, effect=-0.1)


class Ear(Silence):
    """Remembers what was said."""

    def __init__(self):
        self.said = []

    def say(self, sentence):
        self.said.append(sentence)


class Until(SimulatedLauncher):
    """The user presses Ctrl-C in the middle of the trial of this number."""

    def __init__(self, laws, seed, stop_at):
        super().__init__(laws, seed)
        self.stop_at = stop_at

    def run(self, request):
        if len(self.requests) + 1 == self.stop_at:
            self.requests.append(request)
            raise KeyboardInterrupt
        return super().run(request)


@pytest.fixture
def ear():
    return Ear()


@pytest.fixture
def bench(tmp_path, ear):
    def make(launcher, facts=None):
        return Bench(lambda: launcher, ear, tmp_path / "runs", lambda: dict(facts or {"cpus": "2"}))

    return make


def simulated(old=SLOW, new=FAST, seed=5):
    return SimulatedLauncher({"old": old, "new": new}, seed)


def asked(**changes):
    return Asked(**{"commands": ("true old", "true new"), "names": ("old", "new"), "seed": 3, **changes})


def trials(path, purpose="timed"):
    return [one for one in read_records(path) if isinstance(one, TrialRecord) and one.purpose == purpose]


def notes(path, topic):
    return [one for one in read_records(path) if isinstance(one, Note) and one.topic == topic]


def primary(findings):
    return next(one for one in findings.comparisons if one.role == "primary")


def test_a_clear_difference_is_told_at_the_first_look(bench):
    result = compare(asked(), bench(simulated()))
    assert primary(result.findings).verdict == "faster"
    assert primary(result.findings).rounds == 10
    assert result.exit_status == 0
    assert len(trials(result.folder)) == 20


def test_no_difference_takes_more_looks_and_ends_at_the_last(bench):
    result = compare(asked(), bench(simulated(new=SLOW)))
    assert primary(result.findings).verdict in ("no_difference", "cannot_tell")
    assert max(trial.round for trial in trials(result.folder)) in (20, 40, 80)


def test_a_fixed_number_of_rounds_is_kept_whatever_comes_out(bench):
    result = compare(asked(rounds=15), bench(simulated()))
    assert len(trials(result.folder)) == 30


@pytest.mark.parametrize("rounds", [2, 5])
def test_under_six_rounds_there_are_medians_and_no_verdict(bench, rounds):
    result = compare(asked(rounds=rounds), bench(simulated()))
    assert primary(result.findings).verdict == "none"
    assert primary(result.findings).baseline_median is not None
    assert result.exit_status == 0


def test_each_command_is_tried_twice_before_anything_is_timed(bench):
    result = compare(asked(rounds=6), bench(simulated()))
    records = [one for one in read_records(result.folder) if isinstance(one, TrialRecord)]
    assert [one.purpose for one in records[:5]] == ["pilot"] * 4 + ["timed"]
    assert sorted(one.variant for one in records[:4]) == ["new", "new", "old", "old"]


def test_fast_commands_are_bundled_and_the_bundle_is_noted(bench):
    launcher = simulated(Behaviour(seconds=0.001), Behaviour(seconds=0.002))
    result = compare(asked(rounds=80), bench(launcher))
    (note,) = notes(result.folder, "bundle")
    assert 40 <= int(note.values["old"]) <= 60
    assert {trial.repeats for trial in trials(result.folder) if trial.variant == "old"} == {int(note.values["old"])}


def test_what_a_round_costs_and_when_verdicts_come_is_said_before_measuring(bench, ear):
    compare(asked(), bench(simulated()))
    assert ear.said[0] == "trying each command twice, untimed"
    assert "one round takes about 0.2 s" in ear.said[1]
    assert "first verdict can come after 10 rounds" in ear.said[1]
    assert "last after 80" in ear.said[1]


def test_memory_comes_from_extra_trials_after_the_timed_ones(bench):
    one_second = Behaviour(seconds=1.0)
    result = compare(asked(rounds=20), bench(simulated(one_second, one_second)))
    memory = trials(result.folder, "memory")
    assert len(memory) in (2 * 4, 2 * 5)  # 10 s, at about 2 s a round
    assert all(trial.memory is not None for trial in memory)
    assert all(trial.memory is None for trial in trials(result.folder))


def test_quick_says_quick_and_measures_no_peak(bench):
    result = compare(asked(mode="quick"), bench(simulated()))
    assert result.findings.mode == "quick"
    assert len(trials(result.folder)) == 24
    assert trials(result.folder, "memory") == []


def test_simulated_records_are_marked(bench):
    result = compare(asked(rounds=6), bench(simulated()))
    assert read_records(result.folder)[0].simulated
    assert result.findings.simulated


def test_a_shell_is_used_for_all_when_asked_for(bench):
    launcher = simulated()
    compare(asked(rounds=6, shell=True), bench(launcher))
    assert {request.argv[:2] for request in launcher.requests} == {("/bin/sh", "-c")}


def test_without_metacharacters_there_is_no_shell(bench):
    launcher = simulated()
    compare(asked(rounds=6), bench(launcher))
    assert {request.argv[0] for request in launcher.requests} == {"true"}


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (Failure(exit_code=2), r"command 'true new': .*found exit status 2.*--ignore-failure"),
        (Failure(signal=11), r"command 'true new': .*found ended by signal 11.*mend it first"),
    ],
)
def test_a_command_that_fails_by_itself_ends_it_before_anything_is_timed(bench, tmp_path, failure, sentence):
    with pytest.raises(CommandFailed, match=sentence) as caught:
        compare(asked(), bench(simulated(new=Behaviour(failures={0: failure}))))
    assert caught.value.exit_status == 4
    assert list((tmp_path / "runs").iterdir()) == []


def test_the_last_words_of_a_failing_command_are_shown(bench):
    failing = Behaviour(failures={0: Failure(exit_code=1)}, stderr=b"new: cannot open data\n")
    with pytest.raises(CommandFailed, match="new: cannot open data"):
        compare(asked(), bench(simulated(new=failing)))


def test_a_command_that_hangs_names_the_time_it_was_given(bench):
    with pytest.raises(CommandFailed, match=r"ended after 2 s.*--timeout"):
        compare(asked(timeout_s=2.0), bench(simulated(new=Behaviour(failures={0: Failure(hangs=True)}))))


def test_a_command_that_does_not_start_is_the_users_mistake(bench):
    with pytest.raises(UsageError, match="expected it to start, found: did not start: not executable"):
        compare(asked(), bench(simulated(new=Behaviour(failures={0: Failure(error="not executable")}))))


def test_exit_statuses_can_be_allowed(bench):
    failing = Behaviour(seconds=0.1, failures={0: Failure(exit_code=1)})
    result = compare(asked(ignore_failure=True, rounds=6), bench(simulated(new=failing)))
    assert result.exit_status == 0
    assert {trial.outcome for trial in trials(result.folder)} == {"ok"}


def test_a_trial_that_fails_later_drops_its_pair_and_shows_in_the_exit_status(bench):
    sometimes = Behaviour(seconds=0.1, effect=-0.1, failures={5: Failure(exit_code=1)})
    result = compare(asked(rounds=12), bench(simulated(new=sometimes)))
    assert primary(result.findings).rounds == 11
    assert result.exit_status == 4


def test_a_variant_that_fails_time_after_time_is_not_run_again(bench):
    breaks = Behaviour(seconds=0.1, failures={number: Failure(signal=6) for number in range(3, 200)})
    launcher = simulated(new=breaks)
    result = compare(asked(), bench(launcher))
    assert sum(request.variant == "new" for request in launcher.requests) == 2 + 5
    assert result.exit_status == 4
    assert notes(result.folder, "stopped")[0].values["reason"] == "failures"


def test_a_trial_whose_launcher_was_lost_is_run_again_once(bench, ear):
    lost = {number: Failure(error=f"{LOST} (it ended without an answer; killed by signal 9)") for number in (4, 8, 9)}
    result = compare(asked(rounds=6), bench(simulated(new=Behaviour(seconds=0.1, failures=lost))))
    outcomes = [one.outcome for one in trials(result.folder) if one.variant == "new"]
    assert outcomes == ["ok", "ok", "ok", "ok", "crashed", "ok"]
    assert sum("was lost" in sentence and "is run again" in sentence for sentence in ear.said) == 2


def interrupted(bench, stop_at, **changes):
    launcher = Until({"old": SLOW, "new": FAST}, 5, stop_at)
    return compare(asked(**changes), bench(launcher))


def test_ctrl_c_gives_what_is_known_so_far_without_a_verdict(bench):
    result = interrupted(bench, stop_at=20)
    assert result.exit_status == 130
    assert not result.findings.finished
    assert primary(result.findings).verdict == "none"
    assert len(trials(result.folder)) == 15


@pytest.mark.parametrize("stop_at", [1, 3, 5, 6])
def test_ctrl_c_before_anything_is_known_loses_nothing_either(bench, stop_at):
    result = interrupted(bench, stop_at)
    assert result.exit_status == 130
    assert sum(isinstance(one, TrialRecord) for one in read_records(result.folder)) == stop_at - 1


@pytest.mark.parametrize("stop_at", [2, 5, 12, 25, 30])
def test_a_resumed_run_skips_what_is_done_and_ends_as_planned(bench, stop_at):
    first = interrupted(bench, stop_at, rounds=10)
    before = read_records(first.folder)
    launcher = simulated()
    second = continue_comparison(first.folder, bench(launcher))
    after = read_records(first.folder)
    assert after[: len(before)] == before
    keys = [one.key for one in after if isinstance(one, TrialRecord)]
    assert len(keys) == len(set(keys))
    assert len(trials(first.folder)) == 20
    assert second.exit_status == 0
    assert second.findings.finished
    assert primary(second.findings).verdict == "faster"


@pytest.mark.parametrize("stop_at", [2, 4, 12, 25])
def test_what_is_simulated_goes_on_after_a_stop_as_it_would_have_done(bench, stop_at):
    whole = compare(asked(rounds=10), bench(simulated()))
    first = interrupted(bench, stop_at, rounds=10)
    continue_comparison(first.folder, bench(simulated()))
    trials_of = [[one for one in read_records(run.folder) if isinstance(one, TrialRecord)] for run in (whole, first)]
    assert trials_of[0] == trials_of[1]


def test_a_resumed_run_keeps_its_bundles(bench):
    fast = {"old": Behaviour(seconds=0.001), "new": Behaviour(seconds=0.001)}
    first = compare(asked(rounds=10), bench(Until(fast, 5, 12)))
    slower_now = simulated(Behaviour(seconds=0.002), Behaviour(seconds=0.002))
    continue_comparison(first.folder, bench(slower_now))
    assert len({trial.repeats for trial in trials(first.folder) if trial.variant == "old"}) == 1


def test_a_run_that_is_resumed_when_it_is_complete_measures_nothing(bench):
    first = compare(asked(rounds=10), bench(simulated()))
    launcher = simulated()
    second = continue_comparison(first.folder, bench(launcher))
    assert launcher.requests == []
    assert primary(second.findings) == primary(first.findings)


def test_the_order_of_a_round_is_that_of_the_plan_and_not_of_the_launcher(bench):
    orders = [
        [(one.round, one.variant) for one in trials(compare(asked(rounds=8), bench(simulated(seed=seed))).folder)]
        for seed in (1, 2)
    ]
    assert orders[0] == orders[1]
    assert len({variant for number, variant in orders[0][::2]}) == 2


def test_another_machine_is_refused_in_one_sentence(bench):
    first = interrupted(bench, stop_at=12)
    with pytest.raises(StoreError, match=r"cpus was 2, is 64; resume it where it began, or start anew"):
        continue_comparison(first.folder, bench(simulated(), {"cpus": "64"}))


def test_a_program_that_was_built_anew_is_refused(bench, tmp_path):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    words = asked(commands=(str(program), "true"))
    first = compare(words, bench(Until({"old": SLOW, "new": FAST}, 5, 12)))
    program.write_text("#!/bin/sh\n# better\n")
    with pytest.raises(StoreError, match=r"old was sha256:\w+, is sha256:\w+"):
        continue_comparison(first.folder, bench(simulated()))


def test_a_simulated_run_is_not_continued_by_measuring(bench):
    first = interrupted(bench, stop_at=12)
    launcher = simulated()
    launcher.simulated = False
    with pytest.raises(StoreError, match="measured trials were simulated ones"):
        continue_comparison(first.folder, bench(launcher))


def test_a_run_of_a_study_is_not_continued_as_a_comparison(bench, tmp_path):
    first = interrupted(bench, stop_at=12)
    file = first.folder / RECORDS
    text = file.read_text().replace('"plan":{"study":"compare"', '"plan":{"study":"count"', 1)
    file.write_text(text.replace('"study_text":"', '"study_text":"# ', 1))
    with pytest.raises(StoreError, match="use assay run --resume"):
        continue_comparison(first.folder, bench(simulated()))


def test_a_full_disk_ends_it_with_what_is_known_and_what_is_safe(bench, monkeypatch):
    from assay.store.writer import RecordWriter

    append = RecordWriter.append

    def full_after_thirty(self, record):
        if isinstance(record, TrialRecord) and record.round == 8:
            raise self._refusal(OSError(28, "No space left on device"))
        append(self, record)

    monkeypatch.setattr(RecordWriter, "append", full_after_thirty)
    result = compare(asked(), bench(simulated()))
    assert result.exit_status == 2
    assert "found the disk full" in result.trouble
    assert primary(result.findings).verdict == "none"
    assert len(trials(result.folder)) == 14


def test_the_header_holds_what_was_asked(bench):
    result = compare(asked(rounds=6, margin=0.02, timeout_s=9.0), bench(simulated()))
    header = read_records(result.folder)[0]
    assert isinstance(header, Header)
    assert header.plan.families[0].margin == 0.02
    assert '"timeout_s":9.0' in header.study_text
    assert header.machine == {"cpus": "2"}
    assert header.toolchains["old"].version.startswith("sha256:")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("no-such-program-here", "none of that name on the PATH"),
        ("./no/such/file", "no such file"),
        ("/tmp", "a folder"),
        ("/etc/passwd", "may not be executed.*chmod"),
    ],
)
def test_a_program_that_is_not_there_is_refused_before_anything_runs(bench, tmp_path, command, sentence):
    launcher = simulated()
    with pytest.raises(UsageError, match=sentence):
        compare(Asked(commands=("true", command)), bench(launcher))
    assert launcher.requests == []
    assert not (tmp_path / "runs").exists()


def test_bytes_that_no_record_can_hold_are_refused(bench):
    with pytest.raises(UsageError, match="expected text in UTF-8"):
        compare(Asked(commands=("true", "true \udcff")), bench(simulated()))
