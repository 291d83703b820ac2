"""What only the Node probe has: 64-bit arithmetic in halves, processes that get a copy, one event loop."""

import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from assay.catalogue import load_catalogue
from assay.plan.model import ProbeWork
from assay.run.protocol import Fault, read_conversation
from assay.store.records import ProbeReport
from assay.toolchain.detect import Absent, find_tool

ROOT = Path(__file__).parents[2]
PROBE = ROOT / "probes" / "node"
EVERY_MODEL = [
    ("serial", "std"),
    ("thread", "worker"),
    ("process", "child"),
    ("pool", "workers"),
    ("coroutine", "promise"),
]
FAILING = """
const prepare = () => ({});
async function operate(shared, task, meter) {
  if (task.index === 1) throw new RangeError("on purpose");
  meter.ops += 1;
}
const check = () => ({ expected: "", found: "" });
module.exports = { prepare, operate, check };
"""
MANY_SAMPLES = """
const prepare = () => ({});
function operate(shared, task, meter) {
  for (let value = 0; value < 60000; value++) meter.sample(value);
  meter.ops += 1;
}
const check = () => ({ expected: "", found: "" });
module.exports = { prepare, operate, check };
"""
NESTED = """
const { sharedIntegers, sharedNumbers } = require("./probe");
const prepare = (words, tasks) => ({ inner: [{ whole: sharedIntegers(tasks.length) }, sharedNumbers(tasks.length)] });
function operate({ inner }, task, meter) {
  inner[0].whole[task.index] = -(2n ** 62n) - BigInt(task.index);
  inner[1][task.index] = task.index + 0.5;
  meter.ops += 1;
}
function check({ inner }) {
  return { expected: "-4611686018427387904,-4611686018427387905 0.5,1.5", found: `${inner[0].whole} ${inner[1]}` };
}
module.exports = { prepare, operate, check };
"""


def node(workload, model, implementation, **words):
    return ProbeWork("node", workload, model, implementation, "", {key: str(value) for key, value in words.items()})


@pytest.fixture
def probe(tmp_path):
    """Runs the probe with a workload given as text."""
    tool = find_tool(load_catalogue().probes["node"].toolchain)
    if isinstance(tool, Absent):
        pytest.skip(f"{tool.reason}; install it with: {tool.remedy}")

    def run(text, *words, said=b""):
        for source in PROBE.glob("*.js"):
            shutil.copy(source, tmp_path)
        (tmp_path / "workload.js").write_text(text)
        argv = [tool.path, tmp_path / "harness.js", *words]
        return subprocess.run(argv, input=said, capture_output=True, timeout=60, check=False)

    return run


@pytest.mark.parametrize("model", EVERY_MODEL)
def test_numbers_of_64_bits_in_two_halves_are_those_of_the_closed_form(laboratory, model):
    # Not round, so that a carry lost anywhere would be seen: 1 to 7 times 12,347 steps.
    words = {"unit_us": 12_347, "loops_per_us": 1, "tasks": 7, "workers": 2}
    report = laboratory.converse(node("batch", *model, **words))
    assert isinstance(report, ProbeReport), report
    assert report.answer_found == "7 tasks done once with the right number"


@pytest.mark.parametrize("seed", [1, 7, 2**53 - 1])
def test_an_order_drawn_from_a_seed_is_that_of_python(laboratory, seed):
    words = {"unit_us": "1", "loops_per_us": "1", "tasks": "17", "order": "random", "seed": str(seed)}
    sizes = []
    for name in ("node", "python"):
        said = laboratory.start(ProbeWork(name, "batch", "serial", "std", "", words)).stdout
        sizes.append(msgspec.json.decode(said.splitlines()[1])["tasks"]["size"])
    assert sizes[0] == sizes[1]
    assert sorted(sizes[0]) == list(range(1, 18))
    assert sizes[0] != sorted(sizes[0])


@pytest.mark.parametrize("model", EVERY_MODEL)
def test_answers_come_back_from_wherever_they_lie_in_what_is_shared(probe, model):
    done = probe(NESTED, f"model={model[0]}", f"implementation={model[1]}", "workers=2", "tasks=2")
    report = read_conversation(done.stdout)
    assert isinstance(report, ProbeReport), (report, done.stderr)


def test_coroutines_share_the_caller_s_kernel_thread(laboratory):
    report = laboratory.converse(node("batch", "coroutine", "promise", tasks=5, workers=5, unit_us=200, cpu_percent=0))
    assert isinstance(report, ProbeReport), report
    assert report.kernel_threads == 1
    assert report.iterations[0].workers_seen == 1


@pytest.mark.parametrize("hold", ["hold=0", "hold=1"])
@pytest.mark.parametrize("model", [("thread", "worker"), ("process", "child"), ("coroutine", "promise")])
def test_a_fresh_worker_that_fails_ends_the_probe(probe, model, hold):
    done = probe(FAILING, f"model={model[0]}", f"implementation={model[1]}", "workers=2", hold)
    assert done.returncode != 0
    assert done.stdout == b""
    assert b"on purpose" in done.stderr


@pytest.mark.parametrize("model", [("serial", "std"), ("pool", "workers")])
def test_any_other_worker_that_fails_ends_the_probe(probe, model):
    done = probe(FAILING, f"model={model[0]}", f"implementation={model[1]}", "workers=2", "tasks=3")
    assert done.returncode != 0
    assert done.stdout == b""
    assert b"on purpose" in done.stderr


@pytest.mark.parametrize("status", [0, 7])
def test_a_worker_of_the_pool_that_is_gone_in_the_midst_of_a_task_is_not_waited_for(probe, status):
    gone = FAILING.replace('throw new RangeError("on purpose")', f"process.exit({status})")
    done = probe(gone, "model=pool", "implementation=workers", "workers=2", "tasks=3")
    assert done.returncode not in (0, None)
    assert done.stdout == b""
    assert b"ended" in done.stderr


@pytest.mark.parametrize("model", [("thread", "worker"), ("process", "child")])
def test_beyond_a_hundred_thousand_samples_are_counted_in_cells(probe, model):
    done = probe(MANY_SAMPLES, f"model={model[0]}", f"implementation={model[1]}", "workers=2")
    message = msgspec.json.decode(done.stdout.splitlines()[2])
    assert message["kind"] == "samples"
    assert message["count"] == sum(message["counts"]) == 120_000
    assert message["from"][:33] == list(range(33))
    assert message["counts"][:34] == [2] * 32 + [4, 4]


def test_a_whole_number_that_this_language_would_round_is_refused(laboratory):
    fault = laboratory.converse(node("count", "serial", "std", total=2**53 + 1))
    assert fault == Fault("refused", f"total: expected at most 2^53 - 1, found {2**53 + 1}")


def test_at_the_mark_all_lines_are_out_and_one_line_lets_it_go_on(probe):
    words = ["model=thread", "workers=2", "hold=1", "mark=1", "iterations=2"]
    done = probe((ROOT / "workloads" / "empty" / "workload.js").read_text(), *words, said=b"go on\n")
    kinds = [msgspec.json.decode(line)["kind"] for line in done.stdout.splitlines()]
    assert kinds == ["hello", "iteration", "mark", "iteration", "answer", "bye"]
    report = read_conversation(done.stdout)
    assert isinstance(report, ProbeReport), report
    assert report.threads > 3  # the caller, two held workers, and the runtime's own
