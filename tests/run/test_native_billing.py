"""What a run is billed for: the whole tree, and nothing of the launcher or of the machine."""

import json
import os
import subprocess
import sys

import pytest

from assay.catalogue import launcher_path
from assay.run.request import Request
from tests.run.launching import SECOND, python, shell

BURN = "import time\nwhile time.process_time() < 0.2: pass\n"
BURNT_NS = SECOND // 5
MEBIBYTE = 1024 * 1024


def cpu_ns(run):
    return run.user_ns + run.system_ns


def test_a_bundle_gives_as_many_runs_one_after_the_other(launcher):
    runs = launcher.run(Request("true", ("true",), repeat=50)).runs
    assert len(runs) == 50
    ends = [run.started_ns + run.wall_ns for run in runs]
    assert all(end <= later.started_ns for end, later in zip(ends, runs[1:], strict=False))


def test_times_are_ordered(launcher):
    run = launcher.run(shell("sleep 0.05")).runs[0]
    assert run.wall_ns > run.exec_ns >= SECOND // 20
    assert run.started_ns > 0


def test_cpu_time_of_the_command_is_billed(launcher):
    assert cpu_ns(launcher.run(python(BURN)).runs[0]) >= BURNT_NS


def test_cpu_time_of_a_grandchild_is_billed(launcher):
    text = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {BURN!r}])"
    middle = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {text!r}])"
    assert cpu_ns(launcher.run(python(middle)).runs[0]) >= BURNT_NS


def test_cpu_time_of_an_orphan_is_billed(launcher):
    text = f"""
import os, time
inside, out = os.pipe()
if os.fork() == 0:
    os.setsid()
    {BURN.strip().replace(chr(10), chr(10) + "    ").removeprefix("import time").strip()}
    os.write(out, b"x")
    time.sleep(1000)
os.read(inside, 1)
"""
    run = launcher.run(python(text)).runs[0]
    assert run.orphans == 1
    assert cpu_ns(run) >= BURNT_NS


def test_a_command_that_sleeps_is_billed_next_to_nothing(launcher):
    run = launcher.run(shell("sleep 0.3")).runs[0]
    assert cpu_ns(run) < run.wall_ns / 2


def test_the_largest_process_is_billed_for_memory(launcher):
    run = launcher.run(shell(f"{sys.executable} -c 'x = b\"x\" * {64 * MEBIBYTE}'; true")).runs[0]
    assert 64 * MEBIBYTE < run.max_rss_bytes < 200 * MEBIBYTE


def test_what_the_launcher_kept_does_not_become_memory_of_the_next_command(launcher):
    kept = launcher.run(shell(f"head -c {16 * MEBIBYTE} /dev/zero", keep_stdout=16 * MEBIBYTE))
    assert len(kept.stdout) == 16 * MEBIBYTE
    launcher.run(Request("long", ("true",), stdin="x" * (8 * MEBIBYTE)))
    assert launcher.run(Request("true", ("true",))).runs[0].max_rss_bytes < 4 * MEBIBYTE


def test_switches_and_faults_are_counted(launcher):
    run = launcher.run(python("import time\nfor _ in range(50): time.sleep(0.001)")).runs[0]
    assert run.voluntary_switches >= 50
    assert run.minor_faults > 0


EVENTS = ("migrations", "cycles", "instructions", "cache_misses", "branch_misses")


def test_perf_events_are_unknown_unless_asked_for(launcher):
    run = launcher.run(shell("true")).runs[0]
    assert {name: getattr(run, name) for name in EVENTS} == dict.fromkeys(EVENTS, -1)


def test_the_processor_counts_or_is_said_not_to(launcher):
    from assay.run.facts import machine_facts

    run = launcher.run(python("sum(range(1_000_000))", counters=True)).runs[0]
    if machine_facts()["hardware_counters"] == "yes":
        assert run.instructions > 1_000_000
        assert run.cycles > 0
    else:
        assert run.instructions == run.cycles == run.cache_misses == run.branch_misses == -1


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="this machine allows one CPU only")
def test_migrations_of_the_tree_are_counted_when_asked_for(launcher):
    hop = "import os\ncpus = sorted(os.sched_getaffinity(0))\n"
    hop += "for i in range(40): os.sched_setaffinity(0, {cpus[i % 2]})"
    text = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {hop!r}])"
    runs = launcher.run(python(text, counters=True, repeat=8)).runs
    if runs[0].migrations < 0:
        pytest.skip("this machine lets no ordinary user count migrations")
    assert all(run.migrations >= 39 for run in runs)


def test_memory_of_a_tree_adds_up_its_processes(launcher):
    text = f"""
import os, time
kept = b"x" * {30 * MEBIBYTE}
for _ in range(3):
    if os.fork() == 0:
        mine = b"y" * {30 * MEBIBYTE}
        time.sleep(1)
        os._exit(0)
for _ in range(3):
    os.wait()
"""
    report = launcher.run(python(text, sample_memory=True))
    memory, run = report.memory, report.runs[0]
    assert memory.method == "sampled PSS"
    assert memory.samples >= 3
    assert memory.peak_bytes >= 120 * MEBIBYTE
    assert memory.peak_bytes < 200 * MEBIBYTE  # what the four share is counted once
    assert run.max_rss_bytes < 100 * MEBIBYTE
    assert 0 < memory.mean_bytes <= memory.peak_bytes


def test_memory_of_a_command_too_short_to_sample_is_its_largest_process(launcher):
    report = launcher.run(Request("true", ("true",), sample_memory=True))
    if report.memory.samples >= 3:
        pytest.skip("this machine held the command up for long enough to sample it")
    assert report.memory.method == "largest process"
    assert report.memory.peak_bytes == report.runs[0].max_rss_bytes


def test_memory_is_not_sampled_unless_asked_for(launcher):
    assert launcher.run(shell("sleep 0.05")).memory is None


def test_the_load_covers_all_runs(launcher):
    report = launcher.run(shell("sleep 0.02", repeat=3))
    assert report.load.window_ns >= sum(run.wall_ns for run in report.runs)
    assert report.load.cpus == os.cpu_count()
    assert report.load.resolution_ns > 0
    assert report.load.steal_ns >= 0
    assert report.load.throttled_ns >= 0


def test_a_busy_neighbour_is_foreign_cpu_time(launcher):
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as neighbour:
        try:
            report = launcher.run(shell("sleep 1"))
        finally:
            neighbour.kill()
    assert report.load.foreign_ns > SECOND // 10
    assert cpu_ns(report.runs[0]) < SECOND // 10


def test_foreign_is_busy_less_the_trees_and_the_launchers_own():
    words = [launcher_path(), "--", sys.executable, "-c", BURN]
    answer = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    load, runs = answer["load"], answer["runs"]
    tree = runs["user_ns"][0] + runs["system_ns"][0]
    assert tree >= BURNT_NS
    assert load["foreign_ns"] == load["busy_ns"] - tree - load["own_ns"]


def test_the_launcher_sleeps_while_it_waits():
    words = [launcher_path(), "--keep_stdout=10", "--timeout_ns=10000000000", "--", "sleep", "1"]
    answer = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert answer["load"]["own_ns"] < SECOND // 20
