"""The launcher that measures nothing: same seed same answers, times from the law it is told, failures on demand."""

import math

import numpy as np
import pytest

from assay.plan.model import Trial
from assay.run.execute import Options, run_trial
from assay.run.protocol import read_conversation
from assay.run.request import Request
from assay.run.simulated import Behaviour, Failure, Machine, SimulatedLauncher, Timeline
from assay.run.simulated_probe import ProbeBehaviour
from assay.stats.noise import NOISE
from assay.store.records import ProbeReport


class Words:
    """A command for run_trial."""

    def __init__(self, *argv):
        self.argv, self.environment, self.cwd = argv, None, ""


def ask(variant="a", **fields):
    return Request(variant, ("x",), **fields)


def walls(launcher, variant, count):
    return np.array([launcher.run(ask(variant)).runs[0].wall_ns for _ in range(count)])


def outcome(behaviour, **options):
    launcher = SimulatedLauncher({"a": behaviour}, seed=1)
    return run_trial(Trial("f", 1, 0, "a"), Words("probe", "workers=2", "model=thread"), launcher, Options(**options))


def test_the_same_seed_gives_the_same_answers_and_another_seed_others():
    laws = {"a": Behaviour(), "b": Behaviour(seconds=0.1, noise="tail")}
    one, same, other = ([SimulatedLauncher(laws, seed).run(ask(name)) for name in "abab"] for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_it_says_that_it_is_simulated():
    assert SimulatedLauncher({}, seed=1).simulated is True


def test_without_noise_the_times_are_exact():
    laws = {"a": Behaviour(seconds=0.2), "b": Behaviour(seconds=0.2, effect=0.05)}
    launcher = SimulatedLauncher(laws, seed=1, machine=Machine(noise="still"))
    assert walls(launcher, "a", 2).tolist() == [200_000_000] * 2
    assert walls(launcher, "b", 1).tolist() == [210_000_000]


def test_times_follow_the_law_that_was_asked_for():
    launcher = SimulatedLauncher({"a": Behaviour(seconds=0.02)}, seed=3)
    logs = np.log(walls(launcher, "a", 4000) / 2e7)
    assert logs.std() == pytest.approx(0.02, rel=0.05)
    assert logs.mean() == pytest.approx(0, abs=0.002)


def test_drift_goes_on_from_trial_to_trial_and_from_variant_to_variant():
    laws = {"a": Behaviour(), "b": Behaviour()}
    launcher = SimulatedLauncher(laws, seed=4, machine=Machine(noise="ar1"))
    logs = np.log([launcher.run(ask("ab"[i % 2])).runs[0].wall_ns for i in range(2000)])
    assert np.corrcoef(logs[:-1], logs[1:])[0, 1] > 0.7  # 0.9 less the independent part
    independent = SimulatedLauncher(laws, seed=4, machine=Machine(noise="iid"))
    logs = np.log([independent.run(ask("ab"[i % 2])).runs[0].wall_ns for i in range(2000)])
    assert abs(np.corrcoef(logs[:-1], logs[1:])[0, 1]) < 0.1


def test_a_variants_own_noise_leaves_the_others_alone():
    laws = {"a": Behaviour(), "b": Behaviour(noise="second_mode")}
    launcher = SimulatedLauncher(laws, seed=5, machine=Machine(noise="still"))
    assert set(walls(launcher, "a", 50)) == {20_000_000}
    assert set(walls(launcher, "b", 50)) == {20_000_000, round(2e7 * math.exp(0.06))}


def test_a_time_line_draws_the_next_session_when_one_is_used_up():
    line = Timeline(NOISE["iid"], np.random.default_rng(1), session=7)
    assert len({line.next() for _ in range(30)}) == 30


def test_a_bundle_is_as_many_runs_one_after_the_other():
    report = SimulatedLauncher({"a": Behaviour()}, seed=1).run(ask(repeat=5))
    assert len(report.runs) == 5
    ends = [run.started_ns + run.wall_ns for run in report.runs]
    assert all(run.started_ns > end for run, end in zip(report.runs[1:], ends, strict=False))
    assert report.load.window_ns >= sum(run.wall_ns for run in report.runs)


def test_cpu_time_follows_how_busy_it_is():
    machine = Machine(noise="still")
    run = SimulatedLauncher({"a": Behaviour(busy=1.9, system_share=0.5)}, 1, machine).run(ask()).runs[0]
    assert run.user_ns + run.system_ns == pytest.approx(1.9 * run.wall_ns)
    assert run.user_ns == pytest.approx(run.system_ns, abs=1)
    assert run.exec_ns < run.wall_ns


def test_steal_is_reported_as_asked():
    load = SimulatedLauncher({"a": Behaviour()}, 1, Machine(cpus=4, steal_share=0.25)).run(ask()).load
    assert load.steal_ns == pytest.approx(load.window_ns, abs=1)
    assert load.cpus == 4


def test_memory_is_only_there_when_asked_for():
    launcher = SimulatedLauncher({"a": Behaviour(memory_bytes=1 << 30)}, seed=1)
    assert launcher.run(ask()).memory is None
    assert launcher.run(ask(sample_memory=True)).memory.peak_bytes == pytest.approx(1 << 30, rel=0.02)


def test_output_is_kept_as_far_as_asked_and_counted_in_full():
    launcher = SimulatedLauncher({"a": Behaviour(stdout=b"0123456789", stderr=b"oh")}, seed=1)
    report = launcher.run(ask(keep_stdout=4))
    assert (report.stdout, report.stderr) == (b"0123", b"")
    assert (report.runs[0].stdout_bytes, report.runs[0].stderr_bytes) == (10, 2)


def test_an_unknown_variant_is_a_command_that_does_not_exist_unless_all_others_behave():
    assert SimulatedLauncher({"a": Behaviour()}, seed=1).run(ask("b")).error == "not found"
    assert SimulatedLauncher({"*": Behaviour()}, seed=1).run(ask("b")).error == ""


def test_a_behaviour_can_be_worked_out_from_the_request():
    launcher = SimulatedLauncher(lambda request: Behaviour(seconds=len(request.argv)), 1, Machine(noise="still"))
    assert launcher.run(Request("a", ("x", "y", "z"))).runs[0].wall_ns == 3_000_000_000


def test_only_the_request_that_is_meant_fails():
    launcher = SimulatedLauncher({"a": Behaviour(failures={2: Failure(signal=11)})}, seed=1)
    assert [launcher.run(ask()).runs[0].signal for _ in range(3)] == [0, 11, 0]
    assert [request.variant for request in launcher.requests] == ["a"] * 3


@pytest.mark.parametrize(
    ("behaviour", "options", "expected"),
    [
        (Behaviour(), {}, "ok"),
        (Behaviour(failures={0: Failure(signal=11)}), {}, "crashed"),
        (Behaviour(failures={0: Failure(exit_code=3)}), {}, "crashed"),
        (Behaviour(failures={0: Failure(exit_code=3)}), {"ignore_failure": True}, "ok"),
        (Behaviour(failures={0: Failure(hangs=True)}), {"timeout_ns": 10**9}, "timed out"),
        (Behaviour(seconds=0.9), {"timeout_ns": 10**9}, "ok"),
        (Behaviour(failures={0: Failure(error="not executable")}), {}, "crashed"),
        (Behaviour(probe=ProbeBehaviour()), {"probe": True}, "ok"),
        (Behaviour(probe=ProbeBehaviour(answer_ok=False)), {"probe": True}, "wrong answer"),
        (Behaviour(probe=ProbeBehaviour(refuses="too many workers")), {"probe": True}, "refused"),
        (Behaviour(stdout=b"hello\n"), {"probe": True}, "bad output"),
        (Behaviour(probe=ProbeBehaviour(), failures={0: Failure(stdout=b"")}), {"probe": True}, "bad output"),
        (Behaviour(probe=ProbeBehaviour(), failures={0: Failure(signal=6)}), {"probe": True}, "crashed"),
    ],
)
def test_every_outcome_of_a_trial_can_be_had(behaviour, options, expected):
    assert outcome(behaviour, **options).outcome == expected


def test_a_run_that_hits_the_time_out_lasts_as_long_as_it():
    report = SimulatedLauncher({"a": Behaviour(failures={0: Failure(hangs=True)})}, 1).run(ask(timeout_ns=10**9))
    assert (report.runs[0].wall_ns, report.runs[0].timed_out) == (10**9, True)


def said(words, **behaviour):
    """What a probe with these words says, read back."""
    argv = ("probe", *(f"{key}={value}" for key, value in words.items()))
    launcher = SimulatedLauncher({"a": Behaviour(probe=ProbeBehaviour(**behaviour))}, 1, Machine(noise="still"))
    report = launcher.run(Request("a", argv, keep_stdout=1 << 20))
    conversation = read_conversation(report.stdout, words)
    assert isinstance(conversation, ProbeReport), conversation
    return report, conversation


@pytest.mark.parametrize("stamps", ["task", "worker", "none"])
@pytest.mark.parametrize(("workers", "tasks"), [(1, 1), (2, 2), (4, 4), (2, 7), (4, 2), (1, 5)])
def test_a_simulated_conversation_is_one_the_reader_accepts(stamps, workers, tasks):
    words = {"model": "thread", "workers": str(workers), "tasks": str(tasks), "iterations": "3", "warmup": "2"}
    _, conversation = said(words | {"stamps": stamps, "total": "1000003"})
    assert [one.warm for one in conversation.iterations] == [False, False, True, True, True]
    assert {one.units for one in conversation.iterations} == {1_000_003}


@pytest.mark.parametrize("overlap", [0.0, 0.3, 0.79, 0.81, 1.0])
@pytest.mark.parametrize("stamps", ["task", "worker"])
def test_the_overlap_that_is_asked_for_is_read_back(overlap, stamps):
    words = {"model": "thread", "workers": "3", "tasks": "3", "stamps": stamps, "iterations": "5", "warmup": "1"}
    _, conversation = said(words, overlap=overlap)
    assert [one.overlap for one in conversation.iterations] == pytest.approx([overlap] * 6, abs=1e-3)
    assert {one.workers_seen for one in conversation.iterations} == {3}


def test_work_time_cpu_time_and_units_are_as_asked():
    report, conversation = said(
        {"iterations": "2", "warmup": "1"}, work_seconds=0.5, busy=1.6, iteration_noise=0, units=7
    )
    warm_up, *warm = conversation.iterations
    assert [one.work_wall_ns for one in warm] == [500_000_000] * 2
    assert warm_up.work_wall_ns == 600_000_000
    assert [one.cpu_ns for one in warm] == [800_000_000] * 2
    assert [one.units for one in warm] == [7, 7]
    # 0.02 s outside the iterations at one CPU, 1.6 s inside at 1.6
    assert report.runs[0].wall_ns == 1_620_000_000
    assert report.runs[0].user_ns + report.runs[0].system_ns == pytest.approx(0.02e9 + 1.6 * 1.6e9, abs=2)


def test_workers_that_never_came_are_not_seen():
    _, conversation = said({"model": "pool", "workers": "4", "tasks": "8"}, workers_seen=2)
    assert {one.workers_seen for one in conversation.iterations} == {2}


def test_a_pattern_stands_for_all_that_fit_it_and_a_name_for_itself():
    laws = {"java/*": Behaviour(seconds=3), "java/serial": Behaviour(seconds=1), "*": Behaviour(seconds=2)}
    launcher = SimulatedLauncher(laws, seed=1, machine=Machine(noise="still"))
    assert [walls(launcher, name, 1)[0] / 1e9 for name in ("java/serial", "java/thread", "c/serial")] == [1, 3, 2]


KNOBS = {"steps": "3", "window_ms": "5", "pin": "each", "hold": "1", "mark": "1", "gate": "after_create"}


@pytest.mark.parametrize("stamps", ["task", "worker", "none"])
def test_a_simulated_probe_understands_every_knob(stamps):
    said({"model": "thread", "workers": "2", "iterations": "2", "warmup": "1", "stamps": stamps} | KNOBS)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"model": "pool", "workers": "2"}, "hold: model pool makes no workers in an iteration"),
        (
            {"model": "thread", "workers": "1", "tasks": "2"},
            "hold: expected a worker for each task, found 1 workers for 2 tasks",
        ),
    ],
)
def test_a_simulated_probe_refuses_to_hold_what_no_probe_can(words, reason):
    argv = ("probe", *(f"{key}={value}" for key, value in (words | {"hold": "1"}).items()))
    launcher = SimulatedLauncher({"a": Behaviour(probe=ProbeBehaviour())}, 1)
    assert read_conversation(launcher.run(Request("a", argv, keep_stdout=1000)).stdout).reason == reason


