"""What is special to Java: two compilers, three ways to run, virtual threads, and executors with a surprise."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from assay.store.records import ProbeReport
from tests.conformance.conftest import CATALOGUE, LONGEST_S, work_of

JAVA = CATALOGUE.probes["java"]
MANY = 100 + 2 * len(os.sched_getaffinity(0))
"""More threads than a Java has without any of the work's own."""


def asked(model, implementation="", workload="empty", build="tiered", **words):
    return msgspec.structs.replace(work_of(JAVA, workload, model, implementation, **words), build=build)


def report_of(laboratory, work):
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    return report


@pytest.mark.parametrize(
    ("build", "flag"), [("tiered", None), ("c1", "-XX:TieredStopAtLevel=1"), ("interpreted", "-Xint")]
)
def test_a_build_is_a_way_to_run_and_says_so(laboratory, build, flag):
    report = report_of(laboratory, asked("thread", workload="count", build=build, workers="2", total="2000003"))
    assert report.answer_found == "2000003 counts, 2 noticed"
    assert {"-XX:TieredStopAtLevel=1", "-Xint"} & set(report.flags.split()) == ({flag} if flag else set())
    assert "/" not in report.flags


@pytest.mark.parametrize(
    ("model", "implementation"), [("pool", "std"), ("stealing", "forkjoin"), ("coroutine", "executor")]
)
def test_all_threads_of_a_pool_are_there_though_one_would_do(laboratory, model, implementation):
    assert report_of(laboratory, asked(model, implementation, workers=str(MANY), tasks="1")).threads > MANY


def test_virtual_threads_that_are_all_there_share_few_kernel_threads(laboratory):
    words = {"workers": str(MANY), "tasks": str(MANY), "hold": "1"}
    assert report_of(laboratory, asked("thread", **words)).threads > MANY
    assert report_of(laboratory, asked("virtual", **words)).threads < MANY


def test_futures_that_waited_at_the_gate_go_on_in_the_order_in_which_they_were_made(laboratory):
    words = {"workers": "4", "tasks": "6", "gate": "after_create", "iterations": "3", "unit_us": "2000"}
    work = asked("coroutine", "default", "batch", loops_per_us="100", **words)
    one_thread = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=1"
    done = laboratory.start(work, env=dict(os.environ, JAVA_TOOL_OPTIONS=one_thread))
    iterations = [line for line in map(msgspec.json.decode, done.stdout.splitlines()) if line["kind"] == "iteration"]
    assert len(iterations) == 3, done.stderr.decode()
    if len({worker for line in iterations for worker in line["tasks"]["worker"]}) > 1:
        pytest.skip("this machine: its Java gives futures several threads, so that nobody can say who begins first")
    assert all(line["tasks"]["started"] == sorted(line["tasks"]["started"]) for line in iterations)


def test_the_common_pool_replaces_a_thread_that_waits_for_a_stream(laboratory):
    """Two threads for four tasks that wait for each other."""
    two_threads = dict(os.environ, JAVA_TOOL_OPTIONS="-Djava.util.concurrent.ForkJoinPool.common.parallelism=2")
    done = laboratory.start(asked("coroutine", "default", "relay", workers="4", tasks="4"), env=two_threads)
    assert b'"found":"4 numbers"' in done.stdout, done.stderr.decode()


def test_the_collector_says_how_often_it_ran(laboratory):
    assert report_of(laboratory, asked("serial")).collections == 0


def test_a_java_without_a_compiler_takes_eclipses(laboratory, tmp_path):
    """A Java of another name: nothing lies beside it."""
    jar = Path(sys.prefix, "lib", "assay", "ecj.jar")
    if not jar.exists():
        pytest.skip(f"this machine: expected {jar.name}; install it with: make setup")
    java = tmp_path / "java"
    java.write_text(f'#!/bin/sh\nexec {laboratory.command(asked("serial"))[0]} "$@"\n')
    java.chmod(0o755)
    sources = [*(JAVA.folder / name for name in JAVA.harness), CATALOGUE.workloads["empty"].folder / JAVA.workload]
    for source in sources:
        shutil.copy(source, tmp_path)
    done = compiled(java, tmp_path)
    assert done.returncode == 0, done.stderr
    said = subprocess.run([java, "-cp", tmp_path, "Harness"], capture_output=True, timeout=LONGEST_S, check=True)
    assert said.stdout.count(b"\n") == 4
    broken = Path(tmp_path, "Workload.java")
    head, brace, rest = broken.read_text().partition("class Workload")[2].partition("{")
    broken.write_text(f"final class Workload{head}{brace}\n    int nothing = nowhere;\n{rest}")
    complaint = re.search(JAVA.problem, compiled(java, tmp_path).stderr, re.MULTILINE)
    assert complaint
    assert Path(complaint["file"]).name == "Workload.java"


def compiled(java, folder):
    words = [sys.executable, "compile.py", java, sys.prefix]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=LONGEST_S, check=False)
