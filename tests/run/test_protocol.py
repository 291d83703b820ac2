"""Every good conversation is read, every bad one gives its exact fault."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from assay.run.messages import KINDS, TaskStamps, WorkerStamps
from assay.run.overlap import Span, overlap
from assay.run.protocol import Fault, read_conversation
from assay.store.records import ProbeReport

HERE = Path(__file__).parent / "conversations"
GOOD = sorted(path.stem for path in (HERE / "good").glob("*.jsonl"))
BAD = sorted(path.stem for path in (HERE / "bad").glob("*.jsonl"))
FAULTS = tomllib.loads((HERE / "bad" / "faults.toml").read_text())
PROTOCOL_TEXT = Path(__file__).parents[2] / "docs" / "protocol.md"


def read(kind, name, asked=None):
    return read_conversation((HERE / kind / f"{name}.jsonl").read_bytes(), asked)


@pytest.mark.parametrize("name", GOOD)
def test_a_good_conversation_is_read(name):
    report = read("good", name)
    assert isinstance(report, ProbeReport)
    assert report.answer_ok
    assert report.iterations[-1].warm
    assert report.iterations[-1].units == 100


@pytest.mark.parametrize("name", BAD)
def test_a_bad_conversation_gives_its_exact_fault(name):
    fault = read("bad", name)
    assert isinstance(fault, Fault)
    assert {"outcome": fault.outcome, "reason": fault.reason} == FAULTS[name]


def test_every_bad_conversation_has_its_fault_written_down():
    assert set(BAD) == set(FAULTS)


@pytest.mark.parametrize("kind", ["good", "bad"])
def test_a_conversation_cut_anywhere_is_never_read_as_whole(kind):
    for path in (HERE / kind).glob("*.jsonl"):
        said = path.read_bytes()
        for end in range(0, len(said), 7):
            assert isinstance(read_conversation(said[:end]), Fault), f"{path.name} cut after {end} bytes"


def test_what_was_asked_must_have_been_understood():
    assert isinstance(read("good", "threads-by-task", {"workers": "2", "model": "thread", "total": "100"}), ProbeReport)
    fault = read("good", "threads-by-task", {"workers": "4"})
    assert isinstance(fault, Fault)
    assert fault.reason == "line 1: asked for workers=4, found workers=2"


def test_a_wrong_answer_keeps_what_was_measured():
    fault = read("bad", "wrong-answer")
    assert isinstance(fault, Fault)
    assert fault.report is not None
    assert not fault.report.answer_ok
    assert len(fault.report.iterations) == 2


def test_bytes_that_are_no_text_are_noise():
    fault = read_conversation(b"\xff\xfe\x00\n")
    assert isinstance(fault, Fault)
    assert fault.reason.startswith("line 1: expected a protocol line")


def test_overlap_is_the_shared_window_over_the_longest_span():
    # Shared from 100 to 900 = 800; the longest worker's span is 900 - 50 = 850 or 1000 - 100 = 900.
    report = read("good", "threads-by-task")
    assert report.iterations[0].overlap == pytest.approx(800 / 900)
    assert report.iterations[0].workers_seen == 2


def test_one_worker_overlaps_with_nobody_and_unstamped_work_is_unknown():
    assert read("good", "serial").iterations[0].overlap == 0.0
    assert read("good", "no-stamps").iterations[0].overlap == -1.0


@pytest.mark.parametrize(("worker", "ops", "fairness"), [
    ("[101,102]", "[50,50]", 1.0),
    ("[101,102]", "[75,25]", 0.8),  # 100^2 / (2 * (75^2 + 25^2))
    ("[101,101]", "[60,40]", 0.5),  # two workers were asked for, one did everything
])  # fmt: skip
def test_fairness_is_jains_index_of_the_units_of_each_worker(worker, ops, fairness):
    text = (HERE / "good" / "threads-by-task.jsonl").read_text()
    text = text.replace('"worker":[101,102]', f'"worker":{worker}').replace('"ops":[50,50]', f'"ops":{ops}')
    report = read_conversation(text.encode())
    assert isinstance(report, ProbeReport)
    assert report.iterations[0].fairness == pytest.approx(fairness)


def test_fairness_is_known_by_worker_too_and_not_of_one_worker_or_without_stamps():
    assert read("good", "threads-by-worker").iterations[0].fairness == 1.0
    assert read("good", "serial").iterations[0].fairness == -1.0
    assert read("good", "no-stamps").iterations[0].fairness == -1.0


def test_tasks_one_after_another_do_not_overlap_whoever_does_them():
    assert overlap([Span(1, 0, 10), Span(2, 10, 20)], 2) == 0.0
    assert overlap([Span(1, 0, 10), Span(1, 10, 20)], 2) == 0.0


def test_a_short_brush_at_each_hand_over_is_not_taken_for_overlap():
    # Ten tasks of 10 each; each starts 1 before the one before it ends: 9 times 1 shared, extent 91.
    spans = [Span(worker, 9 * worker, 9 * worker + 10) for worker in range(10)]
    assert overlap(spans, 2) == pytest.approx(9 / 91)


def test_a_pool_that_never_rests_overlaps_fully():
    spans = [Span(worker, start, start + 5) for worker in (1, 2) for start in (0, 5, 10)]
    assert overlap(spans, 2) == 1.0


def test_the_protocol_text_explains_every_kind_and_every_key():
    text = PROTOCOL_TEXT.read_text()
    structs = [*KINDS.values(), TaskStamps, WorkerStamps]
    words = {field.encode_name for struct in structs for field in msgspec.structs.fields(struct)} | set(KINDS)
    assert [word for word in sorted(words) if f"`{word}`" not in text] == []
