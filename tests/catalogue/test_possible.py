"""Work that cannot be is refused in one sentence each, and work that can be is not."""

import msgspec
import pytest

from assay.catalogue import load_catalogue, objections
from assay.plan.model import ProbeWork

GOOD = ProbeWork("c", "count", "thread", "posix", "O2", {"workers": "2", "total": "100", "step": "4"})
PYTHON = ProbeWork("python", "count", "process", "fork", "", {"step": "3"})


@pytest.fixture(scope="module")
def catalogue():
    return load_catalogue()


@pytest.mark.parametrize("work", [GOOD, PYTHON])
def test_work_that_can_be_meets_no_objection(catalogue, work):
    assert objections(catalogue, work) == ()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"probe": "cc"}, 'unknown probe "cc"; did you mean "c"?'),
        ({"workload": "cuont"}, 'unknown workload "cuont"; did you mean "count"?'),
        ({"model": "thred"}, 'unknown model of probe c "thred"; did you mean "thread"?'),
        ({"implementation": "boost"}, 'unknown implementation of c thread "boost"; there are: posix'),
        ({"build": "O3"}, 'unknown build of probe c "O3"; there are: O0, O2'),
        ({"build": ""}, 'unknown build of probe c ""; there are: O0, O2'),
        ({"arguments": {"wrokers": "2"}}, 'unknown argument of workload count "wrokers"; did you mean "workers"?'),
        ({"arguments": {"workers": "0"}}, "count: workers: expected at least 1, found 0"),
        ({"arguments": {"workers": "9999"}}, "count: workers: expected at most 4096, found 9999"),
        ({"arguments": {"total": "many"}}, 'count: total: expected a whole number, found "many"'),
        ({"arguments": {"step": "7"}}, 'count: step: expected one of 0, 1, 2, 3, 4, found "7"'),
    ],
)
def test_each_mistake_has_its_sentence(catalogue, change, said):
    assert objections(catalogue, msgspec.structs.replace(GOOD, **change)) == (said,)


def test_all_mistakes_are_told_at_once(catalogue):
    work = ProbeWork("c", "count", "thred", "posix", "O7", {"wrokers": "2", "step": "7"})
    assert len(objections(catalogue, work)) == 4


def test_a_level_that_a_language_lacks_is_refused_with_the_reason(catalogue):
    [said] = objections(catalogue, msgspec.structs.replace(PYTHON, arguments={"step": "4"}))
    assert said.startswith("count: step=4 is not there for probe python: a Python range")


def test_a_workload_that_a_probe_lacks_is_refused(catalogue, tmp_path):
    elsewhere = msgspec.structs.replace(catalogue.workloads["count"], folder=tmp_path)
    lacking = msgspec.structs.replace(catalogue, workloads={"count": elsewhere})
    [said] = objections(lacking, GOOD)
    assert said == "workload count is not written for probe c: expected workload.c in its folder"


@pytest.mark.parametrize(
    ("model", "arguments", "possible"),
    [
        ("thread", {"workers": "4", "tasks": "4"}, True),
        ("thread", {"workers": "4"}, True),
        ("thread", {"workers": "2", "tasks": "4"}, False),
        ("serial", {"workers": "4", "tasks": "4"}, False),
        ("serial", {"workers": "1", "tasks": "1"}, True),
    ],
)
def test_work_that_needs_all_its_tasks_at_once_is_refused_where_they_cannot_be(catalogue, model, arguments, possible):
    needy = msgspec.structs.replace(catalogue.workloads["count"], needs_all_running=True)
    work = msgspec.structs.replace(GOOD, model=model, arguments=arguments)
    said = objections(msgspec.structs.replace(catalogue, workloads={"count": needy}), work)
    assert (said == ()) == possible
