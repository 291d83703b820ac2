import os
import subprocess
import sys
import textwrap
import threading

import pytest

from assay.errors import StoreError
from assay.plan.model import Plan
from assay.store.folder import RunFolder, create_run, open_run
from assay.store.reader import RECORDS, read_records
from assay.store.records import FORMAT, Header, Note


def header(format_number=FORMAT):
    return Header(
        format=format_number,
        assay="0.1.0",
        created="2026-01-01T00:00:00+00:00",
        study_text="",
        study_sha256="",
        files={},
        plan=Plan(study="s", seed=1, mode="full", variants=(), families=()),
        machine={},
        toolchains={},
    )


def test_a_record_is_on_file_as_soon_as_append_returns(tmp_path):
    with create_run(tmp_path, "s") as folder:
        folder.append(header())
        assert (folder.path / RECORDS).read_bytes().endswith(b"}\n")
        assert len(read_records(folder.path)) == 1


def test_folder_name_holds_date_study_and_an_id(tmp_path):
    with create_run(tmp_path, "Count, again!") as folder:
        year, month, day, *rest = folder.path.name.split("-")
        assert (len(year), len(month), len(day)) == (4, 2, 2)
        assert rest[:-1] == ["count", "again"]
        assert len(rest[-1]) == 6


def test_two_writers_of_one_folder_are_refused(tmp_path):
    with create_run(tmp_path, "s") as folder:
        folder.append(header())
        with pytest.raises(StoreError, match="another assay at work"):
            open_run(folder.path)


def test_a_closed_folder_can_be_opened_again_and_appended_to(tmp_path):
    with create_run(tmp_path, "s") as folder:
        folder.append(header())
    with open_run(folder.path) as again:
        again.append(Note(topic="resumed"))
    assert [type(record) for record in read_records(folder.path)] == [Header, Note]


def test_half_a_last_line_is_cut_away_before_going_on(tmp_path):
    with create_run(tmp_path, "s") as folder:
        folder.append(header())
        folder.append(Note(topic="kept"))
    file = folder.path / RECORDS
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"record":"note","top')
    with open_run(folder.path) as again:
        assert file.read_bytes() == whole
        again.append(Note(topic="after"))
    assert [record.topic for record in read_records(folder.path)[1:]] == ["kept", "after"]


def test_opening_never_touches_whole_lines(tmp_path):
    with create_run(tmp_path, "s") as folder:
        folder.append(header())
    before = (folder.path / RECORDS).read_bytes()
    open_run(folder.path).close()
    assert (folder.path / RECORDS).read_bytes() == before


def test_opening_a_folder_without_a_record_is_refused_and_creates_nothing(tmp_path):
    with pytest.raises(StoreError, match="found none"):
        open_run(tmp_path)
    assert list(tmp_path.iterdir()) == []


