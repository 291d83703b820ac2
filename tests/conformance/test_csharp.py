"""What is special to C#: a thread pool with a will of its own, and async methods that may never leave the caller."""

import itertools
import os

import msgspec
import pytest

from assay.store.records import ProbeReport
from tests.conformance.conftest import CATALOGUE, work_of

CSHARP = CATALOGUE.probes["csharp"]
MANY = 50 + 2 * len(os.sched_getaffinity(0))
"""More threads than a runtime has without any of the work's own."""


def asked(model, workload="empty", build="optimised", runtime="", **words):
    work = work_of(CSHARP, workload, model, **words)
    return msgspec.structs.replace(work, build=build, runtime=runtime)


def report_of(laboratory, work):
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    return report


def test_each_build_says_what_it_was_compiled_and_started_with(laboratory):
    words = {"workload": "count", "workers": "2", "total": "2000003"}
    optimised, debug = (report_of(laboratory, asked("thread", build=build, **words)) for build in CSHARP.builds)
    assert optimised.flags == "-optimize+"
    assert debug.flags == "-optimize- -debug --debug"
    assert {optimised.answer_found, debug.answer_found} == {"2000003 counts, 2 noticed"}


def test_a_pool_of_one_does_one_task_at_a_time_though_the_runtime_has_a_thread_for_each_cpu(laboratory):
    done = laboratory.start(asked("pool", "exercise", workers="1", tasks="20"))
    stamps = msgspec.json.decode(done.stdout.splitlines()[1])["tasks"]
    turns = sorted(zip(stamps["started"], stamps["ended"], strict=True))
    assert all(ended <= started for (_, ended), (started, _) in itertools.pairwise(turns))


def test_all_threads_of_the_pool_are_there_though_one_would_do(laboratory):
    assert report_of(laboratory, asked("pool", workers=str(MANY), tasks="1")).threads > MANY


def test_a_coroutine_that_waits_for_nothing_still_leaves_the_caller(laboratory):
    report = report_of(laboratory, asked("coroutine", workers="2", tasks="4", iterations="3"))
    most = max(iteration.workers_seen for iteration in report.iterations)
    assert report.kernel_threads == most + 1


def test_coroutines_that_all_wait_keep_few_kernel_threads(laboratory):
    words = {"workers": str(MANY), "tasks": str(MANY), "hold": "1"}
    assert report_of(laboratory, asked("thread", **words)).threads > MANY
    assert report_of(laboratory, asked("coroutine", **words)).threads < MANY


@pytest.mark.parametrize("model", list(CSHARP.models))
def test_dotnet_runs_what_mono_runs(laboratory, model):
    report = report_of(laboratory, asked(model, "exercise", runtime="dotnet", workers="2", steps="2"))
    assert report.runtime == "dotnet"
    assert report.answer_found == "2 tasks, 2 sweeps, 1 between, armed 1 times"
