import json
import os
import tracemalloc

import msgspec
import pytest

from assay.errors import StoreError
from assay.plan.model import Plan
from assay.store.folder import create_run, find_run, list_runs
from assay.store.reader import RECORDS, read_header, read_records
from assay.store.records import FORMAT, Header, Iteration, Note, ProbeReport, TreeMemory, TrialRecord

HEADER = Header(
    format=FORMAT,
    assay="0.1.0",
    created="2026-01-01T00:00:00+00:00",
    study_text="",
    study_sha256="",
    files={"count/claims.toml": "text"},
    plan=Plan(study="s", seed=1, mode="full", variants=(), families=()),
    machine={"cpus": "2"},
    toolchains={},
)
TRIAL = TrialRecord(family="f", round=1, position=0, variant="a", purpose="timed", outcome="ok")


def written(tmp_path, *records, tail=b""):
    lines = b"".join(msgspec.json.encode(record) + b"\n" for record in records)
    (tmp_path / RECORDS).write_bytes(lines + tail)
    return tmp_path


def test_what_was_written_is_read_back(tmp_path):
    records = [HEADER, TRIAL, Note(topic="bundle", values={"a": "3"})]
    assert read_records(written(tmp_path, *records)) == records


NEWER = {"first_started_ns", "mean_response", "worst_response", "alive"}
NEWER_OF_PROBE = {"flags", "threads", "collections", "samples", "sizes"}


def without(value, names):
    return {key: one for key, one in value.items() if key not in names}


def test_a_record_from_before_some_figures_were_kept_is_read_with_those_unknown(tmp_path):
    iteration = Iteration(warm=True, work_wall_ns=5, first_started_ns=1, alive=1.5, mean_response=2, worst_response=3)
    report = ProbeReport("c", "12", "monotonic", 20.0, 1.0, (iteration,), answer_ok=True, threads=3, sizes=(1, 2))
    memory = TreeMemory("sampled PSS", 9, 5, 3, marked_bytes=7)
    old = msgspec.to_builtins(msgspec.structs.replace(TRIAL, probe=report, memory=memory))
    old["memory"] = without(old["memory"], {"marked_bytes"})
    old["probe"] = without(old["probe"], NEWER_OF_PROBE)
    old["probe"]["iterations"] = [without(one, NEWER) for one in old["probe"]["iterations"]]
    written(tmp_path, HEADER, tail=msgspec.json.encode(old) + b"\n")
    (found,) = read_records(tmp_path)[1:]
    assert found.probe.iterations[0] == Iteration(warm=True, work_wall_ns=5)
    assert (found.probe.threads, found.probe.collections, found.probe.samples, found.probe.sizes) == (-1, -1, None, ())
    assert (found.memory.peak_bytes, found.memory.marked_bytes) == (9, -1)


def test_a_file_can_be_named_as_well_as_its_folder(tmp_path):
    written(tmp_path, HEADER)
    assert read_records(tmp_path / RECORDS) == read_records(tmp_path)
    assert read_header(tmp_path) == HEADER


def test_a_cut_last_line_is_dropped_with_a_caveat(tmp_path):
    cut = msgspec.json.encode(TRIAL)[:-10]
    *kept, caveat = read_records(written(tmp_path, HEADER, TRIAL, tail=cut))
    assert kept == [HEADER, TRIAL]
    assert caveat.topic == "caveat"
    assert "cut" in caveat.text


def test_a_cut_last_line_that_an_editor_has_ended_is_dropped_too(tmp_path):
    cut = msgspec.json.encode(TRIAL)[:-10] + b"\n"
    assert [type(record) for record in read_records(written(tmp_path, HEADER, tail=cut))] == [Header, Note]


def test_every_place_of_a_cut_leaves_the_records_before_it(tmp_path):
    whole = b"".join(msgspec.json.encode(record) + b"\n" for record in (HEADER, TRIAL, TRIAL))
    first = len(msgspec.json.encode(HEADER)) + 1
    for size in range(first, len(whole), 7):
        (tmp_path / RECORDS).write_bytes(whole[:size])
        kept = [record for record in read_records(tmp_path) if not isinstance(record, Note)]
        assert len(kept) == whole[:size].count(b"\n")


def test_an_unharmed_file_has_no_caveat(tmp_path):
    assert not any(isinstance(record, Note) for record in read_records(written(tmp_path, HEADER, TRIAL)))


def test_damage_in_the_middle_is_refused_with_its_line(tmp_path):
    file = written(tmp_path, HEADER, TRIAL, TRIAL) / RECORDS
    lines = file.read_bytes().split(b"\n")
    lines[1] = lines[1][:-10]
    file.write_bytes(b"\n".join(lines))
    with pytest.raises(StoreError, match=r"line 2: expected a record, found damage"):
        read_records(tmp_path)


