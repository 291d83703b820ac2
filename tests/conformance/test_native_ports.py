"""What only the C and C++ probes can show: lines of progress, pinning, the histogram, threads as the kernel counts."""

import collections
import itertools
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import msgspec
import pytest

from assay.catalogue import load_catalogue
from assay.plan.model import ProbeWork
from assay.run.protocol import read_conversation
from assay.store.records import ProbeReport
from assay.toolchain import asked
from tests.conformance.conftest import Laboratory

WAYS = [("c", model, "posix") for model in ("serial", "process", "thread", "pool")]
WAYS += [("cpp", "serial", "std"), ("cpp", "pool", "std"), ("cpp", "coroutine", "std")]
WAYS += [("cpp", "thread", way) for way in ("std", "jthread", "async")]
WAYS += [("cpp", "stealing", way) for way in ("openmp", "tbb")]
CPUS = sorted(os.sched_getaffinity(0))


@pytest.fixture(scope="module")
def witnesses(laboratory):
    """The laboratory, with a workload that tells what its tasks see."""
    own = Laboratory(laboratory.locks)
    own.catalogue = load_catalogue(Path(__file__).parent / "native")
    return own


def work(probe, model, implementation, workload="witness", build="O2", **words):
    arguments = {name: str(value) for name, value in words.items()}
    return ProbeWork(probe, workload, model, implementation, build, arguments)


def report_of(laboratory, asked_for):
    report = laboratory.converse(asked_for)
    assert isinstance(report, ProbeReport), report
    return report


def messages_of(laboratory, asked_for):
    done = laboratory.start(asked_for)
    assert done.returncode == 0, done.stderr.decode()
    assert not hasattr(read_conversation(done.stdout, asked(asked_for)), "outcome")
    return [msgspec.json.decode(line) for line in done.stdout.splitlines()]


# Lines of progress


@pytest.mark.parametrize("model", ["serial", "thread", "process"])
def test_each_task_writes_its_lines_of_progress_evenly_spread(laboratory, model):
    words = {"workers": 2, "tasks": 2, "total": 20, "lines": 5, "to": "stderr"}
    done = laboratory.start(work("c", model, "posix", "count", **words))
    expected = [f"task {task}: counted to {at}" for task in (0, 1) for at in (2, 4, 6, 8, 10)]
    assert sorted(done.stderr.decode().splitlines()) == sorted(expected)


@pytest.mark.parametrize("to", ["stderr", "file", "terminal"])
@pytest.mark.parametrize("model", ["thread", "process"])
def test_lines_of_progress_are_counted_where_they_arrive(laboratory, model, to):
    # Three parts, the first one of 2,000,001, in two pieces of a million or one more: a step noticed in each piece.
    words = {"workers": 2, "tasks": 3, "total": 6_000_001, "lines": 2, "to": to, "iterations": 2, "steps": 2}
    report = report_of(laboratory, work("c", model, "posix", "count", **words))
    assert report.answer_found == "6000001 counts, 6 noticed, 12 lines"


def test_with_more_lines_than_steps_every_line_is_written_and_every_step_counted(laboratory):
    report = report_of(laboratory, work("c", "serial", "posix", "count", total=3, lines=10, to="file"))
    assert report.answer_found == "3 counts, 0 noticed, 10 lines"


# Pinning


@pytest.mark.parametrize(("probe", "model", "implementation"), WAYS)
def test_pinned_workers_are_tied_to_one_cpu_each(witnesses, probe, model, implementation):
    words = {"workers": 2, "tasks": 2, "together": int(model != "serial" and len(CPUS) > 1)}
    report = report_of(witnesses, work(probe, model, implementation, pin="each", **words))
    found = [int(cpu) for cpu in report.answer_found.split()[1:]]
    crew = [CPUS[worker % len(CPUS)] for worker in ((0, 0) if model == "serial" else (0, 1))]
    assert sorted(found) == sorted(crew)
    if model in ("process", "thread"):
        assert found == crew


@pytest.mark.parametrize(("probe", "model", "implementation"), WAYS)
def test_workers_pinned_to_the_same_cpu_are_all_there(witnesses, probe, model, implementation):
    report = report_of(witnesses, work(probe, model, implementation, workers=2, tasks=2, pin="same"))
    assert report.answer_found == f"cpus {CPUS[0]} {CPUS[0]}"


@pytest.mark.skipif(len(CPUS) < 2, reason="with one CPU everything is tied to it")
@pytest.mark.parametrize(("probe", "model", "implementation"), WAYS)
def test_workers_are_not_tied_to_a_cpu_unless_asked(witnesses, probe, model, implementation):
    report = report_of(witnesses, work(probe, model, implementation, workers=2, tasks=2))
    assert report.answer_found == "cpus -1 -1"


# Threads as the kernel counts them