# The published batch: 17 computations of 17, 16, ..., 1 units on two CPUs.
BATCH = {"tasks": "17", "model": "thread", "iterations": "1"}


@pytest.mark.parametrize(
    ("behaviour", "words", "mean"),
    [
        ({"sizes": "descending"}, {"workers": "2"}, 13.709),
        ({"sizes": "ascending"}, {"workers": "2"}, 2.78),
        ({"sizes": "descending", "shares": True}, {"workers": "17"}, 6.5),
    ],
)
def test_a_simulated_batch_takes_as_long_to_come_back_as_its_discipline_says(behaviour, words, mean):
    _, conversation = said(BATCH | words, work_seconds=0.4, **behaviour)
    assert conversation.iterations[0].mean_response == pytest.approx(mean, rel=0.01)
    assert len(conversation.sizes) == 17


def test_the_cost_of_a_unit_can_be_asked_for_whatever_the_total():
    for total in (1000, 5000):
        words = {"iterations": "1", "total": str(total)}
        _, conversation = said(words, unit_ns=2000.0, iteration_noise=0)
        assert conversation.iterations[0].work_wall_ns == 2000 * total


def test_samples_threads_and_memory_at_the_mark_are_as_asked():
    _, conversation = said({"mark": "1"}, samples_ns=(5, 7, 9), threads=12, collections=3, kernel_threads=4)
    assert (conversation.samples.count, conversation.samples.median) == (3, 7)
    assert (conversation.threads, conversation.collections, conversation.kernel_threads) == (12, 3, 4)
    launcher = SimulatedLauncher({"a": Behaviour(marked_bytes=12345)}, 1)
    assert launcher.run(ask(sample_memory=True, mark=True)).memory.marked_bytes == 12345
    assert launcher.run(ask(sample_memory=True)).memory.marked_bytes == -1
