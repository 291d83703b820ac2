"""What is special to the Go probe: goroutines and the kernel threads they have, or do not have, for themselves."""

import os

import msgspec
import pytest

from assay.catalogue import load_catalogue
from assay.plan.model import ProbeWork
from assay.run.protocol import Fault
from tests.conformance.conftest import Laboratory
from tests.conformance.parked import cpus_of_parked_threads

IMPLEMENTATIONS = {"serial": "std", "thread": "locked", "pool": "std", "coroutine": "goroutine"}


CROWD = """// Tells how many kernel threads there are once an iteration is over.
package main

import "fmt"

type Shared struct{ tasks, most int }

func Prepare(words *Words, tasks []Task, degree int) *Shared { return &Shared{tasks: len(tasks)} }

func (*Shared) Operate(task *Task, meter *Meter) { meter.Ops++ }

func (shared *Shared) Check() (expected, found string) {
	if threads := threadCount(); threads > shared.most {
		shared.most = threads
	}
	text := fmt.Sprint(shared.most)
	return text, text
}
"""
DECLARATION = """
name = "crowd"
title = "A crowd"
summary = "Tells how many kernel threads there are once an iteration is over."
unit = "task"
check = "only told"
"""


def work(model, workload="empty", **words):
    return ProbeWork("go", workload, model, IMPLEMENTATIONS[model], "", words)


def lines(laboratory, work, **options):
    done = laboratory.start(work, **options)
    assert done.returncode == 0, done.stderr.decode()
    return [msgspec.json.decode(line) for line in done.stdout.splitlines()]


def test_the_module_needs_nothing_from_outside():
    text = (load_catalogue().probes["go"].folder / "go.mod").read_text()
    assert text.split() == ["module", "probe", "go", "1.19"]


def test_each_locked_goroutine_has_a_kernel_thread_of_its_own(laboratory):
    iteration = lines(laboratory, work("thread", workers="9", hold="1"))[1]
    assert len(set(iteration["tasks"]["worker"])) == 9


@pytest.mark.parametrize("hold", ["0", "1"])
def test_the_threads_of_locked_goroutines_are_gone_when_an_iteration_is_over(laboratory, tmp_path, hold):
    folder = tmp_path / "workloads" / "crowd"
    folder.mkdir(parents=True)
    (folder / "workload.toml").write_text(DECLARATION)
    (folder / "workload.go").write_text(CROWD)
    own = Laboratory(laboratory.locks)
    own.catalogue = load_catalogue(tmp_path)
    *_, answer, _ = lines(own, work("thread", "crowd", workers="200", tasks="200", iterations="10", hold=hold))
    assert int(answer["found"]) < 50  # the runtime's own


def test_many_goroutines_share_few_kernel_threads(laboratory):
    _, iteration, _, bye = lines(laboratory, work("coroutine", workers="500", hold="1"))
    assert len(set(iteration["tasks"]["worker"])) < 50
    assert bye["threads"] < 50


def test_serial_work_stays_on_the_thread_of_the_caller(laboratory):
    *_, bye = lines(laboratory, work("serial", "exercise", tasks="6", iterations="3"))
    assert bye["kernel_threads"] == 1


def test_a_goroutine_cannot_be_pinned_and_says_so(laboratory):
    fault = laboratory.converse(work("coroutine", workers="2", pin="same"))
    assert fault == Fault("refused", "pin: a goroutine moves between kernel threads, so it cannot be tied to a CPU")


@pytest.mark.parametrize("model", ["thread", "pool"])
def test_pinned_workers_are_tied_to_one_cpu_each_and_the_runtime_is_not(laboratory, model):
    held = {"hold": "1"} if model == "thread" else {}
    allowed = cpus_of_parked_threads(laboratory, work(model, workers="2", pin="same", mark="1", **held))
    first, everything = {min(os.sched_getaffinity(0))}, os.sched_getaffinity(0)
    assert sum(cpus == first for cpus in allowed) >= 2
    assert everything in allowed


@pytest.mark.parametrize("tasks", ["1", "5", "17"])
def test_goroutines_begin_behind_the_gate_in_the_order_in_which_they_begin_without_one(laboratory, tasks):
    alone = dict(os.environ, GOMAXPROCS="1")

    def order(gate):
        words = {"workers": tasks, "tasks": tasks, "gate": gate, "unit_us": "20", "loops_per_us": "100"}
        _, iteration, *_ = lines(laboratory, work("coroutine", "batch", **words), env=alone)
        return sorted(range(int(tasks)), key=lambda task: iteration["tasks"]["started"][task])

    assert order("after_create") == order("before_create")


def test_how_the_collector_is_set_is_told_with_the_flags(laboratory):
    hello = lines(laboratory, work("serial"), env=dict(os.environ, GOGC="off", GOMAXPROCS="1"))[0]
    assert hello["flags"] == "GOGC=off GOMAXPROCS=1"


def test_counting_takes_nothing_from_the_heap(laboratory):
    *_, bye = lines(laboratory, work("serial", "count", total="10000000", iterations="3"))
    assert bye["collections"] == 0