def kernel_threads_of(model):
    """Two tasks at once take two threads; the caller is a third one where it only hands over."""
    return 2 if model == "stealing" else 3


def threads_of(model):
    """Those that are there when the tasks are done: a worker's own thread is gone by then, unless it is held."""
    return {"pool": 3, "stealing": 2, "coroutine": len(CPUS) + 1}.get(model, 1)


@pytest.mark.skipif(len(CPUS) < 2, reason="coroutines have as many threads as CPUs, and two tasks at once need two")
@pytest.mark.parametrize(("probe", "model", "implementation"), [way for way in WAYS if way[1] != "serial"])
def test_two_tasks_at_once_are_done_by_two_kernel_threads(witnesses, probe, model, implementation):
    words = {"workers": 2, "tasks": 2, "iterations": 3, "together": 1}
    report = report_of(witnesses, work(probe, model, implementation, **words))
    assert [iteration.workers_seen for iteration in report.iterations] == [2, 2, 2]
    assert report.kernel_threads == kernel_threads_of(model)
    assert report.threads == threads_of(model)


@pytest.mark.parametrize(
    ("probe", "model", "implementation"), [way for way in WAYS if way[1] in ("process", "thread", "coroutine")]
)
def test_held_workers_are_there_when_threads_are_counted(witnesses, probe, model, implementation):
    report = report_of(witnesses, work(probe, model, implementation, workers=4, tasks=4, hold=1))
    expected = {"process": 1, "thread": 5, "coroutine": len(CPUS) + 1}[model]
    assert report.threads == expected


def test_the_team_of_openmp_keeps_its_size_beyond_the_number_of_cpus(witnesses):
    many = len(CPUS) + 3
    report = report_of(witnesses, work("cpp", "stealing", "openmp", workers=many, tasks=many, together=1))
    assert (report.kernel_threads, report.threads) == (many, many)


def test_the_workers_of_onetbb_are_as_many_as_asked_beyond_the_number_of_cpus(witnesses):
    many = len(CPUS) + 3
    report = report_of(witnesses, work("cpp", "stealing", "tbb", workers=many, tasks=many, together=1))
    assert (report.kernel_threads, report.threads) == (many, many)


# Stopping for memory


def threads_in_status(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"^Threads:\s+(\d+)$", status, re.MULTILINE)[1])


