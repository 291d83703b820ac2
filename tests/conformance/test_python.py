"""What only the Python probe has: interpreters, scopes, runtimes with and without GIL, memory for spawned processes."""

import dis
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from assay.plan.model import ProbeWork
from assay.run.protocol import Fault, read_conversation
from assay.store.records import ProbeReport

ROOT = Path(__file__).parents[2]
PROBE = ROOT / "probes" / "python"
EVERY_MODEL = [
    ("serial", "std"),
    ("process", "fork"),
    ("process", "spawn"),
    ("process", "forkserver"),
    ("thread", "std"),
    ("pool", "threads"),
    ("pool", "processes"),
    ("coroutine", "asyncio"),
]
FAILING = """
from probe import shared_integers

def prepare(words, tasks, degree):
    return shared_integers(len(tasks))

async def operate(shared, task, meter):
    if task.index == 1:
        raise ZeroDivisionError("on purpose")
    meter.ops += 1

def check(shared):
    return "", ""
"""
WHERE = """
import os
from probe import shared_integers

def prepare(words, tasks, degree):
    return shared_integers(len(tasks))

def operate(shared, task, meter):
    shared[task.index] = sum(1 << cpu for cpu in os.sched_getaffinity(0))
    meter.ops += 1

def check(shared):
    text = " ".join(str(mask) for mask in shared)
    return text, text
"""
MANY_SAMPLES = """
def prepare(words, tasks, degree):
    return None

def operate(shared, task, meter):
    for value in range(60_000):
        meter.sample(value)
    meter.ops += 1

def check(shared):
    return "", ""
"""


def python(workload, model, implementation, runtime="", **words):
    arguments = {key: str(value) for key, value in words.items()}
    return ProbeWork("python", workload, model, implementation, "", arguments, runtime)


@pytest.fixture
def probe(tmp_path):
    """Runs the probe with a workload given as text."""

    def run(text, *words, said=b""):
        for source in PROBE.glob("*.py"):
            shutil.copy(source, tmp_path)
        (tmp_path / "workload.py").write_text(text)
        argv = [sys.executable, "-S", "-E", str(tmp_path / "harness.py"), *words]
        return subprocess.run(argv, input=said, capture_output=True, timeout=60, check=False)

    return run


@pytest.fixture
def imported(monkeypatch):
    """A source of the probe or of a workload as a module, with the probe's own modules beside it."""

    def load(path):
        monkeypatch.syspath_prepend(str(PROBE))
        specification = importlib.util.spec_from_file_location("looked_at", path)
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        return module

    return load


@pytest.mark.parametrize(("scope", "step"), [("function", 0), ("function", 3), ("module", 0), ("module", 3)])
@pytest.mark.parametrize("model", [("thread", "std"), ("process", "fork")])
def test_every_scope_counts_and_notices_the_same(laboratory, model, scope, step):
    report = laboratory.converse(python("count", *model, workers=2, total=2_000_003, scope=scope, step=step))
    assert isinstance(report, ProbeReport), report
    assert report.answer_found == "2000003 counts, 2 noticed"


def test_a_script_can_have_no_divisor_in_a_local_variable(laboratory):
    fault = laboratory.converse(python("count", "serial", "std", scope="module", step=1))
    assert isinstance(fault, Fault)
    assert fault.reason == "scope: in a module every variable is global, so expected step 0 or 3, found 1"


def names_stored(code):
    return {one.opname for one in dis.get_instructions(code) if one.argval in ("counted", "noticed")}


def test_the_loop_of_a_script_stores_globals_and_that_of_a_function_locals(imported):
    count = imported(ROOT / "workloads" / "count" / "workload.py")
    for text in (count.SCRIPT_0, count.SCRIPT_3):
        assert names_stored(compile(text, "script", "exec")) == {"LOAD_NAME", "STORE_NAME"}
    for step in (count.step_0, count.step_3):
        assert all("FAST" in name for name in names_stored(step))


@pytest.mark.parametrize("model", EVERY_MODEL)
def test_samples_come_back_from_every_kind_of_worker(laboratory, model):
    report = laboratory.converse(python("exercise", *model, workers=2, tasks=4, iterations=2, warmup=1, steps=3))
    assert isinstance(report, ProbeReport), report
    assert report.samples.count == 2 * 2 * 3  # tasks of role 1, iterations that count, sweeps


def test_coroutines_share_the_caller_s_kernel_thread(laboratory):
    report = laboratory.converse(
        python("batch", "coroutine", "asyncio", tasks=5, workers=5, unit_us=200, cpu_percent=0)
    )
    assert isinstance(report, ProbeReport), report
    assert report.kernel_threads == 1
    assert report.iterations[0].workers_seen == 1


def test_interpreters_have_a_kernel_thread_and_an_answer_each(laboratory):
    work = python("count", "thread", "interpreters", "newest", workers=2, total=2_000_003, gate="after_create")
    report = laboratory.converse(work)
    assert isinstance(report, ProbeReport), report
    assert report.kernel_threads == 3
    assert report.answer_found == "2000003 counts, 2 noticed"