def full_disk(tmp_path, bytes_allowed):
    """Appends notes until the file may not grow; prints what the store said. A process of its own, for the limit."""
    program = textwrap.dedent("""
        import resource, sys
        from pathlib import Path
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
        from assay.errors import StoreError
        from assay.store.folder import create_run
        from assay.store.records import Note
        folder = create_run(Path(sys.argv[1]), "s")
        done = 0
        try:
            while done < 1000:
                folder.append(Note(topic="x", text="y" * 100))
                done += 1
        except StoreError as trouble:
            print(done, trouble)
        folder.close()
    """)
    return subprocess.run(
        [sys.executable, "-B", "-c", program, str(tmp_path), str(bytes_allowed)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ).stdout


def test_a_full_disk_ends_it_with_a_sentence_and_leaves_only_whole_lines(tmp_path):
    said = full_disk(tmp_path, 1000)
    (file,) = tmp_path.glob(f"*/{RECORDS}")
    done, sentence = said.split(" ", 1)
    assert "found the disk full" in sentence
    assert "safe" in sentence
    assert int(done) > 0
    assert file.read_bytes().endswith(b"\n")
    assert file.read_bytes().count(b"\n") == int(done)


def test_a_disk_with_room_says_nothing(tmp_path):
    assert full_disk(tmp_path, 10_000_000) == ""


def test_interrupted_in_the_middle_of_a_line_leaves_no_half_line(tmp_path, monkeypatch):
    with create_run(tmp_path, "s") as folder:
        folder.append(header())
        before = (folder.path / RECORDS).read_bytes()
        write = os.write

        def half(descriptor, line):
            write(descriptor, line[: len(line) // 2])
            raise KeyboardInterrupt

        monkeypatch.setattr("assay.store.writer.os.write", half)
        with pytest.raises(KeyboardInterrupt):
            folder.append(Note(topic="lost"))
        monkeypatch.undo()
        assert (folder.path / RECORDS).read_bytes() == before
        folder.append(Note(topic="next"))
    assert [record.topic for record in read_records(folder.path)[1:]] == ["next"]


def test_a_part_of_a_line_taken_by_the_disk_is_completed(tmp_path, monkeypatch):
    with create_run(tmp_path, "s") as folder:
        folder.append(header())
        write = os.write
        monkeypatch.setattr("assay.store.writer.os.write", lambda fd, line: write(fd, line[:7]))
        folder.append(Note(topic="in small pieces"))
        monkeypatch.undo()
    assert read_records(folder.path)[1].topic == "in small pieces"


@pytest.mark.parametrize("when", [1, 2])
def test_ctrl_c_after_a_record_was_written_takes_it_from_nobody(tmp_path, monkeypatch, when):
    seen = []

    def pressed(descriptor):
        seen.append(descriptor)
        if len(seen) == when:
            raise KeyboardInterrupt
        return fstat(descriptor)

    with create_run(tmp_path, "s") as folder:
        folder.append(header())
        fstat = os.fstat
        monkeypatch.setattr("assay.store.writer.os.fstat", pressed)
        with pytest.raises(KeyboardInterrupt):
            folder.append(Note(topic="the trial"))
        folder.append(Note(topic="interrupted"))
        monkeypatch.undo()
    kept = [one.topic for one in read_records(folder.path) if isinstance(one, Note)]
    assert kept == (["interrupted"] if when == 1 else ["the trial", "interrupted"])


def test_where_no_thread_can_be_had_the_run_is_not_taken(tmp_path, monkeypatch):
    def none(*_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("assay.store.writer._thread.start_new_thread", none)
    with pytest.raises(MemoryError, match="new thread"):
        create_run(tmp_path, "s")
    monkeypatch.undo()
    (path,) = tmp_path.iterdir()
    with open_run(path):
        pass


def test_the_disk_is_asked_to_keep_a_record_without_waiting_for_the_next(tmp_path, monkeypatch):
    asked = threading.Event()
    monkeypatch.setattr("assay.store.writer.os.fdatasync", lambda descriptor: asked.set())
    with create_run(tmp_path, "s") as folder:
        folder.append(header())
        assert asked.wait(10)


def test_the_disk_is_not_asked_for_every_record(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr("assay.store.writer.os.fdatasync", asked.append)
    monkeypatch.setattr("assay.store.writer.SYNC_PAUSE_S", 3600.0)
    with create_run(tmp_path, "s") as folder:
        for _ in range(200):
            folder.append(Note(topic="x"))
    assert 1 <= len(asked) <= 2  # at most once in the background, and once at the end


def test_what_the_disk_lost_is_said_at_the_next_record(tmp_path, monkeypatch):
    def lost(descriptor):
        raise OSError(5, "Input/output error")

    with create_run(tmp_path, "s") as folder:
        monkeypatch.setattr("assay.store.writer.os.fdatasync", lost)
        folder.append(header())
        folder.close()
        with pytest.raises(StoreError, match="input/output error"):
            folder.append(Note(topic="x"))


@pytest.mark.parametrize("place", ["a-file/runs", "a-file"])
def test_a_place_that_cannot_hold_runs_is_refused_with_the_way_out(tmp_path, place):
    (tmp_path / "a-file").write_text("not a folder")
    with pytest.raises(StoreError, match="choose another with --runs DIR"):
        create_run(tmp_path / place, "s")


@pytest.mark.skipif(os.getuid() != 0, reason="this machine gives the tests no root, who alone can become another user")
def test_a_folder_without_permission_is_refused_for_those_who_may_not(tmp_path):
    tmp_path.chmod(0o755)
    program = "import os; from pathlib import Path; from assay.store.folder import create_run\nos.setuid(65534)\n"
    program += (
        "import sys\ntry:\n    create_run(Path(sys.argv[1]), 's')\nexcept Exception as trouble:\n    print(trouble)"
    )
    said = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "runs")],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ).stdout
    assert "permission denied" in said
    assert "--runs DIR" in said


def test_a_discarded_run_leaves_nothing(tmp_path):
    folder: RunFolder = create_run(tmp_path, "s")
    folder.append(header())
    folder.discard()
    assert list(tmp_path.iterdir()) == []