@pytest.mark.parametrize(
    ("probe", "model", "implementation", "hold", "held", "threads"),
    [
        ("c", "serial", "posix", 0, 0, 1),
        ("c", "thread", "posix", 1, 3, 4),
        ("c", "process", "posix", 1, 3, 1),
        ("c", "pool", "posix", 0, 3, 4),
        ("cpp", "thread", "async", 1, 3, 4),
        ("cpp", "pool", "std", 0, 3, 4),
        ("cpp", "stealing", "openmp", 0, 2, 3),
        ("cpp", "coroutine", "std", 1, 3, len(CPUS) + 1),
    ],
)
def test_at_the_mark_all_workers_are_there_until_a_line_comes(
    witnesses, probe, model, implementation, hold, held, threads
):
    words = {"workers": 3, "tasks": 3, "iterations": 2, "warmup": 1, "steps": 2, "hold": hold, "mark": 1}
    asked_for = work(probe, model, implementation, **words)
    with subprocess.Popen(witnesses.command(asked_for), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        said = list(itertools.islice(process.stdout, 4))  # hello, two iterations, and here it stops
        assert msgspec.json.decode(said[-1]) == {"kind": "mark", "held": held}
        assert threads_in_status(process) == threads
        assert process.poll() is None
        rest, _ = process.communicate(b"\n", timeout=60)
    assert process.returncode == 0
    report = read_conversation(b"".join(said) + rest, asked(asked_for))
    assert isinstance(report, ProbeReport), report
    assert len(report.iterations) == 3


def test_a_team_of_openmp_that_has_nothing_to_do_sleeps(witnesses):
    asked_for = work("cpp", "stealing", "openmp", workers=2, mark=1)
    with subprocess.Popen(witnesses.command(asked_for), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        list(itertools.islice(process.stdout, 2))  # hello and the mark
        environment = Path(f"/proc/{process.pid}/environ").read_bytes().split(b"\0")
        process.communicate(b"\n", timeout=60)
    assert b"OMP_WAIT_POLICY=passive" in environment


def children_of(process, wanted):
    """Their numbers, once there are as many."""
    children = []
    while len(children) < wanted and process.poll() is None:
        time.sleep(0.01)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(child) for child in children]


def test_a_worker_process_that_dies_while_others_are_held_for_it_takes_the_probe_with_it(laboratory):
    asleep = {"unit_us": 30_000_000, "cpu_percent": 0, "loops_per_us": 1}
    asked_for = work("c", "process", "posix", "batch", workers=2, hold=1, **asleep)
    with subprocess.Popen(laboratory.command(asked_for), stdout=subprocess.DEVNULL) as process:
        dying, other = children_of(process, 2)
        os.kill(dying, signal.SIGSEGV)
        ended = process.wait(timeout=20)
        os.kill(other, signal.SIGKILL)
    assert ended == -signal.SIGSEGV


# Samples


def cell_of(value):
    """Where it belongs in the histogram: all but its five leading binary digits set to 0."""
    rest = max(value.bit_length() - 5, 0)
    return value >> rest << rest


@pytest.mark.parametrize(("probe", "model", "implementation"), [way for way in WAYS if way[1] != "serial"])
def test_up_to_a_hundred_thousand_samples_are_told_one_by_one(witnesses, probe, model, implementation):
    words = {"workers": 2, "tasks": 2, "iterations": 2, "warmup": 1, "samples": 25_000}
    (samples,) = [
        message
        for message in messages_of(witnesses, work(probe, model, implementation, **words))
        if message["kind"] == "samples"
    ]
    assert samples.keys() == {"kind", "count", "values"}
    assert samples["count"] == 100_000
    assert sorted(samples["values"]) == sorted([i * i for i in range(25_000)] * 4)


@pytest.mark.parametrize(("probe", "model", "implementation"), [way for way in WAYS if way[1] != "serial"])
def test_more_samples_are_told_as_a_histogram(witnesses, probe, model, implementation):
    words = {"workers": 2, "tasks": 2, "samples": 50_001}
    (samples,) = [
        message
        for message in messages_of(witnesses, work(probe, model, implementation, **words))
        if message["kind"] == "samples"
    ]
    expected = collections.Counter(cell_of(i * i) for i in range(50_001))
    assert samples.keys() == {"kind", "count", "from", "counts"}
    assert samples["count"] == 100_002
    assert dict(zip(samples["from"], samples["counts"], strict=True)) == {cell: 2 * n for cell, n in expected.items()}
    assert samples["from"] == sorted(samples["from"])


@pytest.mark.parametrize(("probe", "model", "implementation"), WAYS)
def test_without_samples_none_are_told(witnesses, probe, model, implementation):
    messages = messages_of(witnesses, work(probe, model, implementation, workers=2, tasks=2))
    assert [message["kind"] for message in messages] == ["hello", "iteration", "answer", "bye"]


# Machine code


@pytest.mark.parametrize(("probe", "implementation"), [("c", "posix"), ("cpp", "std")])
def test_only_the_vector_build_of_pi_does_several_divisions_at_a_time(laboratory, probe, implementation):
    if not shutil.which("objdump"):
        pytest.skip("objdump is missing; install it with: sudo apt-get install binutils")
    if "avx2" not in Path("/proc/cpuinfo").read_text():
        pytest.skip("this processor has no AVX2")
    packed = {}
    for build in ("O2", "vector"):
        asked_for = work(probe, "serial", implementation, "pi", build=build)
        listing = ["objdump", "-d", "--no-show-raw-insn", laboratory.command(asked_for)[0]]
        text = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
        packed[build] = len(re.findall(r"\tv?divpd ", text))
    assert packed["O2"] == 0
    assert packed["vector"] > 0


# What one thread costs


@pytest.mark.parametrize("kind", ["create", "switch", "share", "lock"])
@pytest.mark.parametrize("model", ["serial", "process", "thread", "pool"])
def test_every_operation_of_overhead_is_done_as_often_as_asked(laboratory, model, kind):
    words = {"workers": 2, "tasks": 3, "iterations": 2, "total": 100, "kind": kind}
    report = report_of(laboratory, work("c", model, "posix", "overhead", **words))
    assert {iteration.units for iteration in report.iterations} == {100}
    assert report.answer_found.startswith("100 operations")


# Crashes


@pytest.mark.parametrize(("probe", "model", "implementation"), [way for way in WAYS if way[0] == "cpp"])
def test_a_task_that_throws_ends_the_probe_alike_in_every_model(witnesses, probe, model, implementation):
    done = witnesses.start(work(probe, model, implementation, "throwing", workers=2, tasks=3))
    assert done.returncode == -signal.SIGABRT
    assert b"on purpose" in done.stderr
    assert done.stdout == b""


@pytest.mark.parametrize("hold", [0, 1])
@pytest.mark.parametrize("implementation", ["std", "jthread", "async"])
def test_a_thread_that_throws_ends_the_probe_and_nobody_waits_for_it(witnesses, implementation, hold):
    workers = 3 if hold else 1
    done = witnesses.start(work("cpp", "thread", implementation, "throwing", workers=workers, tasks=3, hold=hold))
    assert done.returncode == -signal.SIGABRT
    assert b"on purpose" in done.stderr
