"""What is special to the Rust probe: in which order its pools take tasks, and what it can do without a registry."""

import os
import statistics
import subprocess

import msgspec
import pytest

from assay.catalogue import load_catalogue
from assay.plan.model import ProbeWork
from assay.run.protocol import Fault
from assay.toolchain import find_tool
from tests.conformance.parked import cpus_of_parked_threads

IMPLEMENTATIONS = {"serial": "std", "thread": "scoped", "pool": "std", "stealing": "rayon", "coroutine": "tokio"}


def work(model, workload="empty", implementation="", **words):
    return ProbeWork("rust", workload, model, implementation or IMPLEMENTATIONS[model], "release", words)


def lines(laboratory, work, **options):
    done = laboratory.start(work, **options)
    assert done.returncode == 0, done.stderr.decode()
    return [msgspec.json.decode(line) for line in done.stdout.splitlines()]


def order_of_starts(iteration):
    """The tasks in the order in which they were started."""
    started = iteration["tasks"]["started"]
    return sorted(range(len(started)), key=started.__getitem__)


def furthest_shift(order):
    """How many places the task lies off that was started furthest from its turn."""
    return max(abs(place - task) for place, task in enumerate(order))


@pytest.mark.parametrize(("model", "implementation"), [("pool", "std"), ("stealing", "rayon-fifo")])
def test_one_worker_takes_tasks_in_the_order_given(laboratory, model, implementation):
    iteration = lines(laboratory, work(model, implementation=implementation, workers="1", tasks="40"))[1]
    assert order_of_starts(iteration) == list(range(40))


def test_one_worker_of_rayon_takes_its_newest_task_first(laboratory):
    iteration = lines(laboratory, work("stealing", workers="1", tasks="40"))[1]
    assert order_of_starts(iteration) == list(reversed(range(40)))


def test_tasks_of_tokio_fifo_start_in_the_order_given(laboratory):
    words = {"workers": "16", "unit_us": "500", "order": "ascending", "iterations": "9"}
    iterations = lines(laboratory, work("coroutine", "batch", "tokio-fifo", **words))[1:10]
    shifts = [furthest_shift(order_of_starts(iteration)) for iteration in iterations]
    # Two threads that took neighbours may stamp them the other way round, and one of them may rest meanwhile, but
    # rarely; by batches it would be half the tasks, nearly every time.
    assert statistics.median(shifts) < 3


def test_many_tasks_of_tokio_share_few_kernel_threads(laboratory):
    _, iteration, _, bye = lines(laboratory, work("coroutine", workers="500", hold="1"))
    assert len(set(iteration["tasks"]["worker"])) <= len(os.sched_getaffinity(0))
    assert bye["threads"] <= len(os.sched_getaffinity(0)) + 1


def test_a_task_of_tokio_cannot_be_pinned_and_says_so(laboratory):
    fault = laboratory.converse(work("coroutine", workers="2", pin="each"))
    assert isinstance(fault, Fault)
    assert fault.outcome == "refused"
    assert fault.reason.startswith("pin: a task of tokio moves between kernel threads")


@pytest.mark.parametrize("model", ["thread", "pool", "stealing"])
def test_pinned_workers_are_tied_to_one_cpu_and_the_caller_is_not(laboratory, model):
    held = {"hold": "1"} if model == "thread" else {}
    allowed = cpus_of_parked_threads(laboratory, work(model, workers="2", pin="same", mark="1", **held))
    first, everything = {min(os.sched_getaffinity(0))}, os.sched_getaffinity(0)
    assert sorted(allowed, key=len) == sorted([first, first, everything], key=len)


def test_without_libraries_it_builds_where_there_is_no_registry(tmp_path):
    probe = load_catalogue().probes["rust"]
    tool = find_tool(probe.toolchain)
    if not hasattr(tool, "path"):
        pytest.skip(f"{tool.reason}; install it with: {tool.remedy}")
    for source in [*probe.folder.iterdir(), probe.folder.parents[1] / "workloads/empty/workload.rs"]:
        if source.is_file():
            (tmp_path / source.name).write_bytes(source.read_bytes())
    offline = dict(os.environ, CARGO_HOME=str(tmp_path / "home"), CARGO_NET_OFFLINE="true")
    command = ["sh", "build.sh", str(tool.path), str(tmp_path / "target"), "--"]
    done = subprocess.run(command, cwd=tmp_path, env=offline, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert subprocess.run([tmp_path / "probe"], capture_output=True, check=False).stdout.startswith(b'{"kind":"hello"')
