"""Work that cannot be is refused in one sentence each, and work that can be is not."""

import msgspec
import pytest

from assay.catalogue import Build, load_catalogue, objections, runtime_name, takes_turns
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
        ({"build": "O3"}, 'unknown build of probe c "O3"; there are: O0, O2, vector'),
        ({"build": ""}, 'unknown build of probe c ""; there are: O0, O2, vector'),
        ({"arguments": {"wrokers": "2"}}, 'unknown argument of workload count "wrokers"; did you mean "workers"?'),
        ({"arguments": {"workers": "0"}}, "count: workers: expected at least 1, found 0"),
        ({"arguments": {"workers": "9999"}}, "count: workers: expected at most 4096, found 9999"),
        ({"arguments": {"total": "many"}}, 'count: total: expected a whole number, found "many"'),
        ({"arguments": {"step": "7"}}, 'count: step: expected one of 0, 1, 2, 3, 4, found "7"'),
        ({"runtime": "gcc"}, 'unknown runtime of probe c "gcc"; there are: (none)'),
        ({"settings": {"nise": "1"}}, 'unknown setting "nise"; did you mean "nice"?'),
        ({"settings": {"nice": "20"}}, "nice: expected at most 19, found 20"),
        ({"settings": {"policy": "best"}}, 'policy: expected one of other, batch, idle, fifo, found "best"'),
        ({"settings": {"observer": "often"}}, 'observer: expected a whole number, found "often"'),
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


def lacking(catalogue, lacks, **changes):
    """What is said of work for a C probe that lacks something."""
    probe = msgspec.structs.replace(catalogue.probes["c"], lacks={key: "so" for key in lacks})
    made = msgspec.structs.replace(catalogue, probes={"c": probe})
    return objections(made, msgspec.structs.replace(GOOD, **changes))


@pytest.mark.parametrize(
    ("lack", "arguments", "said"),
    [
        ("pin", {"pin": "each"}, ("pin=each is not there for c: so",)),
        ("pin", {"pin": "same"}, ("pin=same is not there for c: so",)),
        ("pin", {"pin": "none"}, ()),
        ("pin=each", {"pin": "each"}, ("pin=each is not there for c: so",)),
        ("pin=each", {"pin": "same"}, ()),
        ("thread: pin", {"pin": "each"}, ("pin=each is not there for c thread: so",)),
        ("thread/posix: pin", {"pin": "each"}, ("pin=each is not there for c thread/posix: so",)),
        ("pool: pin", {"pin": "each"}, ()),
        ("steps", {"steps": "3"}, ("steps=3 is not there for c: so",)),
        ("steps", {"steps": "1"}, ()),
    ],
)
def test_what_a_runtime_cannot_do_is_refused_with_the_reason_and_never_at_its_default(catalogue, lack, arguments, said):
    assert lacking(catalogue, [lack], arguments=arguments) == said


@pytest.mark.parametrize(
    ("model", "arguments", "said"),
    [
        ("thread", {"hold": "1", "workers": "2"}, None),
        ("thread", {"hold": "0", "workers": "2", "tasks": "9"}, None),
        ("thread", {"hold": "1", "workers": "2", "tasks": "3"}, "expected at least 3 workers, found 2"),
        ("pool", {"hold": "1", "workers": "2"}, "hold=1 needs a model that makes workers"),
        ("serial", {"hold": "1"}, "hold=1 needs a model that makes workers"),
    ],
)
def test_holding_needs_a_worker_made_for_each_task(catalogue, model, arguments, said):
    found = objections(catalogue, msgspec.structs.replace(GOOD, model=model, arguments=arguments))
    assert found == () if said is None else said in found[0]


def test_a_parameter_of_other_languages_is_refused_but_at_its_default(catalogue):
    count = catalogue.workloads["count"]
    step = msgspec.structs.replace(count.parameters["step"], probes=("c",))
    made = msgspec.structs.replace(count, parameters=count.parameters | {"step": step})
    catalogue = msgspec.structs.replace(catalogue, workloads={"count": made})
    assert objections(catalogue, msgspec.structs.replace(PYTHON, arguments={"step": "0"})) == ()
    [said] = objections(catalogue, msgspec.structs.replace(PYTHON, arguments={"step": "3"}))
    assert said == "count: step=3 is not there for probe python, only for c"
    assert objections(catalogue, msgspec.structs.replace(GOOD, arguments={"step": "3"})) == ()


def test_the_runtime_that_nobody_names_is_the_first_official_one(catalogue):
    python = catalogue.probes["python"]
    official = python.runtimes["own"]
    own, other = msgspec.structs.replace(official, opt_in=True), official
    probe = msgspec.structs.replace(python, runtimes={"packed": own, "own": other})
    assert runtime_name(probe, "") == "own"
    assert runtime_name(probe, "packed") == "packed"
    assert runtime_name(catalogue.probes["c"], "") == ""


def test_a_build_for_one_runtime_is_refused_with_another(catalogue):
    python = catalogue.probes["python"]
    builds = {"debug": Build("watched", run_flags=("-d",), runtimes=("own",))}
    made = msgspec.structs.replace(
        catalogue, probes={"python": msgspec.structs.replace(python, builds=builds, default_build="debug")}
    )
    work = msgspec.structs.replace(PYTHON, build="debug")
    assert objections(made, work) == ()
    [said] = objections(made, msgspec.structs.replace(work, runtime="newest"))
    assert said == "build debug of probe python is for runtime own, found newest"


def test_what_takes_turns_says_why(catalogue):
    probe = msgspec.structs.replace(catalogue.probes["c"], takes_turns={"pool": "a queue", "thread/green": "a loop"})
    assert takes_turns(probe, "pool", "posix") == "a queue"
    assert takes_turns(probe, "thread", "green") == "a loop"
    assert takes_turns(probe, "thread", "posix") == ""
