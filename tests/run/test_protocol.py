"""Every good conversation is read, every bad one gives its exact fault."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from assay.catalogue import KNOBS
from assay.run.messages import KINDS, TaskStamps, WorkerStamps
from assay.run.overlap import Span, overlap
from assay.run.protocol import Fault, read_conversation
from assay.store.records import ProbeReport, SampleSummary

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


ASKED = {"workers": "2", "model": "thread", "warmup": "1", "total": "100"}


def test_what_was_asked_must_have_been_understood():
    assert isinstance(read("good", "threads-by-task", ASKED), ProbeReport)
    fault = read("good", "threads-by-task", ASKED | {"workers": "4"})
    assert isinstance(fault, Fault)
    assert fault.reason == "line 1: asked for workers=4, found workers=2"


@pytest.mark.parametrize(
    ("word", "otherwise", "name"),
    [
        ("steps", "1", "three-sweeps-pinned"),
        ("window_ms", "0", "three-sweeps-pinned"),
        ("pin", "none", "three-sweeps-pinned"),
        ("hold", "0", "marked-while-held"),
        ("mark", "0", "marked-while-held"),
        ("warmup", "0", "marked-while-held"),
        ("gate", "before_create", "gate-opens-after-creation"),
        ("stamps", "task", "no-stamps"),
        ("tasks", "2", "unequal-tasks"),
    ],
)
def test_a_word_that_nobody_gave_must_be_understood_as_nothing_said(word, otherwise, name):
    said = msgspec.json.decode((HERE / "good" / f"{name}.jsonl").read_bytes().splitlines()[0])
    asked = {key: str(value) for key, value in said.items() if key in KNOBS}
    assert isinstance(read("good", name, asked), ProbeReport)
    fault = read("good", name, {key: value for key, value in asked.items() if key != word})
    assert isinstance(fault, Fault)
    assert fault.reason == f"line 1: expected {word}={otherwise}, nobody asked for another, found {word}={said[word]}"


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


def test_of_stamped_work_it_is_known_when_it_began_and_how_many_tasks_were_under_way():
    assert read("good", "threads-by-task").iterations[0].first_started_ns == 50
    assert read("good", "threads-by-worker").iterations[0].first_started_ns == 50
    assert read("good", "no-stamps").iterations[0].first_started_ns == -1
    # (850 + 900) / 1000
    assert read("good", "threads-by-task").iterations[0].alive == 1.75
    assert read("good", "threads-by-worker").iterations[0].alive == -1.0


def test_of_tasks_with_sizes_it_is_known_how_long_each_took_to_come_back():
    # 1000 ns of CPU over sizes 4, 3, 2, 1: lengths 400, 300, 200, 100; they ended at 400, 300, 490, 500.
    report = read("good", "unequal-tasks")
    assert report.iterations[0].mean_response == pytest.approx((1 + 1 + 2.45 + 5) / 4)
    assert report.iterations[0].worst_response == pytest.approx(5)
    assert report.sizes == (4, 3, 2, 1)


def test_sizes_are_kept_only_where_they_differ():
    assert read("good", "threads-by-task").sizes == ()
    assert read("good", "no-stamps").sizes == ()


@pytest.mark.parametrize(("percent", "known"), [("100", True), ("50", False)])
def test_how_long_tasks_took_to_come_back_is_not_told_where_they_also_sleep(percent, known):
    asked = {"workers": "2", "tasks": "4", "model": "thread", "cpu_percent": percent}
    assert (read("good", "unequal-tasks", asked).iterations[0].mean_response > 0) == known


def test_without_processor_time_nobody_knows_how_long_tasks_are():
    assert read("good", "processor-time-unknown").iterations[0].mean_response == -1.0


def test_times_the_workload_took_are_summed_up():
    assert read("good", "samples").samples == SampleSummary(count=5, median=30, p90=50, p99=50, largest=50)
    # Ranks 100,000 and 180,000 lie in the second cell, 198,000 in the third.
    assert read("good", "samples-in-cells").samples == SampleSummary(200_000, median=62, p90=62, p99=64, largest=992)
    assert read("good", "serial").samples is None


def test_what_is_said_at_the_end_and_the_beginning_is_kept():
    report = read("good", "marked-while-held")
    assert (report.threads, report.collections, report.flags) == (3, -1, "-O2")
    assert read("good", "gate-opens-after-creation").collections == 2
    assert read("good", "serial").threads == -1


def test_tasks_of_several_sweeps_are_under_way_from_their_first_start_to_their_last_end():
    report = read("good", "three-sweeps-pinned")
    assert report.iterations[0].overlap == pytest.approx(800 / 900)


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
