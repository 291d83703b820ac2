"""A workload whose tasks wait for each other: it ends where all can run at once, and is objected to elsewhere."""

import msgspec
import pytest

from assay.catalogue import load_catalogue, objections
from assay.store.records import ProbeReport
from tests.conformance.conftest import CATALOGUE, Laboratory, work_of

DECLARATION = """
name = "meeting"
title = "A meeting"
summary = "Nobody leaves before all are there."
unit = "task"
check = "all were there"
needs_all_running = true
"""
MEETING = """
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#include "probe.h"

struct meeting {
    atomic_int there;
    int invited;
};

void *prepare(struct parameters *parameters, struct task *tasks, int count, int degree) {
    struct meeting *meeting = shared_memory(sizeof *meeting);
    (void)parameters, (void)tasks, (void)degree;
    meeting->invited = count;
    return meeting;
}

void operate(void *shared, const struct task *task, struct meter *meter) {
    struct meeting *meeting = shared;
    (void)task;
    atomic_fetch_add(&meeting->there, 1);
    while (atomic_load(&meeting->there) < meeting->invited)
        sched_yield();
    meter->ops++;
}

bool check(void *shared, char expected[ANSWER_LENGTH], char found[ANSWER_LENGTH]) {
    struct meeting *meeting = shared;
    snprintf(expected, ANSWER_LENGTH, "%d there", meeting->invited);
    snprintf(found, ANSWER_LENGTH, "%d there", atomic_exchange(&meeting->there, 0));
    return true;
}
"""


@pytest.fixture(scope="module")
def meeting(laboratory, tmp_path_factory):
    """A laboratory that also has this workload, and its work in C."""
    folder = tmp_path_factory.mktemp("own") / "workloads" / "meeting"
    folder.mkdir(parents=True)
    (folder / "workload.toml").write_text(DECLARATION)
    (folder / "workload.c").write_text(MEETING)
    own = Laboratory(laboratory.locks)
    own.catalogue = load_catalogue(folder.parents[1])
    return own


def meeting_of(model, **words):
    """The same words as for the workload that does nothing, which has no parameters either."""
    return msgspec.structs.replace(work_of(CATALOGUE.probes["c"], "empty", model, **words), workload="meeting")


@pytest.mark.parametrize("model", ["process", "thread", "pool"])
def test_with_a_worker_for_each_task_all_meet(meeting, model):
    work = meeting_of(model, workers="3", tasks="3", iterations="2")
    assert objections(meeting.catalogue, work) == ()
    report = meeting.converse(work)
    assert isinstance(report, ProbeReport), report
    assert report.answer_found == "3 there"


@pytest.mark.parametrize(
    ("model", "workers", "at_most"), [("serial", "1", 1), ("serial", "2", 1), ("thread", "1", 1), ("pool", "2", 2)]
)
def test_with_fewer_they_would_wait_for_ever_and_the_plan_says_so(meeting, model, workers, at_most):
    work = meeting_of(model, workers=workers, tasks="3")
    reason = f"meeting needs all 3 tasks running at once, but {model} runs at most {at_most}"
    assert objections(meeting.catalogue, work) == (reason,)