def test_interpreters_that_share_one_lock_are_refused(probe):
    if sys.version_info >= (3, 12):
        pytest.skip("this machine: the Python that runs the tests has interpreters with a lock of their own")
    fault = read_conversation(probe(WHERE, "model=thread", "implementation=interpreters").stdout)
    assert isinstance(fault, Fault)
    assert fault.reason.startswith("implementation: interpreters with a lock of their own need Python 3.12, found 3.")


def test_it_says_how_the_interpreter_was_built_and_whether_it_has_a_gil(laboratory):
    report = laboratory.converse(python("empty", "serial", "std"))
    assert isinstance(report, ProbeReport), report
    assert report.version.startswith("cpython 3.")
    assert "optimised" in report.version
    assert report.version.endswith("GIL on")


def test_a_python_without_gil_says_so_after_the_work(laboratory):
    report = laboratory.converse(python("pi", "thread", "std", "free-threaded", workers=2))
    assert isinstance(report, ProbeReport), report
    assert report.version.endswith("GIL off")


@pytest.mark.parametrize("hold", ["hold=0", "hold=1"])
@pytest.mark.parametrize("model", [model for model in EVERY_MODEL if model[0] in ("process", "thread", "coroutine")])
def test_a_fresh_worker_that_fails_ends_the_probe(probe, model, hold):
    done = probe(FAILING, f"model={model[0]}", f"implementation={model[1]}", "workers=2", hold)
    assert done.returncode != 0
    assert done.stdout == b""
    assert b"on purpose" in done.stderr


@pytest.mark.parametrize("implementation", ["fork", "spawn", "forkserver"])
def test_a_held_process_that_is_killed_is_noticed(probe, implementation):
    killed = FAILING.replace('raise ZeroDivisionError("on purpose")', "import os; os.kill(os.getpid(), 9)")
    done = probe(killed, "model=process", f"implementation={implementation}", "workers=2", "hold=1")
    assert done.returncode != 0
    assert done.stdout == b""
    assert b"a worker process ended with -9" in done.stderr


@pytest.mark.parametrize("model", [("serial", "std"), ("pool", "threads"), ("pool", "processes")])
def test_any_other_worker_that_fails_ends_the_probe(probe, model):
    done = probe(FAILING, f"model={model[0]}", f"implementation={model[1]}", "workers=2", "tasks=3")
    assert done.returncode != 0
    assert done.stdout == b""
    assert b"on purpose" in done.stderr


@pytest.mark.parametrize("pin", ["each", "same"])
@pytest.mark.parametrize("model", [model for model in EVERY_MODEL if model[0] not in ("serial", "coroutine")])
def test_workers_run_where_they_were_tied_to(probe, model, pin):
    allowed = sorted(os.sched_getaffinity(0))
    done = probe(WHERE, f"model={model[0]}", f"implementation={model[1]}", "workers=2", "tasks=2", f"pin={pin}")
    report = read_conversation(done.stdout)
    assert isinstance(report, ProbeReport), done.stderr
    found = {int(mask) for mask in report.answer_found.split()}
    wanted = allowed[:2] if pin == "each" else allowed[:1]
    assert found <= {1 << cpu for cpu in wanted}
    assert len(found) == 1 or pin == "each"


def test_beyond_a_hundred_thousand_samples_are_counted_in_cells(probe):
    done = probe(MANY_SAMPLES, "model=process", "implementation=fork", "workers=2")
    message = msgspec.json.decode(done.stdout.splitlines()[2])
    assert message["kind"] == "samples"
    assert message["count"] == sum(message["counts"]) == 120_000
    assert message["from"][:33] == list(range(33))
    assert message["counts"][:34] == [2] * 32 + [4, 4]


def test_cells_begin_where_their_smallest_value_lies(imported):
    samples = imported(PROBE / "samples.py")
    for value in (0, 1, 31, 32, 33, 34, 62, 63, 64, 1000, 123_456_789, 2**63 - 1):
        cell = samples.cell_of(value)
        spare = max(0, value.bit_length() - 5)
        assert samples.lower_end(cell) == value >> spare << spare
    assert samples.cell_of(2**63 - 1) == samples.CELLS - 1


def test_at_the_mark_all_lines_are_out_and_one_line_lets_it_go_on(probe):
    words = ["model=thread", "workers=2", "hold=1", "mark=1", "iterations=2"]
    done = probe((ROOT / "workloads" / "empty" / "workload.py").read_text(), *words, said=b"go on\n")
    kinds = [msgspec.json.decode(line)["kind"] for line in done.stdout.splitlines()]
    assert kinds == ["hello", "iteration", "mark", "iteration", "answer", "bye"]
    report = read_conversation(done.stdout)
    assert isinstance(report, ProbeReport), report
    assert report.threads == 3  # the caller and two held workers