def test_a_value_of_the_wrong_type_is_refused_with_its_line_and_key(tmp_path):
    wrong = json.loads(msgspec.json.encode(TRIAL))
    wrong["round"] = "first"
    file = written(tmp_path, HEADER, tail=json.dumps(wrong).encode() + b"\n" + msgspec.json.encode(TRIAL) + b"\n")
    with pytest.raises(StoreError, match=r"line 2: .*\$\.round"):
        read_records(file)


def test_bytes_that_are_not_text_are_refused_with_their_line(tmp_path):
    file = written(
        tmp_path, HEADER, tail=b'{"record":"note","topic":"\xff\xfe"}\n' + msgspec.json.encode(TRIAL) + b"\n"
    )
    with pytest.raises(StoreError, match="line 2"):
        read_records(file)


def test_a_newer_format_is_refused_in_one_sentence_that_names_the_version(tmp_path):
    newer = {"record": "header", "format": FORMAT + 1, "assay": "9.9", "something": "new"}
    (tmp_path / RECORDS).write_text(json.dumps(newer) + "\n")
    with pytest.raises(StoreError, match=r"written by assay 9\.9 in format 2, .* reads format 1; read it with"):
        read_records(tmp_path)
    with pytest.raises(StoreError, match="upgrade"):
        read_header(tmp_path)


def test_a_file_of_this_format_written_before_a_key_existed_is_read(tmp_path):
    older = json.loads(msgspec.json.encode(HEADER))
    del older["invocation"], older["simulated"]
    (tmp_path / RECORDS).write_text(json.dumps(older) + "\n")
    assert read_records(tmp_path) == [HEADER]


@pytest.mark.parametrize("content", [b"", b'{"record":"hea'])
def test_a_run_that_never_began_is_refused(tmp_path, content):
    (tmp_path / RECORDS).write_bytes(content)
    with pytest.raises(StoreError, match="never began"):
        read_records(tmp_path)


@pytest.mark.parametrize(
    "line", [b"hello\n", b'["a list"]\n', b'{"record":"trial"}\n', msgspec.json.encode(TRIAL) + b"\n"]
)
def test_something_else_than_a_header_in_line_1_is_refused(tmp_path, line):
    (tmp_path / RECORDS).write_bytes(line + msgspec.json.encode(HEADER) + b"\n")
    with pytest.raises(StoreError, match="line 1: expected the header"):
        read_records(tmp_path)


def test_a_folder_that_is_not_there_is_refused_with_what_to_give(tmp_path):
    with pytest.raises(StoreError, match="no such file or directory; give a folder below runs/"):
        read_records(tmp_path / RECORDS)


def test_last_is_the_run_written_to_most_recently(tmp_path):
    paths = []
    for number in range(3):
        with create_run(tmp_path, "s") as folder:
            folder.append(HEADER)
        os.utime(folder.path / RECORDS, ns=(0, 10**9 * (5 - number)))
        paths.append(folder.path)
    assert find_run(tmp_path, "last") == paths[0]
    assert list_runs(tmp_path) == paths[::-1]


def test_a_run_is_found_by_its_path_and_by_its_name(tmp_path):
    with create_run(tmp_path, "s") as folder:
        folder.append(HEADER)
    assert find_run(tmp_path / "elsewhere", str(folder.path)) == folder.path
    assert find_run(tmp_path, folder.path.name) == folder.path


@pytest.mark.parametrize("name", ["last", "2026-01-01-none-000000"])
def test_a_run_that_is_not_there_is_refused(tmp_path, name):
    with pytest.raises(StoreError, match="expected"):
        find_run(tmp_path, name)


def test_a_long_record_is_never_in_memory_as_a_whole(tmp_path):
    line = msgspec.json.encode(TRIAL)
    padded = line[:-1] + b" " * 1_000_000 + b"}\n"
    written(tmp_path, HEADER, tail=padded * 40)
    tracemalloc.start()
    try:
        records = read_records(tmp_path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert records[1:] == [TRIAL] * 40
    assert peak < 8_000_000 < (tmp_path / RECORDS).stat().st_size


def test_damage_is_found_before_what_follows_it_is_read(tmp_path):
    written(tmp_path, HEADER, tail=b"{half\n" + b"also not\n" * 3)
    with pytest.raises(StoreError, match="line 2: expected a record, found damage"):
        read_records(tmp_path)


def test_a_folder_in_the_place_of_the_record_is_told(tmp_path):
    (tmp_path / RECORDS).mkdir()
    with pytest.raises(StoreError, match="expected the record of a run, found: is a directory"):
        read_records(tmp_path)
